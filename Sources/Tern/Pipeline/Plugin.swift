import Foundation

/// Observes or changes every request of a provider, for example for logging, credentials, retries or caches.
///
/// Plugins wrap each other in the order of the provider's array; the first is the outermost. The last one wraps the
/// target's validation and the transport, live or stub. So every plugin receives an unacceptable status as an error
/// that carries the response.
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
/// A plugin that decides whether and how often the rest of the pipeline runs implements ``intercept(_:context:next:)``.
/// Each call of `next` runs the plugin's own hooks and all plugins after it in the array. The plugins before it run
/// once per call:
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
/// A plugin may throw any error. A `TernError` reaches the caller unchanged, `CancellationError` and
/// `URLError.cancelled` as `.cancelled`, and all others as `.pluginFailed` with the error in `underlying`.
///
/// Tern can't end a plugin that waits: a cancelled call, and a call after the limit of a ``DeadlinePlugin``, ends when the
/// plugin returns. The `timeout` of a call doesn't include the plugins. So pass the cancellation of the task on.
///
/// Plugins don't run for each redirect: Tern follows redirects below them. If a plugin signs the URL of a request, the
/// signature isn't valid for the redirected request; in this case, set the transport's redirects to `.never` and follow
/// them in the plugin.
///
/// Every requirement is `nonisolated(nonsending)`: it runs on the caller's actor. So a call from the main actor doesn't
/// change threads for each plugin. Mark a plugin's method `@concurrent` if its work takes long.
public protocol Plugin: _PluginSpellings, ConcurrentlyInterceptingPlugin {
    /// The rest of the pipeline, as ``intercept(_:context:next:)`` receives it.
    typealias Next = nonisolated(nonsending) @Sendable (Request) async throws -> Response

    /// Changes the request before it is sent. Returns it unchanged by default. An error ends this attempt before it is
    /// sent.
    func prepare(_ request: Request, context: RequestContext) async throws -> Request

    /// Receives the request that this plugin passes on. Does nothing by default.
    func willSend(_ request: Request, context: RequestContext) async

    /// Receives the response or the error of the request that this plugin passed on. Does nothing by default. Called
    /// once for each `willSend`, even if the call is cancelled.
    func didReceive(_ result: Result<Response, TernError>, context: RequestContext) async

    /// Decides whether and how often the rest of the pipeline runs. Calls `next` once by default.
    ///
    /// - Parameters:
    ///   - request: The request, as the plugins before this one have changed it.
    ///   - context: The call that the request belongs to.
    ///   - next: Runs this plugin's `prepare` and `willSend`, the inner plugins and the transport, and this plugin's
    ///     `didReceive`. Each call sends the request once. Declare it as `next: @escaping Next` to use it in a task
    ///     group.
    func intercept(_ request: Request, context: RequestContext, next: @escaping Next) async throws -> Response
}

extension Plugin {
    public func prepare(_ request: Request, context: RequestContext) async throws -> Request { request }

    public func willSend(_ request: Request, context: RequestContext) async {}

    public func didReceive(_ result: Result<Response, TernError>, context: RequestContext) async {}

    public func intercept(
        _ request: Request,
        context: RequestContext,
        next: @escaping Next
    ) async throws -> Response {
        try await interceptConcurrently(request, context: context, next: next)
    }
}
