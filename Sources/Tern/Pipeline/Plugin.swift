import Foundation

/// A layer around every request of a provider: logging, credentials, retries, caches.
///
/// Plugins wrap each other in the order of the provider's array; the first is the outermost. Below the last stands the
/// transport, live or stub, and the target's validation: so a status that is not acceptable reaches every plugin as an
/// error that carries the response.
///
/// Most plugins need only one of the first three requirements:
///
/// ```swift
/// struct ClientVersion: Plugin {
///     func prepare(_ request: Request, context: RequestContext) async throws -> Request {
///         var request = request
///         request.headers["User-Agent"] = "Example/1.0"
///         return request
///     }
/// }
/// ```
///
/// One that decides whether and how often the rest runs writes ``intercept(_:context:next:)``. Each call of `next` runs the
/// plugin's own hooks and what stands after the plugin in the array; what stands before it runs once per call:
///
/// ```swift
/// struct RetryOnce: Plugin {
///     func intercept(_ request: Request, context: RequestContext, next: Next) async throws -> Response {
///         do {
///             return try await next(request)
///         } catch let error as TernError where error.code == .connectionLost {
///             return try await next(request)
///         }
///     }
/// }
/// ```
///
/// A plugin may throw anything. A `TernError` reaches the caller as it is, `CancellationError` and
/// `URLError.cancelled` as `.cancelled`, all else as `.pluginFailed` with the error in `underlying`.
///
/// Every requirement is `nonisolated(nonsending)`: it runs where the call is made. So a call from the main actor stays there,
/// without a change of thread for each plugin. Mark a plugin's method `@concurrent` if it does work that takes long.
public protocol Plugin: _PluginSpellings, ConcurrentlyInterceptingPlugin {
    /// The rest of the pipeline, as ``intercept(_:context:next:)`` receives it.
    typealias Next = nonisolated(nonsending) @Sendable (Request) async throws -> Response

    /// Changes the request before it is sent. Returns it unchanged by default. An error ends this attempt unsent.
    func prepare(_ request: Request, context: RequestContext) async throws -> Request

    /// Sees the request as it leaves this layer. Does nothing by default.
    func willSend(_ request: Request, context: RequestContext) async

    /// Sees what came back to this layer. Does nothing by default. Called once for each `willSend`, also if the call is
    /// cancelled.
    func didReceive(_ result: Result<Response, TernError>, context: RequestContext) async

    /// Decides whether and how often the rest of the pipeline runs. Calls `next` once by default.
    ///
    /// - Parameter next: Runs this plugin's `prepare` and `willSend`, the layers further in down to the transport, and this
    ///   plugin's `didReceive`. Each call sends the request once. It doesn't escape: call it here or in an `async let`; a
    ///   task group's closures take it in `withoutActuallyEscaping`.
    func intercept(_ request: Request, context: RequestContext, next: Next) async throws -> Response
}

extension Plugin {
    public func prepare(_ request: Request, context: RequestContext) async throws -> Request { request }

    public func willSend(_ request: Request, context: RequestContext) async {}

    public func didReceive(_ result: Result<Response, TernError>, context: RequestContext) async {}

    public func intercept(_ request: Request, context: RequestContext, next: Next) async throws -> Response {
        try await interceptConcurrently(request, context: context, next: next)
    }
}
