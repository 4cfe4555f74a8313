import Foundation
import Tern

/// A response as a server sends it.
struct WireResponse: Sendable {
    var status: Int
    /// The reason phrase. `nil` for the standard phrase of the status.
    var reason: String?
    var headers: HTTPHeaders
    var body: Data
    /// Whether the server closes the connection after this response and sends `Connection: close`.
    var closesConnection = false
    /// The informational responses (1xx) before this response.
    var informational: [WireResponse] = []
    /// Whether the body is sent with `Transfer-Encoding: chunked`. A `Content-Length` or `Transfer-Encoding` field
    /// overrides this.
    var isChunked = false
    /// The trailer fields after a chunked body.
    var trailers: HTTPHeaders = [:]
    /// Writes the rest of the body.
    var script: (@Sendable (LoopbackWriter) async throws -> Void)?
    var fault: LoopbackFault?
    /// Whether the response is sent without its end. The connection then stays open until the client closes it.
    var isStalling = false
    /// Whether the connection is reset after the response.
    var isResetting = false
    /// Whether only `body` is sent, without a head.
    var isVerbatim = false

    init(status: Int = 200, headers: HTTPHeaders = [:], body: Data = Data()) {
        self.status = status
        self.headers = headers
        self.body = body
    }

    static func text(_ text: String, status: Int) -> WireResponse {
        WireResponse(status: status, headers: ["Content-Type": "text/plain; charset=utf-8"], body: Data(text.utf8))
    }

    /// Sends exactly these bytes, and then closes the connection.
    static func verbatim(_ bytes: Data) -> WireResponse {
        var response = WireResponse(body: bytes)
        response.closesConnection = true
        response.isVerbatim = true
        return response
    }

    var reasonPhrase: String { reason ?? ReasonPhrase.of(status) }
}

extension WireResponse {
    /// Waits for the arrival of a sample, and creates its response.
    ///
    /// - Throws: `CancellationError` if the task is cancelled before the sample arrives.
    init(_ sample: SampleResponse, to request: RecordedRequest) async throws {
        try await sample.arrival?.wait(on: ContinuousClock())
        switch sample.outcome {
        case .invalid(let error): self = .text("\(error)\n", status: 501)
        case .failure: self = .verbatim(Data())
        case .message, .sequence:
            self.init(try sample.message().part(for: request.method, request.headers), to: request)
        }
    }

    init(_ message: SampleMessage, to request: RecordedRequest) {
        self.init(status: message.status, headers: message.headers, body: message.body)
        if request.method != .head {
            if message.pace != nil {
                // The body is chunked, because a body with a known length would end with its last byte.
                write(message.steps)
            } else {
                if let loss = message.loss { breakOff(after: loss.receivedBytes) }
                if message.hold != nil {
                    announceLength()
                    write(message.steps)
                }
            }
        }
        (message.wireSettings as? WireSettings)?.apply(to: &self)
    }

    /// Announces the length of the complete body, and sends only this number of bytes. The server then closes the
    /// connection.
    private mutating func breakOff(after bytes: Int) {
        // If the connection is lost at the end of the body, the length must be greater than the body.
        let length = body.count + (bytes >= body.count ? 1 : 0)
        if !headers.contains("Content-Length") { headers["Content-Length"] = "\(length)" }
        body = body.prefix(max(0, bytes))
    }

    private mutating func announceLength() {
        if !headers.contains("Content-Length") { headers["Content-Length"] = "\(body.count)" }
    }

    /// Sends the body step by step, since a gate or a pause holds a part of it.
    private mutating func write(_ steps: [SampleMessage.Step]) {
        body = Data()
        script = { writer in
            for step in steps {
                switch step {
                case .chunk(let chunk): try await writer.send(chunk)
                case .hold(let gate): try await gate.pass()
                case .pause(let interval): try await Waiting.wait(for: interval, on: ContinuousClock())
                case .loss(let error): throw error
                }
            }
        }
    }
}
