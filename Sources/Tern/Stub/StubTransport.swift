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
    var clock: any Clock<Duration> { boxedClock.value }
    private let boxedClock: Box<any Clock<Duration>>
    let link: (any StubLink)?
    let coders: SampleCoders
    /// The sequences of the provider.
    let sequences: SampleSequences

    init(
        _ endpoint: Endpoint,
        for target: any TargetType,
        delay: Duration,
        clock: Box<any Clock<Duration>>,
        link: (any StubLink)?,
        coders: SampleCoders,
        sequences: SampleSequences
    ) {
        makeSample = endpoint.sampleResponseClosure
        requestSample = endpoint.requestSample
        self.target = target
        self.delay = delay
        boxedClock = clock
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
        boxedClock = Box(clock)
        link = nil
        coders = Self.plainCoders
        sequences = SampleSequences()
    }

    func send(_ request: Request, hop: Hop) async throws -> Response {
        try Task.checkCancellation()
        let made = try await requestSample?(request, coders) ?? makeSample()
        let sample = sequences.response(of: made, for: target.map(targetName) ?? "").encoded(for: coders)
        if let response = try immediateResponse(of: sample, to: request, hop) { return response }
        let connection = try await link?.connect(to: request.url)
        do {
            var progress = try await sendBody(of: request, hop, over: connection)
            try await connection?.endRequest()
            try await wait(for: sample.parts.arrival, after: delay, as: request)
            let message = try sample.message(for: request)
            try await connection?.receiveHead()
            try message.check()
            let bytes = message.parts.chunks.reduce(0) { $0 + $1.count }
            if request.delivery.isCollected, bytes > 0, bytes > request.bodyLimit {
                throw TernError.bodyTooLarge(limit: request.bodyLimit, status: message.parts.status)
            }
            progress.expectedReceivedBytes = Int64(bytes)
            let body = StubBody(message, progress, of: request, hop, from: self, over: connection)
            return Self.response(message, .stream(BodyStream(body)), to: request)
        } catch {
            connection?.close(isReusable: false)
            throw error
        }
    }

    func decodesResponse(to request: Request, with headers: HTTPHeaders) -> Bool {
        request.decoding == .automatic && ContentDecoder.decodes(headers)
    }

    // MARK: - Private

    /// The response of a sample whose body is in one piece, if nothing has to be waited for, and no progress of a
    /// request's body to be reported. `nil` for any other sample.
    private func immediateResponse(of sample: SampleResponse, to request: Request, _ hop: Hop) throws -> Response? {
        guard delay <= .zero, link == nil, !sample.isHeld, request.delivery.isCollected,
            request.body == nil || hop.progress == nil && request.body?.data != nil
        else { return nil }
        let message = try sample.message(for: request)
        guard message.parts.chunks.count <= 1, message.parts.loss == nil else { return nil }
        let body = message.parts.chunks.first ?? Data()
        guard body.count <= request.bodyLimit || body.isEmpty else { return nil }
        try message.check()
        if !body.isEmpty {
            let count = Int64(body.count)
            hop.progress?(TransferProgress(receivedBytes: count, expectedReceivedBytes: count))
        }
        return Self.response(message, .data(body), to: request)
    }

    /// Reads the body of the request, as a live transport does, and reports its progress.
    ///
    /// - Returns: The last progress.
    private func sendBody(
        of request: Request,
        _ hop: Hop,
        over connection: (any StubConnection)?
    ) async throws -> TransferProgress {
        let length = request.body?.length.flatMap { $0 > 0 ? $0 : nil }
        let progress = Locked(TransferProgress(expectedSentBytes: length))
        try await request.body?.forEachChunk { chunk in
            var rest = chunk.count
            while rest > 0 {
                let bytes = min(rest, Self.sentPieceBytes)
                try await connection?.sendBody(bytes)
                let sent = progress.withLock { progress in
                    progress.sentBytes += Int64(bytes)
                    return progress
                }
                hop.progress?(sent)
                rest -= bytes
            }
        }
        return progress.withLock(\.self)
    }

    private static func response(_ message: SampleResponse, _ body: Response.Body, to request: Request) -> Response {
        var response = Response(
            statusCode: message.parts.status,
            headers: message.parts.headers,
            body: body,
            url: message.parts.url ?? request.url
        )
        if response.stream == nil, !message.parts.trailers.isEmpty { response.trailers = message.parts.trailers }
        if message.parts.isEncodedByDefault { response.isEncodedByDefault = true }
        if message.parts.isDecoded { response.isDecoded = true }
        return response
    }
}

extension SampleResponse {
    /// A transport that returns this response to each request.
    ///
    /// - Parameter clock: Measures the delays.
    package func transport(on clock: any Clock<Duration>) -> any Transport { StubTransport(self, clock: clock) }
}
