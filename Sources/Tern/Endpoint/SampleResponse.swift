import Foundation

/// What a stub answers instead of the network.
///
/// ```swift
/// .json(User(login: "octocat"))                       // 200, application/json
/// .json(["login": login, "id": 7, "tags": tags])      // a literal of mixed values
/// .json(text: #"{"login":"octocat"}"#)                // JSON that is written out already
/// .status(404)
/// .json(problem, status: 422)
/// .networkError(URLError(.notConnectedToInternet))    // fails with TernError.Code.notConnected
/// .chunked([head, tail])                              // two pieces, progress after each
/// .json(user).breakingOff(after: 10, with: URLError(.networkConnectionLost))
/// .json(user).held(by: gate)                          // when the test releases it
/// .json(user).held(by: gate, after: 10)               // and ten bytes of the body before that
/// ```
///
/// It goes through everything a live answer goes through: limits, validation, plugins, decoding.
public struct SampleResponse: Sendable {
    /// What happens, once nothing holds it any more.
    package enum Outcome: Sendable {
        case answer(SampleAnswer)
        case failure(any Error)
    }

    package private(set) var outcome: Outcome
    package private(set) var gate: SampleGate?

    /// A status and a body.
    public static func networkResponse(_ statusCode: Int, _ data: Data) -> SampleResponse {
        answer(statusCode, [:], data)
    }

    /// A head of Foundation's type and a body.
    public static func response(_ response: HTTPURLResponse, _ data: Data) -> SampleResponse {
        answer(response.statusCode, HTTPHeaders(response), data)
    }

    /// No answer: the transport throws this. An error of `NSURLErrorDomain` gets the code that it would get live.
    public static func networkError(_ error: any Error) -> SampleResponse {
        SampleResponse(outcome: .failure(error))
    }

    /// Text in UTF-8.
    public static func text(_ text: String, status: Int = 200, headers: HTTPHeaders = [:]) -> SampleResponse {
        answer(status, headers, Data(text.utf8), contentType: "text/plain; charset=utf-8")
    }

    /// The bytes of a file. One that can't be read fails the call with `TernError.Code.missingSample`.
    public static func file(_ url: URL, status: Int = 200, headers: HTTPHeaders = [:]) -> SampleResponse {
        do {
            return answer(status, headers, try Data(contentsOf: url))
        } catch {
            let reason = "The sample file \(url.path) can't be read."
            return networkError(TernError(.missingSample, reason: reason, underlying: error))
        }
    }

    /// A status without a body.
    public static func status(_ statusCode: Int, headers: HTTPHeaders = [:]) -> SampleResponse {
        answer(statusCode, headers, Data())
    }

    /// A body that arrives in these pieces; progress is told after each.
    public static func chunked(_ chunks: [Data], status: Int = 200, headers: HTTPHeaders = [:]) -> SampleResponse {
        SampleResponse(outcome: .answer(SampleAnswer(status: status, headers: headers, chunks: chunks)))
    }

    /// The same, but the connection ends inside the body: the transport throws `error` after so many bytes.
    public func breakingOff(
        after bytes: Int,
        with error: any Error = URLError(.networkConnectionLost)
    ) -> SampleResponse {
        changingAnswer { $0.loss = SampleAnswer.Loss(receivedBytes: bytes, error: error) }
    }

    /// The same, with a body that arrives in so many pieces, if it has as many bytes.
    public func inPieces(_ count: Int) -> SampleResponse {
        changingAnswer { answer in
            let body = answer.body
            let count = max(1, min(count, body.count))
            let size = max(1, (body.count + count - 1) / count)
            answer.chunks = stride(from: 0, to: body.count, by: size)
                .map { Data(body[$0..<min($0 + size, body.count)]) }
        }
    }

    /// Whether the body would arrive at once.
    package var isInOnePiece: Bool {
        if case .answer(let answer) = outcome { answer.chunks.count == 1 } else { false }
    }

    /// The same, once the gate is released.
    public func held(by gate: SampleGate) -> SampleResponse {
        var held = self
        held.gate = gate
        return held
    }

    /// The same, but the body goes on after so many bytes only once the gate is released. One that has no more isn't held.
    ///
    /// A completion handler or an async method of a stubbed `URLSession` is given the body whole, so the whole answer
    /// waits there.
    public func held(by gate: SampleGate, after bytes: Int) -> SampleResponse {
        changingAnswer { $0.hold = SampleAnswer.Hold(receivedBytes: bytes, gate: gate) }
    }

    /// Whether something holds the answer, or a part of it.
    package var isHeld: Bool {
        if gate != nil { return true }
        if case .answer(let answer) = outcome { return answer.hold != nil }
        return false
    }

    /// What this request is answered, as if nothing held it.
    ///
    /// - Throws: What the sample fails with.
    package func answer(to request: Request) throws -> SampleAnswer {
        switch outcome {
        case .failure(let error): throw error
        case .answer(let answer): return answer.responding(to: request)
        }
    }

    /// The same without what holds it.
    package var ungated: SampleResponse {
        var free = changingAnswer { $0.hold = nil }
        free.gate = nil
        return free
    }

    /// A target's `sampleData`, which has to be there.
    package static func sampleData(of target: some TargetType) -> SampleResponse {
        let data = target.sampleData
        guard data.isEmpty else { return answer(200, [:], data) }
        let reason = "\(targetName(of: target)) is stubbed, but its sampleData is empty."
        return networkError(TernError(.missingSample, reason: reason))
    }

    private func changingAnswer(_ change: (inout SampleAnswer) -> Void) -> SampleResponse {
        guard case .answer(var answer) = outcome else { return self }
        change(&answer)
        var changed = self
        changed.outcome = .answer(answer)
        return changed
    }

    static func answer(
        _ status: Int,
        _ headers: HTTPHeaders,
        _ data: Data,
        contentType: String? = nil
    ) -> SampleResponse {
        var headers = headers
        if let contentType, !headers.contains("Content-Type") { headers["Content-Type"] = contentType }
        return .chunked(data.isEmpty ? [] : [data], status: status, headers: headers)
    }
}

extension HTTPHeaders {
    /// The fields of Foundation's response; it holds one value for a name.
    init(_ response: HTTPURLResponse) {
        self.init(reading: {
            response.allHeaderFields.compactMap { name, value in
                (name.base as? String).map { Field(name: $0, value: value as? String ?? "\(value)") }
            }
        })
    }
}
