import Foundation
import Tern

/// Decides whether a request fits an entry of a double.
enum RequestMatcher: Sendable {
    /// The requests of a case with its arguments.
    case target(any TargetType)
    /// The requests with a method and a URL. `of` is the case from which a route was made.
    case pattern(RequestPattern, of: (any TargetType)?)
    /// All requests that no other entry fits.
    case others

    /// The request with the case and the parameters of the entry. `nil` if it doesn't fit.
    ///
    /// - Parameter pattern: The pattern of the request, whose method may be that of another request. `nil` if no entry
    ///   has one.
    func match(_ request: RecordedRequest, _ pattern: RequestPattern?) -> RecordedRequest? {
        switch self {
        case .target(let target):
            return request.target.map(target.isSameCase) ?? false ? request : nil
        case .pattern(let own, let target):
            guard let parameters = pattern.flatMap(own.parameters) else { return nil }
            var request = request
            request.target = target ?? request.target
            request.parameters = parameters
            return request
        case .others: return nil
        }
    }

    /// The case whose requests fit.
    var target: (any TargetType)? { if case .target(let target) = self { target } else { nil } }

    var isPattern: Bool { if case .pattern = self { true } else { false } }

    /// If several entries fit, the one with the largest numbers is used.
    var specificity: [Int] { if case .pattern(let pattern, _) = self { pattern.specificity } else { [] } }

    /// Whether both fit the same requests.
    func isEquivalent(to other: RequestMatcher) -> Bool {
        switch (self, other) {
        case (.target(let own), .target(let other)): own.isSameCase(as: other)
        case (.pattern(let own, _), .pattern(let other, _)): own.isEquivalent(to: other)
        case (.others, .others): true
        default: false
        }
    }

    /// Why a request doesn't fit. `nil` if all requests do.
    ///
    /// - Parameter rules: The rules of the request.
    func difference(from request: RecordedRequest, shownBy rules: Redaction) -> RequestDifference? {
        switch self {
        case .target(let target): request.target.map { RequestDifference(between: target, and: $0, shownBy: rules) }
        case .pattern(let pattern, _): RequestDifference(between: pattern, and: request, shownBy: rules)
        case .others: nil
        }
    }
}
