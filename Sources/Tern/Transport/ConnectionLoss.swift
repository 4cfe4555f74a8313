import Foundation

/// The connection was lost before the response began.
///
/// A transport throws this in place of a `TernError` to report whether the server may have processed the request. Tern
/// sends the request again if that is safe (RFC 9110, section 9.2.2), and otherwise throws ``error`` with an
/// explanation. A transport that can't tell throws a `TernError` with code `.connectionLost`. Such a request isn't sent
/// again.
public struct ConnectionLoss: Error, Sendable {
    /// The error that the call throws if the request isn't sent again.
    public var error: TernError

    /// Whether the server may have processed the request. `false` if no byte was written, or if the server reports that
    /// it didn't process the request (HTTP/2: REFUSED_STREAM, or GOAWAY with a lower stream id).
    public var mayBeProcessed: Bool

    /// Whether any byte of the request was written. If so, this counts as an attempt.
    public var isSent: Bool

    /// Whether an earlier exchange used the connection. A server may close such a connection at any time, independent
    /// of the request.
    public var isConnectionReused: Bool

    /// Whether the body can be sent from its beginning: it is replayable, or the transport hasn't started to read it.
    public var isBodyReplayable: Bool

    public init(
        _ error: TernError,
        mayBeProcessed: Bool = true,
        isSent: Bool = true,
        isConnectionReused: Bool = false,
        isBodyReplayable: Bool = false
    ) {
        self.error = error
        self.mayBeProcessed = mayBeProcessed
        self.isSent = isSent
        self.isConnectionReused = isConnectionReused
        self.isBodyReplayable = isBodyReplayable
    }

    /// Whether the request may be sent again without asking the caller.
    func allowsRepetition(of request: Request) -> Bool {
        isBodyReplayable && (!mayBeProcessed || isConnectionReused && request.isIdempotent)
    }

    /// The error for the caller. Its reason says whether the server may have processed the request, and the next step.
    func explained(for request: Request) -> TernError {
        guard error.code == .connectionLost else { return error }
        let consequence =
            if !mayBeProcessed {
                "The server didn't process the request, so it can be sent again."
            } else if request.isIdempotent {
                "The server may have processed the request; its method allows sending it again."
            } else {
                """
                The server may have processed the request, so Tern didn't send it again. Find out whether it did, or give \
                the request an Idempotency-Key.
                """
            }
        return TernError(.connectionLost, reason: "\(error.reason) \(consequence)", underlying: error.underlying)
    }
}
