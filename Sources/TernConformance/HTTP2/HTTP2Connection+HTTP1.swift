import Foundation
import Tern

/// HTTP/1.1 on the port of a scripted HTTP/2 server, with control over the TLS records of the responses.
extension HTTP2Connection {
    /// Whether the received bytes aren't the beginning of the HTTP/2 preface.
    var startsWithHTTP1: Bool {
        var start: [UInt8] = []
        input.peek(min(input.count, HTTP2Frame.preface.count)) { start = Array($0) }
        return !HTTP2Frame.preface.starts(with: start)
    }

    /// Responds to all complete requests.
    func takeHTTP1Requests(_ respond: HTTP2Server.HTTP1Handler) {
        while let request = takeHTTP1Request() {
            log.update { $0.requests.append(request) }
            let pieces = respond(request)
            for piece in pieces { writeRecord(Array(piece)) }
            if pieces.isEmpty { return perform([.close]) }
        }
    }

    /// The next request, with a body of known length. `nil` if it is incomplete.
    private func takeHTTP1Request() -> HTTP2Request? {
        var bytes = Data()
        input.peek(input.count) { bytes = Data($0) }
        guard let end = bytes.range(of: Data("\r\n\r\n".utf8)) else { return nil }
        let lines = String(decoding: bytes[..<end.lowerBound], as: UTF8.self).components(separatedBy: "\r\n")
        let start = (lines.first ?? "").split(separator: " ").map(String.init)
        guard start.count == 3 else { return nil }
        var request = HTTP2Request(connection: number, stream: 0, index: log.record.requests.count)
        (request.method, request.path, request.isComplete) = (start[0], start[1], true)
        for line in lines.dropFirst() {
            let parts = line.split(separator: ":", maxSplits: 1).map { $0.trimmingCharacters(in: .whitespaces) }
            if parts.count == 2 { request.headers.add(parts[1], for: parts[0]) }
        }
        let announced = request.headers["Content-Length"].flatMap { Int($0) } ?? 0
        let length = request.headers.contains("Expect") ? 0 : announced
        guard bytes.count >= end.upperBound + length else { return nil }
        request.body = bytes[end.upperBound..<(end.upperBound + length)]
        _ = input.take(upTo: end.upperBound + length) { _ in }
        return request
    }
}
