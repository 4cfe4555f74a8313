import Foundation
import Tern
import TernTesting

/// One connection of a scripted server. Only the server's thread uses it.
final class HTTP2Connection: SocketConnection {
    /// The number of bytes that wait for the kernel at which streams stop executing steps.
    private static let outputLimit = 256 * 1024
    /// The largest frame that any client accepts.
    static let frameSize = 16_384

    let number: Int
    let script: HTTP2Script
    let log: HTTP2Log
    let descriptor: Int32
    private let tls: HTTP2TLSSession?
    var input = ByteQueue()
    private var buffer = [UInt8](repeating: 0, count: 64 * 1024)
    private var hasPreface = false
    /// The requests of a client that uses HTTP/1.1.
    var http1: RequestParser?
    /// Whether a request over HTTP/1.1 has received its response before its body, which may still arrive.
    var awaitsUnneededBody = false
    private var output = OutputQueue()
    /// The frames of `HTTP2Step.together(_:)`, while its steps are executed.
    private var record: [UInt8]?

    var decoder = HPACKDecoder()
    /// The HEADERS frame that still needs a CONTINUATION, with all fields so far.
    var openHead: HTTP2Frame?
    var streams: [UInt32: HTTP2Stream] = [:]
    /// The streams that may be able to execute a step now, in the order of execution.
    private var ready: [UInt32] = []
    var highestStream: UInt32 = 0
    var window = 65_535
    var initialWindow = 65_535

    private enum End {
        case close, cut, abort, over
    }
    private var end: End?
    private var hasFinishedSending = false
    private(set) var isReset = false

    /// - Parameter tls: `nil` for cleartext.
    init(number: Int, descriptor: Int32, tls: HTTP2TLSSession?, script: HTTP2Script, log: HTTP2Log) {
        self.number = number
        self.tls = tls
        self.descriptor = descriptor
        self.script = script
        self.log = log
        // Otherwise the protocol is still unknown.
        if script.http1Handler == nil { writeSettings() }
    }

