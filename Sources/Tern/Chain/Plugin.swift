import Foundation

/// Wraps every request of a provider, for example for logging, credentials, retries or caches.
///
/// Plugins wrap each other in the order of the provider's array; the first is the outermost. The last one wraps the
/// target's validation and the transport, live or stub. So every plugin receives an unacceptable status as an error
/// that carries the response.
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
/// Each call of `next` runs the plugins after this one and sends the request once. To only change or observe requests,
/// use ``Hooks``.
///
/// `next` can be called several times at once, and also after the plugin has returned or thrown, for example to renew
/// what it has stored. Each call of `next` is an attempt with a number of its own. An attempt that outlives its call
/// changes neither the result nor the progress of the call, and isn't cancelled with it.
///
/// A plugin may throw any error. A `TernError` reaches the caller unchanged, `CancellationError` and
/// `URLError.cancelled` as `.cancelled`, and all others as `.pluginFailed` with the error in `underlying`.
///
/// Tern can't end a plugin that waits: a cancelled call, and a call after the limit of a `DeadlinePlugin`, ends when the
/// plugin returns. The `timeout` of a call doesn't include the plugins. So pass the cancellation of the task on.
///
/// Plugins don't run for each redirect: Tern follows redirects below them. If a plugin signs the URL of a request, the
/// signature isn't valid for the redirected request; in this case, set ``ProviderConfiguration/redirects`` to `.never`,
/// and follow them in the plugin.
///
/// The method is `nonisolated(nonsending)`: it runs on the caller's actor. So a call from the main actor doesn't change
/// threads for each plugin. Mark it `@concurrent` if its work takes long.
public protocol Plugin: Sendable {
    /// The rest of the pipeline, as ``intercept(_:context:next:)`` receives it.
    typealias Next = NextStage

    /// Sends the request with `next`, once, several times or not at all, and returns the response.
    ///
    /// - Parameters:
    ///   - request: The request, as the plugins before this one have changed it.
    ///   - context: The call that the request belongs to.
    ///   - next: The plugins after this one, and the transport.
    nonisolated(nonsending) func intercept(
        _ request: Request,
        context: RequestContext,
        next: Next
    ) async throws -> Response
}

/// A plugin as a stage. An error that isn't a `TernError` is wrapped here.
final class PluginStage: Stage {
    let plugin: any Plugin

    init(_ plugin: any Plugin) {
        self.plugin = plugin
    }

    @inline(__always)
    func send(_ request: Request, next: NextStage) async throws(TernError) -> Response {
        do {
            return try await plugin.intercept(request, context: next.context, next: next)
        } catch {
            throw TernError.wrapping(error, thrownBy: .plugin(type(of: plugin)))
                .about(target: next.context.target, request: request, attempts: next.exchange.sentCount)
        }
    }
}
