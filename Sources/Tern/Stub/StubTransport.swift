import Foundation

/// Returns a sample response, by the same rules as a live transport.
final class StubTransport: Transport {
    /// The number of bytes of a request's body between two progress updates, if a link delays the exchange.
    private static let sentPieceBytes = 16 * 1024
    /// The coders of a sample that has its body already.
    private static let plainCoders = SampleCoders(decoder: JSONDecoder(), encoder: JSONEncoder())

    /// Creates the sample for one attempt.
    let makeSample: @Sendable () -> SampleResponse
    /// Creates the sample for one attempt from its request, instead of `makeSample`. `nil` for most endpoints.
    let requestSample: Endpoint.RequestSample?
    /// The target, whose case distinguishes the sequences of one function.
    let target: (any TargetType)?
    let delay: Duration
    /// Measures the delays.
    let clock: any Clock<Duration>
    let link: (any StubLink)?
    let coders: SampleCoders
    /// The sequences of the provider.
    let sequences: SampleSequences

    init(
        _ endpoint: Endpoint,
        for target: any TargetType,
        delay: Duration,
        clock: any Clock<Duration>,
        link: (any StubLink)?,
        coders: SampleCoders,
        sequences: SampleSequences
    ) {
        makeSample = endpoint.sampleResponseClosure
        requestSample = endpoint.requestSample
        self.target = target
        self.delay = delay
        self.clock = clock
        self.link = link
        self.coders = coders
        self.sequences = sequences
    }

    /// Returns this sample.
    init(_ sample: SampleResponse, clock: any Clock<Duration>) {
        makeSample = { sample }
        requestSample = nil
        target = nil
        delay = .zero
        self.clock = clock
        link = nil
        coders = Self.plainCoders
        sequences = SampleSequences()
    }

    func send(_ request: Request, hop: Hop) async throws -> Response {
        try Task.checkCancellation()
        let made = try await requestSample?(request, coders) ?? makeSample()
        let sample = sequences.response(of: made, for: target.map(targetName) ?? "").encoded(for: coders)
        let isInMemory = request.body?.data != nil || request.body == nil
        guard request.delivery.isCollected else { return try await streamedResponse(from: sample, to: request, hop) }
        if delay <= .zero, link == nil, !sample.isHeld, isInMemory {
            return try response(from: sample, to: request, hop)
        }
        guard let link else { return try await response(from: sample, to: request, hop, over: nil) }
        let connection = try await link.connect(to: request.url)
        do {
            let response = try await response(from: sample, to: request, hop, over: connection)
            connection.close(isReusable: true)
            return response
        } catch {
            connection.close(isReusable: false)
            throw error
        }
    }

    func decodesResponse(to request: Request, with headers: HTTPHeaders) -> Bool {
        request.decoding == .automatic && ContentDecoder.decodes(headers)
    }

    // MARK: - Private

    /// The response of a sample without delays.
    private func response(from sample: SampleResponse, to request: Request, _ hop: Hop) throws -> Response {
        let message = try sample.message(for: request)
        try message.check()
        // One chunk, and no upload progress to report.
        if message.chunks.count == 1, message.loss == nil, message.chunks[0].count <= request.bodyLimit,
            hop.progress == nil || request.body == nil
        {
            let body = message.chunks[0]
            if !body.isEmpty { hop.progress?(.received(body)) }
            return Self.response(message, .data(body), to: request)
        }
        var bodies = StubBodies(of: request, hop)
        bodies.send(bodies.unsentBytes)
        try bodies.expect(message.chunks, limit: request.bodyLimit, status: message.status)
        do {
            for step in message.steps {
                switch step {
                case .chunk(let chunk):
                    try Task.checkCancellation()
                    bodies.receive(chunk)
                // Can't occur: a sample with a gate or a pause uses the other method.
                case .hold, .pause: break
                case .loss(let error): throw error
                }
            }
        } catch {
            throw Self.error(error, after: message, bodies, of: request)
        }
        return Self.response(message, .data(bodies.received), to: request)
    }

