import Foundation
import Tern

/// Handles the frames that the client sends.
extension HTTP2Connection {
    func handle(_ frame: HTTP2Frame) {
        // RFC 9113, section 6.10: no other frame may arrive between a head and its continuation.
        if openHead != nil, frame.kind != HTTP2Frame.Kind.continuation { return fail() }
        switch frame.kind {
        case HTTP2Frame.Kind.headers: beginHead(frame)
        case HTTP2Frame.Kind.continuation: continueHead(frame)
        case HTTP2Frame.Kind.data: takeData(frame)
        case HTTP2Frame.Kind.reset: takeReset(frame)
        case HTTP2Frame.Kind.settings: takeSettings(frame)
        case HTTP2Frame.Kind.windowUpdate: takeWindowUpdate(frame)
        case HTTP2Frame.Kind.ping where !frame.has(HTTP2Frame.Flag.acknowledgement):
            write(
                HTTP2Frame(
                    kind: frame.kind,
                    flags: HTTP2Frame.Flag.acknowledgement,
                    payload: frame.payload
                )
            )
        default: break
        }
    }

    // MARK: - Private

    private func beginHead(_ frame: HTTP2Frame) {
        guard let content = frame.content else { return fail() }
        var head = frame
        head.payload = Array(content)
        if head.has(HTTP2Frame.Flag.endHeaders) { finish(head) } else { openHead = head }
    }

    private func continueHead(_ frame: HTTP2Frame) {
        guard var head = openHead, head.stream == frame.stream else { return fail() }
        head.payload += frame.payload
        openHead = head
        guard frame.has(HTTP2Frame.Flag.endHeaders) else { return }
        openHead = nil
        finish(head)
    }

    private func finish(_ head: HTTP2Frame) {
        // A value with a space or tab at its start or end is malformed (RFC 9113, section 8.2.1).
        guard let fields = decoder.decode(head.payload), fields.allSatisfy({ HTTP2Frame.isTrimmed($0.1) }) else {
            return fail()
        }
        let isComplete = head.has(HTTP2Frame.Flag.endStream)
        if let stream = streams[head.stream] {
            // These are the trailers of a request.
            if isComplete { complete(stream) }
            return
        }
        guard head.stream > highestStream, head.stream % 2 == 1 else { return fail() }
        highestStream = head.stream
        var request = HTTP2Request(connection: number, stream: head.stream, index: log.record.requests.count)
        request.method = fields.first { $0.0 == ":method" }?.1 ?? ""
        request.path = fields.first { $0.0 == ":path" }?.1 ?? ""
        request.isComplete = isComplete
        for (name, value) in fields where !name.hasPrefix(":") { request.headers.add(value, for: name) }
        let stream = HTTP2Stream(id: head.stream, request: request, window: initialWindow)
        streams[head.stream] = stream
        log.update { [request] in $0.requests.append(request) }
        if isComplete {
            stream.steps = script.handler(request)
        } else if let steps = script.headHandler(request) {
            stream.isEarly = true
            stream.steps = steps
        }
        wake(stream.id)
    }

    private func complete(_ stream: HTTP2Stream) {
        guard !stream.request.isComplete else { return fail() }
        stream.request.isComplete = true
        update(stream) { $0.isComplete = true }
        if !stream.isEarly { stream.steps = script.handler(stream.request) }
        wake(stream.id)
        if stream.isFinished { streams[stream.id] = nil }
    }

    private func takeData(_ frame: HTTP2Frame) {
        guard let content = frame.content else { return fail() }
        let size = UInt32(frame.payload.count)
        if size > 0 { grant(size, stream: 0) }
        // Frames of a stream that the server has reset may still arrive.
        guard let stream = streams[frame.stream] else { return }
        if !stream.isEarly {
            if size > 0 { grant(size, stream: stream.id) }
            let data = Data(content)
            stream.request.body += data
            update(stream) { $0.body += data }
        }
        if frame.has(HTTP2Frame.Flag.endStream) { complete(stream) }
    }

    private func takeReset(_ frame: HTTP2Frame) {
        guard let stream = streams.removeValue(forKey: frame.stream) else { return }
        let code = HTTP2ErrorCode(rawValue: HTTP2Frame.number(frame.payload.prefix(4)))
        update(stream) { $0.resetCode = code }
    }

    private func takeSettings(_ frame: HTTP2Frame) {
        guard !frame.has(HTTP2Frame.Flag.acknowledgement) else { return }
        for start in stride(from: 0, to: frame.payload.count - 5, by: 6) {
            let name = HTTP2Frame.number(frame.payload[start..<(start + 2)])
            let value = Int(HTTP2Frame.number(frame.payload[(start + 2)..<(start + 6)]))
            guard name == UInt32(HTTP2Setting.initialWindowSize.rawValue) else { continue }
            // RFC 9113, section 6.9.2: the change also applies to open streams.
            for stream in streams.values { stream.window += value - initialWindow }
            initialWindow = value
            wakeAll()
        }
        write(HTTP2Frame(kind: frame.kind, flags: HTTP2Frame.Flag.acknowledgement))
    }

    private func takeWindowUpdate(_ frame: HTTP2Frame) {
        let size = Int(HTTP2Frame.number(frame.payload.prefix(4)) & 0x7FFF_FFFF)
        if frame.stream == 0 {
            window += size
            wakeAll()
        } else {
            streams[frame.stream]?.window += size
            wake(frame.stream)
        }
    }

    private func grant(_ size: UInt32, stream: UInt32) {
        write(
            HTTP2Frame(kind: HTTP2Frame.Kind.windowUpdate, stream: stream, payload: HTTP2Frame.bytes(of: size))
        )
    }

    private func update(_ stream: HTTP2Stream, _ change: @Sendable (inout HTTP2Request) -> Void) {
        let index = stream.request.index
        log.update { change(&$0.requests[index]) }
    }
}
