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

/// Sends at most two requests in a call, all its attempts together.
struct RequestQuota: Plugin {
    private enum Count: RequestAttributeKey {
        static let defaultValue = 0
    }

    func intercept(_ request: Request, context: RequestContext, next: Next) async throws -> Response {
        let count = context.update(Count.self) { count in
            count += 1
            return count
        }
        guard count <= 2 else { throw TernError(.overloaded, reason: "The call has sent 2 requests.") }
        return try await next(request)
    }
}

struct EchoTransport: Transport {
    func send(_ request: Request, hop: Hop) async throws -> Response {
        Response(statusCode: 200, data: request.body?.data ?? Data())
    }
}

struct Maintenance: TransportLayer {
    let isClosed: @Sendable () -> Bool

    func send(_ request: Request, hop: Hop, next: any Transport) async throws -> Response {
        if isClosed() { return Response(statusCode: 503, headers: ["Retry-After": "60"]) }
        return try await next.send(request, hop: hop)
    }
}
