import Foundation

/// What a stub answers instead of the network.
///
/// ```swift
/// .json(User(login: "octocat"))                       // 200, application/json
/// .status(404)
/// .json(problem, status: 422)
/// .networkError(URLError(.notConnectedToInternet))    // fails with TernError.Code.notConnected
/// .chunked([head, tail])                              // two pieces, progress after each
/// .json(user).breakingOff(after: 10, with: URLError(.networkConnectionLost))
/// .json(user).held(by: gate)                          // when the test releases it
/// ```
///
/// It goes through everything a live answer goes through: limits, validation, plugins, decoding.
public struct SampleResponse: Sendable {
    /// What happens, once nothing holds it any more.
    package enum Outcome: Sendable {
        /// The body comes in pieces, unless the connection ends in the midst of it.
        case answer(status: Int, headers: HTTPHeaders, chunks: [Data], loss: Loss?)
        case failure(any Error)
    }

    /// The end of a connection inside a body.
    package struct Loss: Sendable {
        package let receivedBytes: Int
        package let error: any Error
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

    /// A value as JSON. One that can't be encoded fails the call with `TernError.Code.encodingFailed`.
    public static func json(
        _ value: some Encodable,
        status: Int = 200,
        headers: HTTPHeaders = [:],
        encoder: JSONEncoder = JSONEncoder()
    ) -> SampleResponse {
        do {
            return answer(status, headers, try encoder.encode(value), contentType: "application/json")
        } catch {
            return networkError(error)
        }
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
        SampleResponse(outcome: .answer(status: status, headers: headers, chunks: chunks, loss: nil))
    }

    /// The same, but the connection ends inside the body: the transport throws `error` after so many bytes.
    public func breakingOff(
        after bytes: Int,
        with error: any Error = URLError(.networkConnectionLost)
    ) -> SampleResponse {
        guard case .answer(let status, let headers, let chunks, _) = outcome else { return self }
        var broken = self
        let loss = Loss(receivedBytes: bytes, error: error)
        broken.outcome = .answer(status: status, headers: headers, chunks: chunks, loss: loss)
        return broken
    }

    /// The same, with a body that arrives in so many pieces, if it has as many bytes.
    public func inPieces(_ count: Int) -> SampleResponse {
        guard case .answer(let status, let headers, let chunks, let loss) = outcome else { return self }
        // Not `joined()`, which would go through them byte by byte.
        let body = chunks.reduce(into: Data()) { $0.append($1) }
        let size = max(1, (body.count + max(1, count) - 1) / max(1, count))
        let pieces = stride(from: 0, to: body.count, by: size).map { Data(body[$0..<min($0 + size, body.count)]) }
        var split = self
        split.outcome = .answer(status: status, headers: headers, chunks: pieces, loss: loss)
        return split
    }

    /// Whether the body would arrive at once.
    package var isInOnePiece: Bool {
        if case .answer(_, _, let chunks, _) = outcome { chunks.count == 1 } else { false }
    }

    /// The same, once the gate is released.
    public func held(by gate: SampleGate) -> SampleResponse {
        var held = self
        held.gate = gate
        return held
    }

    /// A target's `sampleData`, which has to be there.
    package static func sampleData(of target: some TargetType) -> SampleResponse {
        let data = target.sampleData
        guard data.isEmpty else { return answer(200, [:], data) }
        let reason = "\(targetName(of: target)) is stubbed, but its sampleData is empty."
        return networkError(TernError(.missingSample, reason: reason))
    }

    private static func answer(
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
