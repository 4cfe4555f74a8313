/// Responds to a stubbed call with its sample. The stages below are those of a live call.
final class Stubbing: Stage {
    @inline(__always)
    func send(_ request: Request, next: NextStage) async throws(TernError) -> Response {
        next.willSend(request)
        guard let stub = next.exchange.stub else { return try await next.send(request) }
        do { return try await stub.send(request, hop: Hop(next.progress)) } catch {
            throw .wrapping(error, thrownBy: .transport)
        }
    }
}
