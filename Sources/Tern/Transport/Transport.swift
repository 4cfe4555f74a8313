import Foundation

/// Sends one request and brings back its answer: the seam between Tern and a network engine.
///
/// A provider uses one transport for all its requests. Pass the same one to several providers to share connections:
///
/// ```swift
/// let transport: any Transport = .platform
/// let github = Provider<GitHub>(transport: transport)
/// let gists = Provider<Gists>(transport: transport)
/// ```
///
/// To write one, send method, URL, fields and body as they are, deliver the body as ``Request/delivery`` asks, and keep four
/// rules:
///
/// 1. Return every HTTP answer, whatever its status; judging it is the pipeline's.
/// 2. When the task is cancelled, end the exchange and throw `CancellationError`, soon.
/// 3. Never follow a redirect with credentials to another origin, nor from https to http.
/// 4. Throw what went wrong as a `TernError` with its code, or as an `URLError`, whose codes Tern maps. Anything else
///    reaches the caller as `.transportFailed`.
///
/// In a test, a transport is a few lines:
///
/// ```swift
/// struct EchoTransport: Transport {
///     func send(_ request: Request) async throws -> TransportResponse {
///         TransportResponse(statusCode: 200, body: request.body?.data ?? Data())
///     }
/// }
/// ```
public protocol Transport: Sendable {
    /// The answer to a request.
    nonisolated(nonsending) func send(_ request: Request) async throws -> TransportResponse
}

extension TernError {
    /// The body is, or is announced to be, larger than may be collected.
    static func bodyTooLarge(limit: Int) -> TernError {
        TernError(.bodyTooLarge, reason: "The body is larger than the limit of \(limit) bytes.")
    }
}
