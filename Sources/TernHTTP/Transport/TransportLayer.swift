/// A part between Tern and a transport, which can respond itself: for example a cache.
///
/// ```swift
/// struct Maintenance: TransportLayer {
///     let isClosed: @Sendable () -> Bool
///
///     func send(_ request: Request, hop: Hop, next: any Transport) async throws -> Response {
///         if isClosed() { return Response(statusCode: 503, headers: ["Retry-After": "60"]) }
///         return try await next.send(request, hop: hop)
///     }
/// }
///
/// let github = Provider<GitHub>(transport: .platform.layered(Maintenance { settings.isClosed }))
/// ```
///
/// It stands below plugins, validation, time limit and redirects, and above the repetition after a lost connection.
/// Only a request that it passes to `next` is sent: Tern counts it in `attempts`, and a journal of the test kit records
/// it. If the call is stubbed, `next` is the stub, so that a test runs the layer as well.
///
/// The rules for the response and for errors are those of ``Transport``. `next` throws no ``ConnectionLoss``. A layer
/// can also send requests by itself, even after the end of the call, for example to refresh a stored response: with a
/// `Hop()` of its own, so that the call doesn't count them.
public protocol TransportLayer: Sendable {
    /// Returns the response to a request: its own, or that of `next`.
    ///
    /// - Parameters:
    ///   - hop: Pass it to `next` with the request of the call, even if the layer has changed the request.
    ///   - next: Sends a request.
    nonisolated(nonsending) func send(_ request: Request, hop: Hop, next: any Transport) async throws -> Response
}

extension Transport {
    /// This transport with a layer above it, such as a cache.
    ///
    /// Pass it to the provider. A transport that itself wraps the result receives the responses, but no longer shows
    /// Tern which requests are sent.
    public func layered(_ layer: any TransportLayer) -> some Transport {
        LayeredTransport(layer: layer, base: self)
    }
}

extension Transport {
    /// The layers of this transport, from the top.
    package var layers: [any TransportLayer] {
        guard let layered = self as? LayeredTransport else { return [] }
        return [layered.layer] + layered.base.layers
    }

    /// The transport below all layers.
    package var innermost: any Transport { (self as? LayeredTransport)?.base.innermost ?? self }
}

/// A transport with a layer above it. It can itself be below another layer.
private struct LayeredTransport: Transport {
    let layer: any TransportLayer
    let base: any Transport

    func send(_ request: Request, hop: Hop) async throws -> Response {
        try await layer.send(request, hop: hop, next: base)
    }

    func decodesResponse(to request: Request, with headers: HTTPHeaders) -> Bool {
        base.decodesResponse(to: request, with: headers)
    }
}
