import Foundation
import Tern

struct ClientVersion: Plugin {
    func intercept(_ request: Request, context: RequestContext, next: Next) async throws -> Response {
        var request = request
        request.headers["User-Agent"] = "Example/1.0"
        return try await next(request)
    }
}

struct RetryOnce: Plugin {
    func intercept(
        _ request: Request,
        context: RequestContext,
        next: Next
    ) async throws -> Response {
        do {
            return try await next(request)
        } catch let error as TernError where error.code == .connectionLost {
            return try await next(request)
        }
    }
}

let requestIDs = Hooks(
    prepare: { request, context in request.headers["X-Request-ID"] = "\(context.id)-\(context.attempt)" },
    didReceive: { result, context in print(context.id, (try? result.get())?.statusCode ?? 0) }
)

struct EchoTransport: Transport {
    func send(_ request: Request, hop: Hop) async throws -> Response {
        Response(statusCode: 200, data: request.body?.data ?? Data())
    }
}
