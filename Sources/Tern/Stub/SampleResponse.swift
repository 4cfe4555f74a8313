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
    /// The result of the exchange, when the response arrives.
    package enum Outcome: Sendable {
        indirect case message(SampleMessage)
        case failure(any Error)
        /// The sample can't be made, for example because its file is missing. The call fails with this error.
        case invalid(TernError)
        indirect case sequence(SampleSequence)
    }

    /// A change of a response. A class, because the compiler would otherwise specialize the recursive `changing` method
    /// for each closure, with 25 KB of code each.
    private final class Change {
        let apply: (inout SampleResponse) -> Void

        init(_ apply: @escaping (inout SampleResponse) -> Void) {
            self.apply = apply
        }
    }

    package private(set) var outcome: Outcome
    /// `nil` if the response arrives at once.
    package private(set) var arrival: SampleArrival?
    /// Makes the response of a value again, with the encoder that matches a decoder. `nil` for any other body.
    private var encoding: (@Sendable (JSONEncoder) -> SampleResponse)?

    /// A response with a status, header fields and a body.
    public init(status: Int = 200, headers: HTTPHeaders = [:], body: Data = Data()) {
        self = .chunked(body.isEmpty ? [] : [body], status: status, headers: headers)
    }

    init(outcome: Outcome) {
        self.outcome = outcome
    }

    package init(_ message: SampleMessage) {
        self.init(outcome: .message(message))
    }

    /// A status and a body.
    public static func networkResponse(_ statusCode: Int, _ data: Data) -> SampleResponse {
        make(statusCode, [:], data)
    }

    /// The head of a Foundation response, and a body. The head supplies the URL of the response.
    public static func response(_ response: HTTPURLResponse, _ data: Data) -> SampleResponse {
        SampleResponse(
            SampleMessage(
                status: response.statusCode,
                headers: HTTPHeaders(response),
                chunks: data.isEmpty ? [] : [data],
                url: response.url
            )
        )
    }

    /// No response: the transport throws this error. An error of `NSURLErrorDomain` gets the same code as an error of a
    /// live exchange.
    public static func networkError(_ error: any Error) -> SampleResponse {
        SampleResponse(outcome: .failure(error))
    }

    /// A sample that can't be made. The call fails with this error. The stubs and servers of TernTesting report the
    /// error.
    package static func invalid(_ error: TernError) -> SampleResponse {
        SampleResponse(outcome: .invalid(error))
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
        SampleResponse(SampleMessage(status: status, headers: headers, chunks: chunks))
    }

    /// This response with a connection that ends within the body: the transport throws `error` after this many bytes.
    public func breakingOff(
        after bytes: Int,
        with error: any Error = URLError(.networkConnectionLost)
    ) -> SampleResponse {
        changingMessage { $0.loss = SampleMessage.Loss(receivedBytes: bytes, error: error) }
    }

    /// This response with a body that arrives in this many chunks. A body with fewer bytes arrives in chunks of one
    /// byte.
    public func inPieces(_ count: Int) -> SampleResponse {
        changingMessage { message in
            let body = message.body
            let count = max(1, min(count, body.count))
            let size = max(1, (body.count + count - 1) / count)
            message.chunks = stride(from: 0, to: body.count, by: size)
                .map { Data(body[$0..<min($0 + size, body.count)]) }
        }
    }

    /// This response, whose body `encode` makes again if the decoder of a provider needs it.
    func encodingAgain(_ encode: @escaping @Sendable (JSONEncoder) -> SampleResponse) -> SampleResponse {
        var response = self
        response.encoding = encode
        return response
    }

    /// This response with JSON that the decoder of a provider reads. A sequence stays unchanged.
    package func encoded(for coders: SampleCoders) -> SampleResponse {
        guard let encoding else { return self }
        var response = self
        response.encoding = nil
        guard let encoder = coders.sampleEncoder else { return response }
        let encoded = encoding(encoder)
        guard case .message(let old) = outcome, case .message(let new) = encoded.outcome else {
            response.outcome = encoded.outcome
            return response
        }
        return response.changingMessage { $0.chunks = new.chunks }.inPieces(old.chunks.count)
    }

    /// This response, marked as one whose value was encoded without an encoder of its own.
    var encodedByDefault: SampleResponse { changingMessage { $0.isEncodedByDefault = true } }

    /// This response with a body in two pieces, if it has one. A network delivers all but the smallest bodies in
    /// pieces.
    package var arrivingInPieces: SampleResponse {
        changing { response in
            if case .message(let message) = response.outcome, message.chunks.count == 1, message.pace == nil {
                response = response.inPieces(2)
            }
        }
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
        changingMessage { $0.hold = SampleMessage.Hold(receivedBytes: bytes, gate: gate) }
    }

    /// Whether a gate or a delay holds the response or a part of its body.
    package var isHeld: Bool {
        if arrival != nil { return true }
        if case .message(let message) = outcome { return message.hold != nil || message.pace != nil }
        return false
    }

    /// The message for this request, without waiting for its arrival.
    ///
    /// - Throws: The error of a sample without a response.
    package func message(for request: Request) throws -> SampleMessage {
        try message().responding(to: request)
    }

    /// The message, without waiting for its arrival. For a sequence, the message of the first response.
    ///
    /// - Throws: The error of a sample without a response.
    package func message() throws -> SampleMessage {
        switch outcome {
        case .failure(let error): throw error
        case .invalid(let error): throw error
        case .message(let message): return message
        case .sequence(let sequence): return try sequence.response(after: 0).message()
        }
    }

    /// This response without its gates and its delay.
    package var ungated: SampleResponse {
        changingMessage { ($0.hold, $0.pace) = (nil, nil) }.changing { $0.arrival = nil }
    }

    /// A response with the `sampleData` of a target. If that is empty, the call fails with `.missingSample`.
    static func sampleData(_ data: Data, of target: some TargetType) -> SampleResponse {
        guard data.isEmpty else { return make(200, [:], data) }
        let reason = "\(targetName(of: target)) is stubbed, but its sampleData is empty."
        return invalid(TernError(.missingSample, reason: reason))
    }

    private func changingArrival(_ change: (inout SampleArrival) -> Void) -> SampleResponse {
        changing { response in
            var arrival = response.arrival ?? SampleArrival()
            change(&arrival)
            response.arrival = arrival
        }
    }

    package func changingMessage(_ change: (inout SampleMessage) -> Void) -> SampleResponse {
        changing { response in
            guard case .message(var message) = response.outcome else { return }
            change(&message)
            response.outcome = .message(message)
        }
    }

    /// This response with a change. In a sequence, each response is changed.
    private func changing(_ change: (inout SampleResponse) -> Void) -> SampleResponse {
        withoutActuallyEscaping(change) { changing(Change($0)) }
    }

    private func changing(_ change: Change) -> SampleResponse {
        var changed = self
        if case .sequence(let sequence) = outcome {
            changed.outcome = .sequence(sequence.mapping { $0.changing(change) })
        } else {
            change.apply(&changed)
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
        switch outcome {
        case .message(let message): "status \(message.status), \(message.body.count) bytes"
        case .failure(let error as TernError), .invalid(let error): "\(error.code)"
        case .failure(let error): "\(type(of: error))"
        case .sequence: "a sequence of responses"
        }
    }

    public var customMirror: Mirror { Mirror(self, children: ["sample": description], displayStyle: .struct) }
}
