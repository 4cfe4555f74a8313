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
        case .answer(let status, let headers, let chunks, let loss):
            guard (200..<1000).contains(status) else {
                throw TernError(.malformedResponse, reason: "\(status) is not the status of an answer.")
            }
            let hasBody = request.urlRequest.httpMethod != "HEAD" && status != 204 && status != 304
            let body = try collect(hasBody ? chunks : [], until: loss, for: request)
            return TransportResponse(statusCode: status, headers: headers, body: body, url: request.urlRequest.url)
        }
    }

    private func collect(
        _ chunks: [Data],
        until loss: SampleResponse.Loss?,
        for request: TransportRequest
    ) throws -> Data {
        let whole = chunks.reduce(0) { $0 + $1.count }
        var progress = TransferProgress()
        if let report = request.progress, let body = request.urlRequest.httpBody, !body.isEmpty {
            progress.sentBytes = Int64(body.count)
            progress.expectedSentBytes = progress.sentBytes
            report(progress)
        }
        progress.expectedReceivedBytes = Int64(whole)
        guard whole <= request.maximumBodyBytes else { throw TernError.bodyTooLarge(limit: request.maximumBodyBytes) }
        guard chunks.count != 1 || request.progress != nil || loss != nil else { return chunks[0] }

        var body = Data()
        if chunks.count > 1 { body.reserveCapacity(whole) }
        for chunk in chunks where !chunk.isEmpty {
            try Task.checkCancellation()
            let chunk = loss.map { chunk.prefix(max(0, $0.receivedBytes - body.count)) } ?? chunk
            if chunk.count == whole { body = chunk } else { body.append(chunk) }
            if !chunk.isEmpty {
                progress.receivedBytes += Int64(chunk.count)
                request.progress?(progress)
            }
        }
        if let loss { throw loss.error }
        return body
    }
}
