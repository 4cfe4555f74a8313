/// Collects a body in memory, with a limit, whatever form the transport gave it.
final class BodyCollection: Stage {
    @inline(__always)
    func send(_ request: Request, next: NextStage) async throws(TernError) -> Response {
        let response = try await next.send(request)
        guard request.delivery.isCollected else { return response }
        if case .data(let data) = response.body, data.count <= request.bodyLimit { return response }
        return try await response.collected(for: request)
    }
}
