import Foundation

/// The response of a stub, or the error with which the stub fails.
///
/// ```swift
/// .json(User(login: "octocat"))                       // 200, application/json
/// .json(["login": login, "id": 7, "tags": tags])      // a literal of mixed values
/// .json(text: #"{"login":"octocat"}"#)                // raw JSON
/// .status(404)
/// .json(problem, status: 422)
/// .networkError(URLError(.notConnectedToInternet))    // fails with TernError.Code.notConnected
/// .chunked([first, second])                           // a progress update after each chunk
/// .json(user).breakingOff(after: 10, with: URLError(.networkConnectionLost))
/// .json(user).delayed(by: .seconds(2))                // on the clock of the provider
/// .json(user).held(by: gate)                          // arrives when the test releases the gate
/// .json(user).held(by: gate, after: 10)               // ten bytes of the body arrive before that
/// .chunked([first, second], every: .seconds(1))       // the second chunk a second after the first
/// .events([event]).stayingOpen(until: gate)           // server-sent events; the body ends when the gate is released
/// .file(video, headers: ["ETag": etag]).servingRanges()   // a part, if the request asks for one
/// .inOrder(.status(401), .json(user))                 // the first request, and the second one
/// ```
///
/// A sample response passes the same stages as a live response: limits, validation, plugins, decoding.
public struct SampleResponse: Sendable {
    /// A change of a response. A class, because the compiler would otherwise specialize the recursive `changing` method
    /// for each closure, with 25 KB of code each.
    private final class Change {
        let apply: (inout Parts) -> Void

        init(_ apply: @escaping (inout Parts) -> Void) {
            self.apply = apply
        }
    }

    /// A sample is copied more often than it is changed.
    private var storage: CopyOnWrite<Parts>

    package init(_ parts: Parts) {
        storage = CopyOnWrite(parts)
    }

    package var parts: Parts {
        _read { yield storage.value }
        _modify { yield &storage.value }
    }

    /// A response with a status, header fields and a body.
    public init(status: Int = 200, headers: HTTPHeaders = [:], body: Data = Data()) {
        self = .chunked(body.isEmpty ? [] : [body], status: status, headers: headers)
    }

    /// A status and a body.
    public static func networkResponse(_ statusCode: Int, _ data: Data) -> SampleResponse {
        make(statusCode, [:], data)
    }

    /// The head of a Foundation response, and a body. The head supplies the URL of the response.
    public static func response(_ response: HTTPURLResponse, _ data: Data) -> SampleResponse {
        var sample = make(response.statusCode, HTTPHeaders(response), data)
        sample.parts.url = response.url
        return sample
    }

    /// No response: the transport throws this error. An error of `NSURLErrorDomain` gets the same code as an error of a
    /// live exchange.
    public static func networkError(_ error: any Error) -> SampleResponse {
        var sample = SampleResponse()
        sample.parts.failure = .network(error)
        return sample
    }

    /// A sample that can't be made. The call fails with this error. The stubs and servers of TernTesting report the
    /// error.
    package static func invalid(_ error: TernError) -> SampleResponse {
        var sample = SampleResponse()
        sample.parts.failure = .invalid(error)
        return sample
    }

    /// Text in UTF-8.
    public static func text(_ text: String, status: Int = 200, headers: HTTPHeaders = [:]) -> SampleResponse {
        make(status, headers, Data(text.utf8), contentType: "text/plain; charset=utf-8")
    }

    /// Any bytes, as `application/octet-stream` by default. A `Content-Type` in `headers` overrides this.
    public static func data(
        _ data: Data,
        contentType: String = "application/octet-stream",
        status: Int = 200,
        headers: HTTPHeaders = [:]
    ) -> SampleResponse {
        make(status, headers, data, contentType: contentType)
    }

    /// The bytes of a file. If the file can't be read, the call fails with `TernError.Code.missingSample`.
    public static func file(_ url: URL, status: Int = 200, headers: HTTPHeaders = [:]) -> SampleResponse {
        do {
            return make(status, headers, try Data(contentsOf: url))
        } catch {
            let reason = "The sample file \"\(url.path)\" can't be read."
            let advice = "Check the path given to .file(_:), and that the file can be read."
            return invalid(TernError(.missingSample, reason: reason, advice: advice, underlying: error))
        }
    }

    /// A status without a body.
    public static func status(_ statusCode: Int, headers: HTTPHeaders = [:]) -> SampleResponse {
        make(statusCode, headers, Data())
    }

    /// A body that arrives in these chunks, with a progress update after each chunk.
    public static func chunked(_ chunks: [Data], status: Int = 200, headers: HTTPHeaders = [:]) -> SampleResponse {
        SampleResponse(Parts(status: status, headers: headers, chunks: chunks))
    }

