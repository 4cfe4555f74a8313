import Foundation
import Tern

/// Whether a stored response replaces a failure of the network or the server (RFC 5861, section 4).
struct FailureRule: Sendable {
    /// The time that the owner of the cache allows.
    let staleOnFailure: Duration
    /// The time that the request allows.
    private let allowedByRequest: Duration
    private let isAllowed: Bool
    private let headers: HTTPHeaders

    init(for request: Request, _ use: Request.CacheUse, staleOnFailure: Duration) {
        let control = CacheControl(request.headers)
        self.staleOnFailure = staleOnFailure
        headers = request.headers
        allowedByRequest = control.staleIfError ?? .zero
        isAllowed =
            use == .standard && !control.requiresValidation && !Conditions.exist(in: request.headers)
            && request.method.isSafe
    }

    func allows(_ stored: StoredResponse, at now: Date) -> Bool {
        guard isAllowed, !stored.control.forbidsStale, !stored.control.requiresValidation,
            ByteRange.answer(to: headers, from: stored) != nil
        else { return false }
        let window = max(stored.control.staleIfError ?? .zero, allowedByRequest, staleOnFailure)
        return window > .zero && stored.freshness.staleness(at: now) <= window
    }

    /// The errors of a network and of a server.
    private static let failures: Set<TernError.Code> = [
        .timedOut, .notConnected, .hostNotFound, .connectionRefused, .connectionLost, .tlsFailed, .proxyFailed,
        .malformedResponse, .transportFailed, .overloaded,
    ]

    /// Whether a response may be replaced after this error. A cancelled call and a request that can't be sent have none.
    static func isFailure(_ error: any Error) -> Bool {
        switch error {
        case let error as TernError: failures.contains(error.code)
        case let error as URLError: error.code != .cancelled
        case is CancellationError: false
        default: true
        }
    }
}
