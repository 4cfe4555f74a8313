import Foundation
import Tern

struct ClientVersion: HookPlugin {
    func prepare(_ request: Request, context: RequestContext) async throws -> Request {
        var request = request
        request.headers["User-Agent"] = "Example/1.0"
        return request
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

struct EchoTransport: Transport {
    func send(_ request: Request, hop: Hop) async throws -> Response {
        Response(statusCode: 200, data: request.body?.data ?? Data())
    }
}
