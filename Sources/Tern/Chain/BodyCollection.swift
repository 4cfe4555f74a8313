import Foundation

/// Collects a body in memory, with a limit, whatever form the transport gave it. Passes the head of a response to the
/// plugins that have asked for it, before the body has arrived.
final class BodyCollection: Stage {
    @inline(__always)
    func send(_ request: Request, next: NextStage) async throws(TernError) -> Response {
        if let handler = next.headHandler { return try await send(request, next: next, reportingHeadTo: handler.value) }
        let response = try await next.send(request)
        guard request.delivery.isCollected else { return response }
        if case .data(let data) = response.body, data.count <= request.bodyLimit { return response }
        return try await response.collected(for: request)
    }

    private func send(
        _ request: Request,
        next: NextStage,
        reportingHeadTo handler: NextStage.HeadHandler
    ) async throws(TernError) -> Response {
        // A transport may return the head of a collected body only with the body.
        var streamed = request
        if request.delivery.isCollected {
            streamed.delivery = .streamed
            streamed.attributes[ReadAtOnce.self] = true
        }
        let response = try await next.send(streamed)
        var head = response.with(.data(Data()), of: nil)
        head.request = request
        head.target = next.exchange.target
        let failure = next.exchange.validation.failure(of: response)
        let error = failure.map { TernError($0.code, reason: $0.reason, request: request, response: head) }
        handler(error.map { .failure($0) } ?? .success(head))
        return request.delivery.isCollected ? try await response.collected(for: request) : response
    }
}