    /// This response with a connection that ends within the body: the transport throws `error` after this many bytes.
    public func breakingOff(
        after bytes: Int,
        with error: any Error = URLError(.networkConnectionLost)
    ) -> SampleResponse {
        changing { $0.loss = Parts.Loss(receivedBytes: bytes, error: error) }
    }

    /// This response with a body that arrives in this many chunks. A body with fewer bytes arrives in chunks of one
    /// byte.
    public func inPieces(_ count: Int) -> SampleResponse {
        changing { parts in
            let body = parts.body
            let count = max(1, min(count, body.count))
            parts.chunks = body.pieces(of: max(1, (body.count + count - 1) / count))
        }
    }

    /// This response with JSON that the decoder of a provider reads. A sequence stays unchanged.
    package func encoded(for coders: SampleCoders) -> SampleResponse {
        guard let encoding = parts.encoding, let encoder = coders.sampleEncoder else { return self }
        let new = encoding(encoder).parts
        var response = changing { ($0.chunks, $0.failure, $0.encoding) = (new.chunks, new.failure, nil) }
        // A value that couldn't be encoded before has had no head.
        if parts.failure != nil { (response.parts.status, response.parts.headers) = (new.status, new.headers) }
        return response.inPieces(parts.chunks.count)
    }

    /// This response with a body in two pieces, if it has one. A network delivers all but the smallest bodies in
    /// pieces.
    package var arrivingInPieces: SampleResponse {
        parts.chunks.count == 1 && parts.pace == nil ? inPieces(2) : self
    }

    /// This response, which arrives only when the gate is released.
    public func held(by gate: SampleGate) -> SampleResponse {
        changingArrival { $0.gate = gate }
    }

    /// This response, which arrives after this delay. Cancelling the call ends the delay at once.
    ///
    /// The delay is added to the delay of the stub closure. If a gate holds the response, the delay begins when the
    /// gate is released.
    ///
    /// - Parameters:
    ///   - duration: Delay of the response. Each use of this method replaces the delay of an earlier one.
    ///   - clock: The clock of the delay. By default, the clock of the provider, of the stubbed session or of the server.
    public func delayed(by duration: Duration, on clock: (any Clock<Duration>)? = nil) -> SampleResponse {
        changingArrival { ($0.delay, $0.clock) = (duration, clock) }
    }

    /// This response with a body that pauses after this many bytes until the gate is released. A shorter body, or one
    /// of exactly this many bytes, isn't held.
    ///
    /// Completion handlers and async methods of a stubbed `URLSession` receive a complete body. There, the gate holds
    /// the whole response.
    public func held(by gate: SampleGate, after bytes: Int) -> SampleResponse {
        changing { $0.hold = Parts.Hold(receivedBytes: bytes, gate: gate) }
    }

    /// Whether a gate or a delay holds the response or a part of its body.
    package var isHeld: Bool { parts.arrival != nil || parts.hold != nil || parts.pace != nil }

    /// This response without its gates and its delay.
    package var ungated: SampleResponse {
        changing { ($0.arrival, $0.hold, $0.pace) = (nil, nil, nil) }
    }

    /// A response with the `sampleData` of a target. If that is empty, the call fails with `.missingSample`.
    static func sampleData(_ data: Data, of target: some TargetType) -> SampleResponse {
        data.isEmpty ? missing("its sampleData is empty", of: target) : make(200, [:], data)
    }

    /// The call fails with `.missingSample`.
    static func missing(_ cause: String, of target: some TargetType) -> SampleResponse {
        invalid(TernError(.missingSample, reason: "\(targetName(of: target)) is stubbed, but \(cause)."))
    }

    private func changingArrival(_ change: (inout SampleArrival) -> Void) -> SampleResponse {
        changing { parts in
            var arrival = parts.arrival ?? SampleArrival()
            change(&arrival)
            parts.arrival = arrival
        }
    }

    /// This response with a change. In a sequence, each response is changed.
    package func changing(_ change: (inout Parts) -> Void) -> SampleResponse {
        withoutActuallyEscaping(change) { changing(Change($0)) }
    }

    private func changing(_ change: Change) -> SampleResponse {
        var changed = self
        if let sequence = parts.sequence {
            changed.parts.sequence = sequence.mapping { $0.changing(change) }
        } else {
            change.apply(&changed.parts)
        }
        return changed
    }

    static func make(
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

extension SampleResponse: CustomStringConvertible, CustomReflectable {
    /// The status and the number of bytes, or the kind of the error, without fields and body.
    public var description: String {
        if parts.sequence != nil { return "a sequence of responses" }
        switch parts.failure {
        case .network(let error as TernError)?, .invalid(let error)?: return "\(error.code)"
        case .network(let error)?: return "\(type(of: error))"
        case nil: return "status \(parts.status), \(parts.body.count) bytes"
        }
    }

    public var customMirror: Mirror { Mirror(self, children: ["sample": description], displayStyle: .struct) }
}