    private func writeSettings() {
        var settings = HTTP2Frame(kind: HTTP2Frame.Kind.settings)
        for (setting, value) in script.settings.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
            settings.payload += HTTP2Frame.bytes(of: UInt32(setting.rawValue)).suffix(2)
            settings.payload += HTTP2Frame.bytes(of: value)
        }
        write(settings)
    }

    var isOver: Bool { end == .over }

    var interest: PollInterest { output.isEmpty ? .read : [.read, .write] }

    func write(_ frame: HTTP2Frame) {
        if var bytes = record {
            frame.append(to: &bytes)
            record = bytes
        } else if tls != nil {
            var bytes: [UInt8] = []
            frame.append(to: &bytes)
            writeRecord(bytes)
        } else {
            output.write { bytes in
                frame.append(to: &bytes)
                return nil
            }
        }
    }

    /// Writes bytes. With TLS, up to 16 KiB are one record.
    func writeRecord(_ bytes: [UInt8]) {
        guard let tls else {
            return output.write { output in
                output += bytes
                return nil
            }
        }
        tls.encrypt(bytes)
        encrypt()
    }

    /// Reads all available bytes. Once the connection is ending, they are discarded.
    func receive() {
        while end != .over {
            let transfer = buffer.withUnsafeMutableBytes { Sockets.receive(descriptor, into: $0) }
            switch transfer {
            case .bytes(let count):
                guard end == nil else { continue }
                buffer.withUnsafeBytes { take(UnsafeRawBufferPointer(rebasing: $0[..<count])) }
            case .wouldBlock: return takeFrames()
            case .ended:
                takeFrames()
                end = .over
            }
        }
    }

    /// Executes the possible steps of all streams, and sends their output.
    func advance() {
        while end != .over {
            if output.isEmpty { while end == nil, !ready.isEmpty, output.count < Self.outputLimit { takeSteps() } }
            guard output.flush({ Sockets.send(descriptor, $0) }) else {
                end = .over
                return
            }
            guard output.isEmpty else { return }
            if end != nil { return finishSending() }
            if ready.isEmpty { return }
        }
    }

    /// Adds a stream to the streams that may be able to execute a step.
    func wake(_ id: UInt32) {
        guard let stream = streams[id], !stream.isReady else { return }
        stream.isReady = true
        ready.append(id)
    }

    func wakeAll() {
        for id in streams.keys.sorted() { wake(id) }
    }

    /// Continues held streams.
    func release() {
        for stream in streams.values { stream.release() }
        wakeAll()
    }

    /// Executes steps that concern the whole connection.
    func perform(_ steps: [HTTP2Step]) {
        for step in steps where end == nil { take(step, of: nil) }
    }

    /// Ends the connection after a protocol error of the client.
    func fail() {
        take(.goAway(lastStream: nil, .protocolError), of: nil)
        end = .close
    }

    // MARK: - Private

    private func take(_ bytes: UnsafeRawBufferPointer) {
        guard let tls else { return input.append(bytes) }
        if let plain = tls.decrypt(bytes) {
            plain.withUnsafeBytes { input.append($0) }
        } else {
            end = .close
        }
        encrypt()
    }

    /// Appends the output of TLS.
    private func encrypt() {
        guard let tls else { return }
        output.write { bytes in
            bytes += tls.takeOutput()
            return nil
        }
    }

    private func takeFrames() {
        if !hasPreface {
            if let handler = script.http1Handler, usesHTTP1 { return takeHTTP1Requests(handler) }
            guard input.count >= HTTP2Frame.preface.count else { return }
            var preface: [UInt8] = []
            _ = input.take(upTo: HTTP2Frame.preface.count) { preface = Array($0) }
            guard preface == HTTP2Frame.preface else {
                end = .over
                return
            }
            hasPreface = true
            if script.http1Handler != nil { writeSettings() }
        }
        while end == nil, let frame = HTTP2Frame.take(from: &input) { handle(frame) }
    }

    /// Executes one step of each ready stream, so that no stream starves.
    private func takeSteps() {
        let round = ready
        ready = []
        for id in round {
            guard end == nil else { return }
            guard let stream = streams[id] else { continue }
            stream.isReady = false
            guard stream.canAdvance(connectionWindow: window) else { continue }
            take(stream.steps.removeFirst(), of: stream)
            if stream.isFinished { streams[id] = nil } else { wake(id) }
        }
    }

    private func finishSending() {
        guard !hasFinishedSending else { return }
        hasFinishedSending = true
        if end == .abort {
            (end, isReset) = (.over, true)
        } else {
            if end == .close {
                tls?.finish()
                encrypt()
            }
            _ = output.flush { Sockets.send(descriptor, $0) }
            Sockets.finishSending(descriptor)
        }
    }

    private func take(_ step: HTTP2Step, of stream: HTTP2Stream?) {
        let id = stream?.id ?? 0
        switch step {
        case .head(let status, let fields):
            writeHead([(":status", "\(status)")] + fields, stream: id, flags: 0)
        case .trailers(let fields):
            writeHead(fields, stream: id, flags: HTTP2Frame.Flag.endStream)
            stream?.hasSentEnd = true
        case .data(let data):
            let piece = data.prefix(sendable(on: stream))
            writeData(piece, on: stream)
            if piece.count < data.count { stream?.steps.insert(.data(data.dropFirst(piece.count)), at: 0) }
        case .endlessData:
            writeData(Data(count: sendable(on: stream)), on: stream)
            stream?.steps.insert(.endlessData, at: 0)
        case .end:
            write(HTTP2Frame(kind: HTTP2Frame.Kind.data, flags: HTTP2Frame.Flag.endStream, stream: id))
            stream?.hasSentEnd = true
        case .reset(let code):
            let payload = HTTP2Frame.bytes(of: code.rawValue)
            write(HTTP2Frame(kind: HTTP2Frame.Kind.reset, stream: id, payload: payload))
            stream?.isReset = true
        case .goAway(let last, let code):
            let payload = HTTP2Frame.bytes(of: last ?? highestStream) + HTTP2Frame.bytes(of: code.rawValue)
            write(HTTP2Frame(kind: HTTP2Frame.Kind.goAway, payload: payload))
        case .close: end = .close
        case .cut: end = .cut
        case .abort: end = .abort
        case .hold: stream?.isHeld = true
        case .together(let steps):
            record = []
            for step in steps { take(step, of: stream) }
            let bytes = record ?? []
            record = nil
            writeRecord(bytes)
        case .frame(let kind, let flags, let payload):
            write(HTTP2Frame(kind: kind, flags: flags, stream: id, payload: Array(payload)))
        }
    }

    private func sendable(on stream: HTTP2Stream?) -> Int {
        max(0, min(Self.frameSize, window, stream?.window ?? 0))
    }

    private func writeData(_ data: Data, on stream: HTTP2Stream?) {
        guard let stream, !data.isEmpty else { return }
        window -= data.count
        stream.window -= data.count
        write(HTTP2Frame(kind: HTTP2Frame.Kind.data, stream: stream.id, payload: Array(data)))
        let count = data.count
        log.update { $0.sentDataBytes += count }
    }

    private func writeHead(_ fields: [(String, String)], stream: UInt32, flags: UInt8) {
        var block = HPACKEncoder.encode(fields)[...]
        var kind = HTTP2Frame.Kind.headers
        var flags = flags
        repeat {
            let piece = block.prefix(Self.frameSize)
            block = block.dropFirst(piece.count)
            if block.isEmpty { flags |= HTTP2Frame.Flag.endHeaders }
            write(HTTP2Frame(kind: kind, flags: flags, stream: stream, payload: Array(piece)))
            (kind, flags) = (HTTP2Frame.Kind.continuation, 0)
        } while !block.isEmpty
    }
}
