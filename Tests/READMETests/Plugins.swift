import Foundation
import Tern

struct ClientVersion: Plugin {
    func prepare(_ request: URLRequest, context: RequestContext) async throws -> URLRequest {
        var request = request
        request.setValue("Example/1.0", forHTTPHeaderField: "User-Agent")
        return request
    }
}

struct RetryOnce: Plugin {
    func intercept(
        _ request: URLRequest,
        context: RequestContext,
        next: @Sendable (URLRequest) async throws -> Response
    ) async throws -> Response {
        do {
            return try await next(request)
        } catch let error as TernError where error.code == .connectionLost {
            return try await next(request)
        }
    }
}

struct EchoTransport: Transport {
    func send(_ request: TransportRequest) async throws -> TransportResponse {
        TransportResponse(statusCode: 200, body: request.urlRequest.httpBody ?? Data())
    }
}
