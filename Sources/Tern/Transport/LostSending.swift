import Foundation

/// A request that was sent, or was about to be, and got no response: the connection ended before the first byte of one.
///
/// An engine throws it inside its transport, which decides by ``mayBeRepeated(_:)`` whether the request goes out again,
/// and throws ``error`` if it doesn't.
struct LostSending: Error {
    /// What the server can have done with the request.
    enum Effect {
        /// Nothing: no byte was written, or the server says that it didn't act (REFUSED_STREAM, or GOAWAY with a lower
        /// stream).
        case none
        /// It may have received all of it, and acted upon it.
        case unknown
    }

    var error: TernError
    var effect: Effect
    /// Whether anything was written, so that it counts as an attempt.
    var isAttempt: Bool
    /// Whether the connection had been used before. A server closes such a connection when it likes, which says nothing
    /// about the request; on a new one it does.
    var isConnectionReused: Bool
    /// Whether the body can be had from its beginning: it is replayable, or wasn't begun.
    var isBodyThere: Bool

    /// Whether the request may go out again without a decision of the caller's (RFC 9110, section 9.2.2).
    func mayBeRepeated(_ request: Request) -> Bool {
        guard isBodyThere else { return false }
        switch effect {
        case .none: return true
        case .unknown: return isConnectionReused && request.isIdempotent
        }
    }

    /// How often one exchange is sent again before its error is the result. A server that refuses so often is overloaded.
    static let maximumRepetitions = 5

    /// The error for the caller: what is known about how far the request came, and what to do.
    func explained(for request: Request) -> TernError {
        guard error.code == .connectionLost else { return error }
        let consequence =
            switch effect {
            case .none:
                "The request was not acted upon, so it can be sent again."
            case .unknown where request.isIdempotent:
                "The server may have acted upon the request; its method allows sending it again."
            case .unknown:
                """
                The server may have acted upon the request, so Tern didn't send it again. Find out whether it did, or give \
                the request an Idempotency-Key.
                """
            }
        return TernError(.connectionLost, reason: "\(error.reason) \(consequence)", underlying: error.underlying)
    }
}

extension TernError {
    /// This error after so many attempts at least.
    func with(attempts: Int) -> TernError {
        var error = self
        error.attempts = max(error.attempts, attempts)
        return error
    }
}
