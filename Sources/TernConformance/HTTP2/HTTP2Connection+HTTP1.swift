import Foundation
import Tern
import TernTesting

/// HTTP/1.1 on the port of a scripted HTTP/2 server, with control over the TLS records of the responses.
extension HTTP2Connection {
    /// Whether the client uses HTTP/1.1: the received bytes aren't the beginning of the HTTP/2 preface.
    var usesHTTP1: Bool {
        var start: [UInt8] = []
        input.peek(min(input.count, HTTP2Frame.preface.count)) { start = Array($0) }
        return http1 != nil || !HTTP2Frame.preface.starts(with: start)
    }

    /// Responds to all complete requests. A request that isn't valid receives no response.
    ///
    /// A request with `Expect` receives its response when its head has arrived. Some clients send its body nevertheless.
    func takeHTTP1Requests(_ respond: HTTP2Server.HTTP1Handler) {
        if awaitsUnneededBody, startsWithMethod { (http1, awaitsUnneededBody) = (nil, false) }
        var parser = http1 ?? RequestParser(connection: number, reportsHeads: true)
        _ = input.take(upTo: input.count) { parser.append(UnsafeRawBufferPointer($0)) }
        while let event = try? parser.next() {
            switch event {
            case .request where awaitsUnneededBody: awaitsUnneededBody = false
            case .request(let parsed): respondHTTP1(to: parsed.request, respond)
            case .head(let parsed, expectsContinue: true):
                respondHTTP1(to: parsed.request, respond)
                awaitsUnneededBody = true
            case .head, .expectsContinue: break
            }
        }
        http1 = parser
    }

    private var startsWithMethod: Bool {
        var start = ""
        input.peek(min(input.count, 5)) { start = String(decoding: $0, as: UTF8.self) }
        return ["GET ", "POST "].contains { start.hasPrefix($0) }
    }

    private func respondHTTP1(to received: RecordedRequest, _ respond: HTTP2Server.HTTP1Handler) {
        var request = HTTP2Request(connection: number, stream: 0, index: log.record.requests.count)
        (request.method, request.path) = (received.method.rawValue, received.requestTarget)
        (request.headers, request.body, request.isComplete) = (received.headers, received.body, true)
        log.update { [request] in $0.requests.append(request) }
        let pieces = respond(request)
        for piece in pieces { writeRecord(Array(piece)) }
        if pieces.isEmpty { perform([.close]) }
    }
}
