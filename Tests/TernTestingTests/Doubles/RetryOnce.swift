import Foundation
import Tern

/// Sends once more what failed.
struct RetryOnce: Plugin {
    func intercept(
        _ request: Request,
        context: RequestContext,
        next: Next
    ) async throws -> Response {
        do { return try await next(request) } catch { return try await next(request) }
    }
}
