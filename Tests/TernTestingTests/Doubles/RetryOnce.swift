import Foundation
import Tern

/// Sends once more what failed.
struct RetryOnce: Plugin {
    func intercept(
        _ request: URLRequest,
        context: RequestContext,
        next: @Sendable (URLRequest) async throws -> Response
    ) async throws -> Response {
        do { return try await next(request) } catch { return try await next(request) }
    }
}
