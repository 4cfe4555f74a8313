/// Supports implementations of ``Plugin/intercept(_:context:next:)`` whose `next` leaves the caller's actor.
///
/// A parameter of type `@Sendable (Request) async throws -> Response` has this effect in a module without the upcoming
/// feature `NonisolatedNonsendingByDefault`. This type differs from ``Plugin/Next``, so a method with such a parameter
/// doesn't implement the requirement of ``Plugin``. The method implements the requirement of this protocol instead. A
/// plugin therefore works with either type. In new code, write ``Plugin/Next``, which doesn't leave the actor.
public protocol ConcurrentlyInterceptingPlugin: Sendable {
    /// Wraps the request, as ``Plugin/intercept(_:context:next:)`` does. The default passes the request on unchanged.
    @_disfavoredOverload
    func intercept(
        _ request: Request,
        context: RequestContext,
        next: @escaping @concurrent @Sendable (Request) async throws -> Response
    ) async throws -> Response
}

extension ConcurrentlyInterceptingPlugin {
    /// Passes the request on unchanged.
    @_disfavoredOverload
    public func intercept(
        _ request: Request,
        context: RequestContext,
        next: @escaping @concurrent @Sendable (Request) async throws -> Response
    ) async throws -> Response {
        Response.notIntercepted
    }

    // Both methods are inlined, since separate async functions take more time in each call.

    /// Calls this protocol's `intercept`, or `next` if the plugin doesn't implement it.
    @inline(__always)
    func interceptConcurrently(
        _ request: Request,
        context: RequestContext,
        next: @escaping Plugin.Next
    ) async throws -> Response {
        let response = try await callIntercept(request, context: context, next: next)
        return response.isIntercepted ? response : try await next(request)
    }

    /// The type of this `next` selects which of the two methods is called.
    @inline(__always)
    private func callIntercept(
        _ request: Request,
        context: RequestContext,
        next: @escaping @concurrent @Sendable (Request) async throws -> Response
    ) async throws -> Response {
        try await intercept(request, context: context, next: next)
    }
}

extension Response {
    /// The return value of the default `intercept`, which hasn't called `next`.
    fileprivate static let notIntercepted = {
        var response = Response(statusCode: 0)
        response.attempts = -1
        return response
    }()

    fileprivate var isIntercepted: Bool { attempts >= 0 }
}
