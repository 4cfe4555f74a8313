/// Sends a request over the transport, and again after a lost connection, if that is safe. See ``ConnectionLoss``.
final class Sending: Stage {
    /// The maximum number of repetitions. A server that closes more connections is overloaded.
    private static let maximumRepetitions = 5

    /// The transport below all layers.
    let transport: any Transport
    let layers: LayeredTransport?
    let followsRedirects: Bool

    init(transport: any Transport, followsRedirects: Bool) {
        layers = transport as? LayeredTransport
        self.transport = layers?.innermost ?? transport
        self.followsRedirects = followsRedirects
    }

    @inline(__always)
    func send(_ request: Request, next: NextStage) async throws(TernError) -> Response {
        let hop = Hop(next.progress, followsRedirects: followsRedirects)
        guard let layers else { return try await send(request, hop, next) }
        return try await layers.send(request, hop: hop, above: next, over: transport) { [self] request, hop in
            try await send(request, hop, next)
        }
    }

    @inline(__always)
    private func send(_ request: Request, _ hop: Hop, _ next: NextStage) async throws(TernError) -> Response {
        do {
            return try await transport.send(request, hop: hop).from(request)
        } catch let loss as ConnectionLoss {
            return try await repeated(request, hop, after: loss, next)
        } catch {
            throw .wrapping(error, thrownBy: .transport)
        }
    }

    private func repeated(
        _ request: Request,
        _ hop: Hop,
        after first: ConnectionLoss,
        _ next: NextStage
    ) async throws(TernError) -> Response {
        var loss = first
        for repetition in 0..<Self.maximumRepetitions {
            // The cancellation, or the end of the time limit, may be the cause of the loss.
            if Task.isCancelled { throw TernError(.cancelled) }
            guard loss.allowsRepetition(of: request) else { break }
            if loss.isSent, hop.isOfCall { next.willSend(request) }
            // Other idle connections may be closed, too.
            let isNew = loss.mayBeProcessed || repetition > 0
            let hop = Hop(
                hop.sink,
                needsNewConnection: isNew,
                followsRedirects: hop.followsRedirects,
                isOfCall: hop.isOfCall
            )
            do {
                return try await transport.send(request, hop: hop).from(request)
            } catch let another as ConnectionLoss {
                loss = another
            } catch {
                throw .wrapping(error, thrownBy: .transport)
            }
        }
        throw loss.explained(for: request)
    }
}

extension Response {
    /// This response with the URL of its request, if the transport hasn't set one.
    fileprivate func from(_ request: Request) -> Response {
        guard url == nil else { return self }
        var response = self
        response.url = request.url
        return response
    }
}

// MARK: - Layers

extension LayeredTransport {
    /// Returns the response of the layers, which pass the requests that are sent to `send`, that is to `transport`.
    func send(
        _ request: Request,
        hop: Hop,
        above next: NextStage,
        over transport: any Transport,
        through send: @escaping LayerEnd.Send
    ) async throws(TernError) -> Response {
        next.layerSendings?.withLock { $0.beginHop() }
        do {
            return try await over(LayerEnd(next: next, transport: transport, send: send)).send(request, hop: hop).from(
                request
            )
        } catch {
            throw .wrapping(error, thrownBy: .transport)
        }
    }
}

/// The transport below the layers of one call. It counts the requests that they send for the call.
struct LayerEnd: Transport {
    typealias Send = nonisolated(nonsending) @Sendable (Request, Hop) async throws -> Response

    let next: NextStage
    let transport: any Transport
    let send: Send

    func send(_ request: Request, hop: Hop) async throws -> Response {
        let counts = hop.isOfCall && next.layerSendings?.withLock { $0.send() } ?? true
        if counts { next.willSend(request) }
        return try await send(request, hop)
    }

    func decodesResponse(to request: Request, with headers: HTTPHeaders) -> Bool {
        transport.decodesResponse(to: request, with: headers)
    }
}

/// The requests that the layers of a transport have sent for one attempt.
struct LayerSendings {
    private var hasSent = false
    /// Whether the next request follows a redirect of one that was counted. Redirects don't count.
    private var isRedirect = false

    /// Begins the request of the attempt, or one that follows a redirect.
    mutating func beginHop() {
        isRedirect = hasSent
    }

    /// - Returns: Whether the request counts.
    mutating func send() -> Bool {
        defer { (hasSent, isRedirect) = (true, false) }
        return !isRedirect
    }
}
