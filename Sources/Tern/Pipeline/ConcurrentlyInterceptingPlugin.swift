/// Accepts ``Plugin/intercept(_:context:next:)`` with a `next` that leaves the caller's actor.
///
/// That is the type which `next: @Sendable (Request) async throws -> Response` has in a module without the upcoming feature
/// `NonisolatedNonsendingByDefault`. It differs from ``Plugin/Next``, so such a method doesn't implement the requirement of
/// ``Plugin``. It implements this one, so that a plugin works with either type. Write `next: Next` in new code: it doesn't
/// leave the actor.
public protocol ConcurrentlyInterceptingPlugin: Sendable {
    @_disfavoredOverload
    func intercept(
        _ request: Request,
        context: RequestContext,
        next: @concurrent @Sendable (Request) async throws -> Response
    ) async throws -> Response
}

extension ConcurrentlyInterceptingPlugin {
    @_disfavoredOverload
    public func intercept(
        _ request: Request,
        context: RequestContext,
        next: @concurrent @Sendable (Request) async throws -> Response
    ) async throws -> Response {
        Response.notIntercepted
    }

    /// Calls `intercept` of this protocol; `next` if the plugin doesn't implement it.
    func interceptConcurrently(
        _ request: Request,
        context: RequestContext,
        next: Plugin.Next
    ) async throws -> Response {
        let response = try await callIntercept(request, context: context, next: next)
        return response.isIntercepted ? response : try await next(request)
    }

    /// The type of `next` here decides which of the two methods is called.
    private func callIntercept(
        _ request: Request,
        context: RequestContext,
        next: @concurrent @Sendable (Request) async throws -> Response
    ) async throws -> Response {
        try await intercept(request, context: context, next: next)
    }
}

extension Response {
    /// What a plugin without an `intercept` of its own returns; it hasn't called `next`.
    fileprivate static let notIntercepted = {
        var response = Response(statusCode: 0)
        response.attempts = -1
        return response
    }()

    fileprivate var isIntercepted: Bool { attempts >= 0 }
}
