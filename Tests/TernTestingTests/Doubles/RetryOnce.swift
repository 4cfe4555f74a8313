import Foundation
import Tern

/// Sends a failed request once more.
struct RetryOnce: Plugin {
    func intercept(
        _ request: Request,
        context: RequestContext,
        next: Next
    ) async throws -> Response {
        do { return try await next(request) } catch { return try await next(request) }
    }
}
