import Foundation

/// The statuses that a call accepts. With any other status it fails with ``MoyaError/underlying(_:_:)``.
public enum ValidationType: Equatable, Sendable {
    /// Every status.
    case none
    /// 200 to 299.
    case successCodes
    /// 200 to 399.
    case successAndRedirectCodes
    /// These statuses. With an empty list, every status.
    case customCodes([Int])

    /// The accepted statuses. Empty if every status is accepted.
    public var statusCodes: [Int] {
        switch self {
        case .none: []
        case .successCodes: Array(200..<300)
        case .successAndRedirectCodes: Array(200..<400)
        case .customCodes(let codes): codes
        }
    }

    func accepts(_ status: Int) -> Bool {
        switch self {
        case .none: true
        case .successCodes: (200..<300).contains(status)
        case .successAndRedirectCodes: (200..<400).contains(status)
        case .customCodes(let codes): codes.isEmpty || codes.contains(status)
        }
    }
}
