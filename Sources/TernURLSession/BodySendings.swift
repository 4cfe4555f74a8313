import TernHTTP

/// Decides whether a session may send a request's body again. It is pure, so that it is tested on all platforms.
///
/// Apple's session repeats a request by itself after a lost connection. It then requests another stream, or counts the
/// sent bytes from the beginning. The server may have processed the request, so only an idempotent request may be
/// repeated (RFC 9110, section 9.2.2). A request that was rejected with a challenge wasn't processed.
struct BodySendings {
    private var hasStream = false
    private var sentBytes: Int64 = 0
    /// The number of times that the session may repeat the request with credentials.
    private var repetitions = 0

    /// Records that a server or a proxy has rejected the request and requests a password.
    ///
    /// - Parameter repetitions: The number of further requests that the method needs. Two for an NTLM handshake.
    mutating func rejected(repetitions: Int = 1) {
        self.repetitions = repetitions
    }

    /// Records that the session requests a stream of the body.
    ///
    /// - Returns: The error to fail with, or `nil` if the session may send the body.
    mutating func needsStream(for request: Request) -> TernError? {
        defer { (hasStream, sentBytes) = (true, 0) }
        guard hasStream else { return nil }
        let isReplayable = request.body?.isReplayable ?? true
        if mayRepeat() { return isReplayable ? nil : TernError(.bodyNotReplayable) }
        return isReplayable && request.isIdempotent ? nil : Self.repetition
    }

    /// Records that the session has sent bytes of the body.
    ///
    /// - Returns: The error to fail with, or `nil` if the session may continue.
    mutating func sent(_ bytes: Int64, of request: Request) -> TernError? {
        defer { sentBytes = bytes }
        guard bytes < sentBytes else { return nil }
        return mayRepeat() || request.isIdempotent ? nil : Self.repetition
    }

    private mutating func mayRepeat() -> Bool {
        defer { repetitions = max(0, repetitions - 1) }
        return repetitions > 0
    }

    private static var repetition: TernError {
        TernError(
            .connectionLost,
            reason: "The connection was lost while the body was being sent, and the session began to send it again."
        )
    }
}
