import Foundation

/// Sends one request and returns its response: the interface between Tern and a network engine.
///
/// A provider uses one transport for all its requests. Pass the same transport to several providers to share
/// connections:
///
/// ```swift
/// let transport: any Transport = .platform
/// let github = Provider<GitHub>(transport: transport)
/// let gists = Provider<Gists>(transport: transport)
/// ```
///
/// To write a transport, send the method, URL, fields and body as they are, once, and follow these rules:
///
/// 1. Return every HTTP response, regardless of its status. Tern follows redirects, and the target's validation checks
///    other responses.
/// 2. Return the body as data, a file or a ``BodyStream``, whichever is easiest. Tern then collects it, writes it to a
///    file or streams it, as ``Request/delivery`` asks. For ``Request/Delivery/collected(limit:)``, stop at the limit.
///    If your engine has removed the body's content coding, set ``Response/isDecoded``. Say in
///    ``decodesResponse(to:with:)`` when it does, if that isn't the default.
/// 3. When the task is cancelled, end the exchange and throw `CancellationError`, or a `TernError` with code
///    `.cancelled`, promptly. A timeout cancels the task, too. Tern can't end an exchange that ignores this: the call
///    ends when the exchange does.
/// 4. Throw a `TernError` with a code, or a `URLError`, whose codes Tern maps. Any other error reaches the caller as
///    `.transportFailed`. A ``ConnectionLoss`` lets Tern send the request again if that is safe. If you collect a body
///    and it ends early, give the error the response with the bytes that arrived. Tern does so for a ``BodyStream``.
/// 5. Throw `.timedOut` after ``Request/idleTimeout``, or the idle timeout of your configuration, without a sent or
///    received byte, and after the connect timeout of your configuration.
/// 6. If the hop has a ``Hop/progress`` handler, call it with the bytes sent and received, one call after another, and
///    before you return or throw. A handler may be slow: call it on a queue of its own if it would delay the exchange.
/// 7. Open a new connection if ``Hop/needsNewConnection`` is true. You may throw `.bodyTooLarge` before you read a body
///    that is collected and announces more bytes than ``Request/bodyLimit``, but not for a redirect if
///    ``Hop/followsRedirects`` is true.
/// 8. If your engine doesn't support a setting of ``TransportConfiguration``, throw `.unsupportedConfiguration` when
///    the transport is created.
///
/// A transport doesn't handle redirects, the timeout of the whole call, or repetitions. Tern handles them in the same
/// way for every transport. The product `TernConformance` checks all rules.
///
/// In a test, a transport is a few lines:
///
/// ```swift
/// struct EchoTransport: Transport {
///     func send(_ request: Request, hop: Hop) async throws -> Response {
///         Response(statusCode: 200, data: request.body?.data ?? Data())
///     }
/// }
/// ```
public protocol Transport: Sendable {
    /// Sends a request once and returns the response.
    ///
    /// - Throws: `TernError`, `URLError`, ``ConnectionLoss`` or `CancellationError`; see rules 3 to 5 above.
    nonisolated(nonsending) func send(_ request: Request, hop: Hop) async throws -> Response

    /// Whether this transport removes the content codings of a response with these fields. A cache uses a stored response
    /// with a content coding only if its ``Response/isDecoded`` is the same.
    ///
    /// The default is `true` if Tern knows the codings, unless the request has an `Accept-Encoding` field, or a
    /// ``Request/decoding`` of `.none`. A transport around another one returns the result of that one.
    func decodesResponse(to request: Request, with headers: HTTPHeaders) -> Bool
}

extension Transport {
    public func decodesResponse(to request: Request, with headers: HTTPHeaders) -> Bool {
        request.decoding == .automatic && !request.headers.contains("Accept-Encoding")
            && ContentDecoder.decodes(headers)
    }
}

extension Transport {
    /// Sends a request once, without progress.
    // Not public, since a transport around a transport would lose the hop.
    package func send(_ request: Request) async throws -> Response { try await send(request, hop: Hop()) }
}

extension TernError {
    /// The error for a body that exceeds the limit on collected bodies, or whose announced length exceeds it.
    ///
    /// - Parameter status: The status of the response. The text says it if it isn't a success.
    package static func bodyTooLarge(limit: Int, status: Int) -> TernError {
        let reason = "The body is larger than the limit of \(limit) bytes."
        let isSuccess = (200..<300).contains(status)
        return TernError(.bodyTooLarge, reason: isSuccess ? reason : "\(reason) The response has status \(status).")
    }

    /// The error after a time without a byte.
    package static func idle(for time: Duration, underlying: (any Error)? = nil) -> TernError {
        TernError(
            .timedOut,
            reason: "No bytes were sent or received for \(time).",
            advice: idleAdvice,
            underlying: underlying
        )
    }

    package static let idleAdvice =
        "Try again, or set a longer idleTimeout, in the route, in CallOptions or in the TransportConfiguration. A "
        + "timeout doesn't change it."
}
