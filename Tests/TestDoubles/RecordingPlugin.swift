import Foundation
import Tern

/// Writes each event into a log: `"A prepare 1"` is plugin A, attempt 1.
package struct RecordingPlugin: Plugin {
    private let hooks: Hooks

    package init(_ name: String, _ log: Watched<[String]>) {
        hooks = Hooks(
            prepare: { _, context in log.append("\(name) prepare \(context.attempt)") },
            willSend: { _, context in log.append("\(name) willSend \(context.attempt)") },
            didReceive: { result, context in
                switch result {
                case .success(let response):
                    log.append("\(name) didReceive \(response.statusCode) \(context.attempt)")
                case .failure(let error): log.append("\(name) didReceive \(error.code) \(context.attempt)")
                }
            }
        )
    }

    package func intercept(_ request: Request, context: RequestContext, next: Next) async throws -> Response {
        try await hooks.intercept(request, context: context, next: next)
    }
}

/// A plugin whose `intercept` is a closure.
package struct InterceptingPlugin: Plugin {
    package let body: @Sendable (Request, RequestContext, Next) async throws -> Response

    package init(_ body: @escaping @Sendable (Request, RequestContext, Next) async throws -> Response) {
        self.body = body
    }

    package func intercept(_ request: Request, context: RequestContext, next: Next) async throws -> Response {
        try await body(request, context, next)
    }
}

/// Retries after any error, up to a number of attempts.
package struct RetryingPlugin: Plugin {
    package var attempts: Int

    package init(attempts: Int = 3) {
        self.attempts = attempts
    }

    package func intercept(
        _ request: Request,
        context: RequestContext,
        next: Next
    ) async throws -> Response {
        for _ in 1..<attempts {
            do { return try await next(request) } catch {}
        }
        return try await next(request)
    }
}
