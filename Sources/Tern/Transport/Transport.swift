import Foundation

/// Sends one request and returns its response: the seam between Tern and a network engine.
///
/// A provider uses one transport for all its requests. Pass the same one to several providers to share connections:
///
/// ```swift
/// let transport: any Transport = .platform
/// let github = Provider<GitHub>(transport: transport)
/// let gists = Provider<Gists>(transport: transport)
/// ```
///
/// To write one, send method, URL, fields and body as they are, once, and keep four rules:
///
/// 1. Return every HTTP response, whatever its status. Tern follows redirects, and the target's validation judges the rest.
/// 2. Return the body as data, a file or a ``BodyStream``, whichever is easiest. The call collects it, writes it to a file or
///    streams it, as ``Request/delivery`` asks. Where that is ``Request/Delivery/collected(limit:)``, stop at the limit.
/// 3. When the task is cancelled, end the exchange and throw `CancellationError`, soon.
/// 4. Throw what went wrong as a `TernError` with its code, or as a `URLError`, whose codes Tern maps. Anything else
///    reaches the caller as `.transportFailed`. A ``ConnectionLoss`` lets Tern send the request again where that is safe.
///
/// Redirects, timeouts and repetitions are not a transport's work: Tern does them, in the same way for every transport.
///
/// In a test, a transport is a few lines:
///
/// ```swift
/// struct EchoTransport: Transport {
///     func send(_ request: Request) async throws -> Response {
///         Response(statusCode: 200, data: request.body?.data ?? Data())
///     }
/// }
/// ```
public protocol Transport: Sendable {
    /// The response to a request.
    nonisolated(nonsending) func send(_ request: Request) async throws -> Response

    /// Which redirects Tern follows. Up to 20 by default.
    var redirectPolicy: TransportConfiguration.RedirectPolicy { get }
}

extension Transport {
    public var redirectPolicy: TransportConfiguration.RedirectPolicy { .follow(limit: Redirect.limit) }
}

extension TernError {
    /// The body is, or is announced to be, larger than may be collected.
    static func bodyTooLarge(limit: Int) -> TernError {
        TernError(.bodyTooLarge, reason: "The body is larger than the limit of \(limit) bytes.")
    }
}
