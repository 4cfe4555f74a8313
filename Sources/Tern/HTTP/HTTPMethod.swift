/// A request method (RFC 9110, section 9), compared by its exact, case-sensitive name.
///
/// Common methods are static members. Write any other method as a literal: `let purge: HTTPMethod = "PURGE"`.
/// A request whose method is not a token fails with `TernError.Code.invalidField` before anything is sent.
public struct HTTPMethod: RawRepresentable, Hashable, Sendable, ExpressibleByStringLiteral {
    public let rawValue: String

    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    public init(stringLiteral value: String) {
        self.init(rawValue: value)
    }

    public static let get = HTTPMethod(rawValue: "GET")
    public static let head = HTTPMethod(rawValue: "HEAD")
    public static let post = HTTPMethod(rawValue: "POST")
    public static let put = HTTPMethod(rawValue: "PUT")
    public static let patch = HTTPMethod(rawValue: "PATCH")
    public static let delete = HTTPMethod(rawValue: "DELETE")
    public static let options = HTTPMethod(rawValue: "OPTIONS")
    public static let trace = HTTPMethod(rawValue: "TRACE")
    public static let connect = HTTPMethod(rawValue: "CONNECT")

    /// Whether the method is safe, that is, read-only (RFC 9110, section 9.2.1): GET, HEAD, OPTIONS and TRACE.
    public var isSafe: Bool {
        switch self {
        case .get, .head, .options, .trace: true
        default: false
        }
    }

    /// Whether sending a request twice has the same effect as sending it once (RFC 9110, section 9.2.2): the safe
    /// methods, PUT and DELETE.
    public var isIdempotent: Bool {
        isSafe || self == .put || self == .delete
    }
}

extension HTTPMethod: CustomStringConvertible {
    public var description: String { rawValue }
}