    /// The response of a sample, with the delay of each step.
    private func response(
        from sample: SampleResponse,
        to request: Request,
        _ hop: Hop,
        over connection: (any StubConnection)?
    ) async throws -> Response {
        var (message, bodies) = try await receiveHead(of: sample, to: request, hop, over: connection)
        try bodies.expect(message.chunks, limit: request.bodyLimit, status: message.status)
        do {
            for step in message.steps {
                switch step {
                case .chunk(let chunk):
                    try Task.checkCancellation()
                    try await connection?.receiveBody(chunk.count)
                    bodies.receive(chunk)
                case .hold(let gate): try await wait(for: gate, as: request)
                case .pause(let interval): try await wait(for: interval, as: request)
                case .loss(let error): throw error
                }
            }
        } catch {
            throw Self.error(error, after: message, bodies, of: request)
        }
        return Self.response(message, .data(bodies.received), to: request)
    }

    /// The response of a sample, whose body arrives as it is read.
    private func streamedResponse(from sample: SampleResponse, to request: Request, _ hop: Hop) async throws -> Response
    {
        let connection = try await link?.connect(to: request.url)
        do {
            var (message, bodies) = try await receiveHead(of: sample, to: request, hop, over: connection)
            bodies.expectStream(of: message.chunks)
            let body = StubStreamedBody(message, bodies, of: request, hop, from: self, over: connection)
            return Self.response(message, .stream(BodyStream(body)), to: request)
        } catch {
            connection?.close(isReusable: false)
            throw error
        }
    }

    /// Sends the request and waits for the response, with all delays before its body.
    private func receiveHead(
        of sample: SampleResponse,
        to request: Request,
        _ hop: Hop,
        over connection: (any StubConnection)?
    ) async throws -> (SampleMessage, StubBodies) {
        let bodies = try await sendBody(of: request, hop, over: connection)
        try await connection?.endRequest()
        try await wait(for: sample.arrival, after: delay, as: request)
        let message = try sample.message(for: request)
        try await connection?.receiveHead()
        try message.check()
        return (message, bodies)
    }

    /// Reads the body of the request, as a live transport does, and reports its progress.
    private func sendBody(
        of request: Request,
        _ hop: Hop,
        over connection: (any StubConnection)?
    ) async throws -> StubBodies {
        let bodies = Locked(StubBodies(of: request, hop))
        try await request.body?.forEachChunk { chunk in
            var rest = chunk.count
            while rest > 0 {
                let bytes = min(rest, Self.sentPieceBytes)
                try await connection?.sendBody(bytes)
                let progress = bodies.withLock { $0.addSent(bytes) }
                hop.progress?(progress)
                rest -= bytes
            }
        }
        return bodies.withLock(\.self)
    }

    /// The error of a body that breaks off, with the bytes that arrived.
    private static func error(
        _ error: any Error,
        after message: SampleMessage,
        _ bodies: StubBodies,
        of request: Request
    ) -> TernError {
        .interrupting(response(message, .data(bodies.received), to: request), to: request, error)
    }

    private static func response(
        _ message: SampleMessage,
        _ body: Response.Body,
        to request: Request
    ) -> Response {
        var response = Response(
            statusCode: message.status,
            headers: message.headers,
            body: body,
            url: message.url ?? request.url
        )
        if !message.trailers.isEmpty, response.stream == nil { response.trailers = message.trailers }
        if message.isEncodedByDefault { response.isEncodedByDefault = true }
        if message.isDecoded { response.isDecoded = true }
        return response
    }
}

extension SampleResponse {
    /// A transport that returns this response to each request.
    ///
    /// - Parameter clock: Measures the delays.
    package func transport(on clock: any Clock<Duration>) -> any Transport { StubTransport(self, clock: clock) }
}

extension TransferProgress {
    /// The progress of a body that is received at once.
    fileprivate static func received(_ body: Data) -> TransferProgress {
        TransferProgress(receivedBytes: Int64(body.count), expectedReceivedBytes: Int64(body.count))
    }
}
