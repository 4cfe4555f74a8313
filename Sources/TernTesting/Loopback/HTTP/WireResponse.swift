import Foundation
import Tern

/// A response as a server sends it.
@dynamicMemberLookup
struct WireResponse: Sendable {
    var status: Int
    var headers: HTTPHeaders
    var body: Data
    /// The trailer fields after a chunked body.
    var trailers: HTTPHeaders = [:]
    var settings = WireSettings()
    /// The steps that send `body`, if a gate or a pause holds a part of it. `nil` if the body is sent at once.
    var steps: [SampleResponse.Parts.Step]?
    /// The number of bytes that the script sends, if that is the rest of a complete message. `nil` if the head
    /// announces the length.
    var scriptBytes: Int?

    subscript<Value>(dynamicMember setting: WritableKeyPath<WireSettings, Value>) -> Value {
        get { settings[keyPath: setting] }
        set { settings[keyPath: setting] = newValue }
    }

    init(status: Int = 200, headers: HTTPHeaders = [:], body: Data = Data()) {
        self.status = status
        self.headers = headers
        self.body = body
    }

    static func text(_ text: String, status: Int) -> WireResponse {
        WireResponse(status: status, headers: ["Content-Type": "text/plain; charset=utf-8"], body: Data(text.utf8))
    }

    /// The response instead of a sample that can't be sent.
    private static func unsendable(_ error: TernError) -> WireResponse { .text("\(error)\n", status: 501) }

    /// Exactly these bytes, and then the end of the connection.
    static func verbatim(_ bytes: Data) -> WireResponse {
        var response = WireResponse(body: bytes)
        response.closesConnection = true
        response.isVerbatim = true
        return response
    }

    /// Whether the status allows a body (RFC 9110, section 6.4.1).
    var hasContent: Bool { status >= 200 && status != 204 && status != 304 }

    var reasonPhrase: String { settings.reason ?? ReasonPhrase.of(status) }
}

extension WireResponse {
    /// Waits for the arrival of a sample, and creates its response.
    ///
    /// - Throws: `CancellationError` when the task is cancelled before.
    init(_ sample: SampleResponse, to request: RecordedRequest, on clock: any Clock<Duration>) async throws {
        try await sample.parts.arrival?.wait(on: clock)
        switch sample.parts.failure {
        case .invalid(let error)?: self = .unsendable(error)
        case .network?: self = .verbatim(Data())
        case nil:
            let message = try sample.message().part(for: request.method, request.headers)
            if let error = message.wireMistake ?? message.mistake {
                self = .unsendable(error)
            } else {
                self.init(message, to: request)
            }
        }
    }

    init(_ sample: SampleResponse, to request: RecordedRequest) {
        let message = sample.parts
        self.init(status: message.status, headers: message.headers, body: message.body)
        trailers = message.trailers
        if let settings = message.wireSettings as? WireSettings { self.settings = settings }
        if !trailers.isEmpty { settings.isChunked = true }
        if request.method != .head {
            if message.pace != nil {
                // Chunked, since a body of a known length ends with its last byte.
                settings.isChunked = true
                hold(message.steps)
            } else {
                if let loss = message.loss { breakOff(after: loss.receivedBytes) }
                if message.hold != nil { hold(message.steps) }
            }
        }
    }

    /// The response whose script performs the steps. A response without steps is returned unchanged.
    func performingSteps(on clock: any Clock<Duration>) -> WireResponse {
        guard let steps else { return self }
        var response = self
        response.steps = nil
        response.body = Data()
        if hasContent, settings.script == nil {
            if let length = headers["Content-Length"] {
                if length != String(body.count) { response.closesConnection = true }
            } else if !settings.isChunked, !headers.contains("Transfer-Encoding") {
                // One byte more than a stalling response sends, so that its body never ends.
                response.headers["Content-Length"] = "\(body.count + (settings.isStalling ? 1 : 0))"
            }
        }
        response.script = { [script = settings.script] writer in
            for step in steps {
                switch step {
                case .chunk(let chunk): try await writer.send(chunk)
                case .hold(let gate): try await gate.pass()
                case .pause(let interval): try await Waiting.wait(for: interval, on: clock)
                case .loss(let error): throw error
                }
            }
            try await script?(writer)
        }
        return response
    }

    /// The number of bytes of the script until the end of the response. `nil` if its length isn't announced.
    func scriptBytes(in framing: ResponseWriter.Framing) -> Int? {
        if let scriptBytes { return scriptBytes }
        guard framing == .raw, !settings.isVerbatim else { return nil }
        return headers["Content-Length"].flatMap { Int($0) }.map { $0 - body.count }
    }

    /// Announces the complete body, and sends only these bytes of it. The server then closes the connection.
    private mutating func breakOff(after bytes: Int) {
        // If the connection is lost at the end of the body, the length must be greater than the body.
        let length = body.count + (bytes >= body.count ? 1 : 0)
        if !headers.contains("Content-Length") { headers["Content-Length"] = "\(length)" }
        body = body.prefix(max(0, bytes))
    }

    /// Sends the body in steps. A fault uses the body as a whole, without its gates and pauses.
    private mutating func hold(_ steps: [SampleResponse.Parts.Step]) {
        self.steps = steps
        body = steps.reduce(into: Data()) { body, step in if case .chunk(let chunk) = step { body += chunk } }
    }
}
