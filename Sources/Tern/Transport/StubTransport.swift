import Foundation

/// Answers from a sample response, under the rules of a live transport.
struct StubTransport: Transport {
    let sample: SampleResponse
    let delay: Duration
    let clock: any Clock<Duration>

    nonisolated(nonsending) func send(_ request: TransportRequest) async throws -> TransportResponse {
        try Task.checkCancellation()
        if delay > .zero { try await Waiting.wait(for: delay, on: clock) }
        if let gate = sample.gate { try await gate.pass() }
        return try answer(to: request)
    }

    /// Whether nothing has to be waited for.
    var answersAtOnce: Bool { delay <= .zero && sample.gate == nil }

    /// The answer, without waiting for it.
    func answer(to request: TransportRequest) throws -> TransportResponse {
        switch sample.outcome {
        case .failure(let error):
            throw error
        case .answer(let status, let headers, let chunks):
            guard (200..<1000).contains(status) else {
                throw TernError(.malformedResponse, reason: "\(status) is not the status of an answer.")
            }
            let hasBody = request.urlRequest.httpMethod != "HEAD" && status != 204 && status != 304
            let body = try collect(hasBody ? chunks : [], for: request)
            return TransportResponse(statusCode: status, headers: headers, body: body, url: request.urlRequest.url)
        }
    }

    private func collect(_ chunks: [Data], for request: TransportRequest) throws -> Data {
        let whole = chunks.reduce(0) { $0 + $1.count }
        var progress = TransferProgress()
        if let report = request.progress, let body = request.urlRequest.httpBody, !body.isEmpty {
            progress.sentBytes = Int64(body.count)
            progress.expectedSentBytes = progress.sentBytes
            report(progress)
        }
        progress.expectedReceivedBytes = Int64(whole)
        guard whole <= request.maximumBodyBytes else { throw TernError.bodyTooLarge(limit: request.maximumBodyBytes) }
        guard chunks.count != 1 || request.progress != nil else { return chunks[0] }

        var body = Data()
        if chunks.count > 1 { body.reserveCapacity(whole) }
        for chunk in chunks where !chunk.isEmpty {
            try Task.checkCancellation()
            if chunk.count == whole { body = chunk } else { body.append(chunk) }
            progress.receivedBytes += Int64(chunk.count)
            request.progress?(progress)
        }
        return body
    }
}
