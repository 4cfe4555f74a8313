/// Runs a layer of the transport, such as a cache. The requests that the layer sends pass the later stages.
final class LayerStage: Stage {
    private let layer: any TransportLayer
    /// The transport below all layers.
    private let transport: any Transport

    init(_ layer: any TransportLayer, over transport: any Transport) {
        self.layer = layer
        self.transport = transport
    }

    func send(_ request: Request, next: NextStage) async throws(TernError) -> Response {
        do {
            let rest = Rest(next: next, transport: next.exchange.stub ?? transport)
            return try await layer.send(request, hop: next.hop, next: rest).from(request)
        } catch {
            throw .wrapping(error, thrownBy: .transport)
        }
    }

    /// The later stages as a transport. A layer can use it after the end of the call, too.
    private struct Rest: Transport {
        let next: NextStage
        let transport: any Transport

        func send(_ request: Request, hop: Hop) async throws -> Response {
            var next = next
            next.hop = hop
            return try await next.send(request)
        }

        func decodesResponse(to request: Request, with headers: HTTPHeaders) -> Bool {
            transport.decodesResponse(to: request, with: headers)
        }
    }
}

extension Response {
    /// This response with the URL of its request, if the layer or the transport hasn't set one.
    func from(_ request: Request) -> Response {
        guard url == nil else { return self }
        var response = self
        response.url = request.url
        return response
    }
}
