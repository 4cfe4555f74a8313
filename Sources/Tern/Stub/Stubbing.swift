/// Counts the request, unless a layer of the transport responds to it, and responds to a stubbed call with its sample.
/// The stages below are those of a live call.
final class Stubbing: Stage {
    private let layers: LayeredTransport?

    init(transport: any Transport) {
        layers = transport as? LayeredTransport
    }

    @inline(__always)
    func send(_ request: Request, next: NextStage) async throws(TernError) -> Response {
        var next = next
        if layers == nil { next.willSend(request) } else { next.layerSendings = Locked(LayerSendings()) }
        guard let stub = next.exchange.stub else { return try await next.send(request) }
        let hop = Hop(next.progress)
        if let layers {
            return try await layers.send(request, hop: hop, above: next, over: stub, through: stub.send)
        }
        do { return try await stub.send(request, hop: hop) } catch {
            throw .wrapping(error, thrownBy: .transport)
        }
    }
}
