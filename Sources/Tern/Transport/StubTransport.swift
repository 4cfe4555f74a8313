import Foundation

/// Answers from a sample response, under the rules of a live transport.
struct StubTransport: Transport {
    private struct Head {
        let status: Int
        let headers: HTTPHeaders
        let chunks: [Data]
        let loss: SampleResponse.Loss?
    }

    /// How much of a request's body is sent before its progress is told, where a carrier takes its time.
    private static let sentPieceBytes = 16 * 1024

    let sample: SampleResponse
    let delay: Duration
    let clock: any Clock<Duration>
    let carrier: (any StubCarrier)?

    nonisolated(nonsending) func send(_ request: TransportRequest) async throws -> TransportResponse {
        try Task.checkCancellation()
        if let carrier { return try await send(request, by: carrier) }
        if !answersAtOnce { try await waitForServer() }
        return try answer(to: request)
    }

    /// Whether nothing has to be waited for.
    var answersAtOnce: Bool { delay <= .zero && sample.gate == nil && carrier == nil }

    /// The answer, without waiting for it.
    func answer(to request: TransportRequest) throws -> TransportResponse {
        let head = try head(for: request)
        try Self.check(head.status)
        // Most stubs have one piece, and nobody to tell.
        if head.chunks.count == 1, request.progress == nil, head.loss == nil,
            head.chunks[0].count <= request.maximumBodyBytes
        {
            return Self.response(head, head.chunks[0], to: request)
        }
        var bodies = StubBodies(of: request)
        bodies.send(bodies.unsentBytes)
        try bodies.expect(head.chunks, limit: request.maximumBodyBytes)
        for chunk in head.chunks where !chunk.isEmpty {
            try Task.checkCancellation()
            bodies.receive(bodies.part(of: chunk, until: head.loss))
        }
        if let loss = head.loss { throw loss.error }
        return Self.response(head, bodies.received, to: request)
    }

    // MARK: - Private

    /// The time that the server takes.
    private nonisolated(nonsending) func waitForServer() async throws {
        if delay > .zero { try await Waiting.wait(for: delay, on: clock) }
        if let gate = sample.gate { try await gate.pass() }
    }

    private nonisolated(nonsending) func send(
        _ request: TransportRequest,
        by carrier: any StubCarrier
    ) async throws -> TransportResponse {
        let connection = try await carrier.connect(to: request.urlRequest.url)
        do {
            let response = try await answer(to: request, over: connection)
            connection.close(isReusable: true)
            return response
        } catch {
            connection.close(isReusable: false)
            throw error
        }
    }

    /// The same as without a connection, each step at its time.
    private nonisolated(nonsending) func answer(
        to request: TransportRequest,
        over connection: any StubConnection
    ) async throws -> TransportResponse {
        var bodies = StubBodies(of: request)
        while bodies.unsentBytes > 0 {
            let bytes = min(bodies.unsentBytes, Self.sentPieceBytes)
            try await connection.sendBody(bytes)
            bodies.send(bytes)
        }
        try await connection.endRequest()
        try await waitForServer()
        let head = try head(for: request)
        try await connection.receiveHead()
        try Self.check(head.status)
        try bodies.expect(head.chunks, limit: request.maximumBodyBytes)
        for chunk in head.chunks {
            let part = bodies.part(of: chunk, until: head.loss)
            if !part.isEmpty { try await connection.receiveBody(part.count) }
            bodies.receive(part)
        }
        if let loss = head.loss { throw loss.error }
        return Self.response(head, bodies.received, to: request)
    }

    private func head(for request: TransportRequest) throws -> Head {
        switch sample.outcome {
        case .failure(let error):
            throw error
        case .answer(let status, let headers, let chunks, let loss):
            let hasBody = request.urlRequest.httpMethod != "HEAD" && status != 204 && status != 304
            return Head(status: status, headers: headers, chunks: hasBody ? chunks : [], loss: loss)
        }
    }

    private static func check(_ status: Int) throws {
        guard (200..<1000).contains(status) else {
            throw TernError(.malformedResponse, reason: "\(status) is not the status of an answer.")
        }
    }

    private static func response(_ head: Head, _ body: Data, to request: TransportRequest) -> TransportResponse {
        TransportResponse(statusCode: head.status, headers: head.headers, body: body, url: request.urlRequest.url)
    }
}
