import Foundation

/// The connection was lost before the response began.
///
/// A transport throws this error instead of a `TernError` to report whether the server may have processed the request.
/// Tern sends the request again if that is safe (RFC 9110, section 9.2.2), and otherwise throws ``error`` with an
/// explanation. A transport that can't determine this throws a `TernError` with code `.connectionLost`. The request
/// then isn't sent again.
public struct ConnectionLoss: Error, Sendable {
    /// The error that the call throws if the request isn't sent again.
    public var error: TernError

    /// Whether the server may have processed the request. `false` if no byte was written, or if the server reports that
    /// it didn't process the request (HTTP/2: REFUSED_STREAM, or GOAWAY with a lower stream id).
    public var mayBeProcessed: Bool

    /// Whether any byte of the request was written. If `true`, the loss counts as an attempt.
    public var isSent: Bool

    /// Whether an earlier exchange used the connection. A server may close such a connection at any time, independent
    /// of the request.
    public var isConnectionReused: Bool

    /// Whether the body can be sent from its beginning: it is replayable, or the transport hasn't started to read it.
    /// `nil` means the value of `RequestBody.isReplayable` of the request's body.
    public var isBodyReplayable: Bool?

    /// Creates the report of a lost connection. By default, the server may have processed the request.
    ///
    /// - Parameters:
    ///   - error: The error that the call throws if the request isn't sent again.
    ///   - mayBeProcessed: See ``mayBeProcessed``. `true` by default.
    ///   - isSent: See ``isSent``. `true` by default.
    ///   - isConnectionReused: See ``isConnectionReused``. `false` by default.
    ///   - isBodyReplayable: See ``isBodyReplayable``. `nil` by default.
    public init(
        _ error: TernError,
        mayBeProcessed: Bool = true,
        isSent: Bool = true,
        isConnectionReused: Bool = false,
        isBodyReplayable: Bool? = nil
    ) {
        self.error = error
        self.mayBeProcessed = mayBeProcessed
        self.isSent = isSent
        self.isConnectionReused = isConnectionReused
        self.isBodyReplayable = isBodyReplayable
    }

    /// Whether the request may be sent again without asking the caller.
    package func allowsRepetition(of request: Request) -> Bool {
        canSendBodyAgain(of: request) && (!mayBeProcessed || isConnectionReused && request.isIdempotent)
    }

    private func canSendBodyAgain(of request: Request) -> Bool {
        isBodyReplayable ?? request.body?.isReplayable ?? true
    }

    /// The error for the caller. Its reason states whether the server may have processed the request, and its advice is
    /// the next step.
    package func explained(for request: Request) -> TernError {
        guard error.code == .connectionLost else { return error }
        let consequence: String
        var advice: String
        if !mayBeProcessed {
            consequence = "The server didn't process the request."
            advice =
                canSendBodyAgain(of: request)
                ? "Send the request again." : "Send the request again, with a new body: this body can be sent once."
        } else if request.isIdempotent {
            consequence = "The server may have processed the request, but its method allows sending it again."
            advice = "Send the request again."
        } else {
            consequence = "The server may have processed the request, so Tern didn't send it again."
            advice = "Find out whether the server processed it, or give the request an Idempotency-Key."
        }
        if mayBeProcessed, Self.mayLoseResponse(to: request) {
            advice +=
                " If the server refuses such a body, send the field Expect: 100-continue: its response then arrives "
                + "before the body is sent."
        }
        return TernError(
            .connectionLost,
            reason: "\(error.reason) \(consequence)",
            advice: advice,
            underlying: error.underlying
        )
    }
}

extension ConnectionLoss {
    /// The size of a body that the buffers of a connection can't be expected to hold.
    private static let largeBodyBytes: Int64 = 64 * 1024

    /// Whether a server that responds before it has received the body, and then closes the connection, may reset the
    /// connection before its response is read (RFC 9112, section 9.6).
    private static func mayLoseResponse(to request: Request) -> Bool {
        guard let body = request.body, !request.headers.contains("Expect") else { return false }
        return body.length.map { $0 >= largeBodyBytes } ?? true
    }
}

extension ConnectionLoss: CustomStringConvertible {
    /// The text of ``error``, and the other properties that are true. Secrets are redacted.
    public var description: String {
        let facts = [
            mayBeProcessed ? "may be processed" : nil, isSent ? "sent" : nil,
            isConnectionReused ? "on a reused connection" : nil, isBodyReplayable == true ? "body replayable" : nil,
        ]
        return "\(error) [\(facts.compactMap(\.self).joined(separator: ", "))]"
    }
}

extension ConnectionLoss: LocalizedError, CustomNSError {
    /// `Tern.ConnectionLoss`. It never changes.
    public static var errorDomain: String { "Tern.ConnectionLoss" }

    /// The number of the code of ``error``.
    public var errorCode: Int { error.errorCode }

    /// The `userInfo` of ``error`` as an `NSError`.
    public var errorUserInfo: [String: Any] { error.errorUserInfo }

    public var errorDescription: String? { error.errorDescription }

    public var recoverySuggestion: String? { error.recoverySuggestion }
}
