import Foundation
import Tern

/// Turns the bytes of one connection into requests, however they are cut; knows nothing of sockets.
///
/// ```swift
/// var parser = RequestParser(connection: 1)
/// parser.append(bytes)
/// while let event = try parser.next() { … }
/// ```
///
/// Pipelined requests wait in the parser until ``next()`` is called again.
struct RequestParser {
    enum Event: Equatable {
        /// The client waits for a 100 before it sends the body (RFC 9110, section 10.1.1).
        case expectsContinue
        /// A head whose body is yet to come, if heads are reported. Instead of `expectsContinue`.
        case head(ParsedRequest, expectsContinue: Bool)
        case request(ParsedRequest)
    }

    private enum State {
        case requestLine
        case fields
        case body(remaining: Int)
        case chunkSize
        case chunkData(remaining: Int)
        case chunkEnd
        case trailers
        case failed(RequestParseError)
    }

    private let connection: Int
    private let maximumHeadBytes: Int
    private let maximumBodyBytes: Int
    private let reportsHeads: Bool

    private var state = State.requestLine
    private var queue = ByteQueue()
    private var head: RequestHead?
    private var body = Data()
    private var trailers = HTTPHeaders()
    /// Bytes of the lines read so far that count against `maximumHeadBytes`.
    private var headBytes = 0

    /// - Parameters:
    ///   - connection: The number to put into the requests.
    ///   - maximumHeadBytes: Upper bound of request line and fields together, and of trailers. 64 KiB by default.
    ///   - maximumBodyBytes: Upper bound of a body without its transfer coding. 64 MiB by default.
    ///   - reportsHeads: Whether requests with a body have an event for their head. `false` by default.
    init(
        connection: Int,
        maximumHeadBytes: Int = 64 * 1024,
        maximumBodyBytes: Int = 64 * 1024 * 1024,
        reportsHeads: Bool = false
    ) {
        self.connection = connection
        self.reportsHeads = reportsHeads
        self.maximumHeadBytes = maximumHeadBytes
        self.maximumBodyBytes = maximumBodyBytes
    }

    /// Bytes that are received but not taken by ``next()``.
    var bufferedBytes: Int { queue.count }

    /// The head of the request that is being read, as far as it goes; `nil` before its first line.
    var currentHead: LoopbackRequest? { head.map { parsed($0).request } }

    mutating func append(_ bytes: UnsafeRawBufferPointer) {
        queue.append(bytes)
    }

    /// The next event, or `nil` if more bytes are needed for it.
    ///
    /// - Throws: An error after which the connection must be closed; from then on, the same at every call.
    mutating func next() throws(RequestParseError) -> Event? {
        do throws(RequestParseError) {
            return try advance()
        } catch {
            state = .failed(error)
            // The connection may live on for what the client still sends; what was read of the body must not.
            body = Data()
            throw error
        }
    }

    // MARK: - Private

    private mutating func advance() throws(RequestParseError) -> Event? {
        while true {
            switch state {
            case .requestLine:
                guard let line = try takeLine() else { return nil }
                // An empty line before a request is a leftover of the last one (RFC 9112, section 2.2).
                if line.isEmpty { continue }
                head = try RequestHead(line: line)
                state = .fields
            case .fields:
                guard let line = try takeLine() else { return nil }
                if line.isEmpty {
                    if let event = try finishHead() { return event }
                } else {
                    try head?.addField(line: line)
                }
            case .body(let remaining):
                let left = remaining - takeBody(upTo: remaining)
                state = .body(remaining: left)
                guard left == 0 else { return nil }
                return finishRequest()
            case .chunkSize:
                guard let line = try takeLine() else { return nil }
                let size = try ChunkSize.parse(line)
                guard size <= maximumBodyBytes - body.count else { throw bodyTooLarge }
                headBytes = 0
                state = size == 0 ? .trailers : .chunkData(remaining: size)
            case .chunkData(let remaining):
                let left = remaining - takeBody(upTo: remaining)
                state = left == 0 ? .chunkEnd : .chunkData(remaining: left)
                guard left == 0 else { return nil }
            case .chunkEnd:
                guard let line = try takeLine(atMost: 2) else { return nil }
                guard line.isEmpty else { throw .malformed("A chunk is longer than its size.") }
                headBytes = 0
                state = .chunkSize
            case .trailers:
                guard let line = try takeLine() else { return nil }
                if line.isEmpty { return finishRequest() }
                let (name, value) = try FieldLine.parse(line)
                trailers.add(String(decoding: value, as: UTF8.self), for: String(decoding: name, as: UTF8.self))
            case .failed(let error):
                throw error
            }
        }
    }

    private mutating func finishHead() throws(RequestParseError) -> Event? {
        guard let head else { return nil }
        try head.validate()
        headBytes = 0
        switch head.framing {
        case .none:
            return finishRequest()
        case .length(let length):
            guard length <= maximumBodyBytes else { throw bodyTooLarge }
            // The client has only announced the length, so not all of it is set aside at once.
            body.reserveCapacity(min(length, 1024 * 1024))
            state = .body(remaining: length)
        case .chunked:
            state = .chunkSize
        }
        if reportsHeads {
            return .head(parsed(head), expectsContinue: head.expectsContinue)
        }
        return head.expectsContinue ? .expectsContinue : nil
    }

    private func parsed(_ head: RequestHead) -> ParsedRequest {
        let request = LoopbackRequest(
            method: head.method,
            target: head.target,
            headers: head.headers,
            trailers: trailers,
            body: body,
            connection: connection
        )
        return ParsedRequest(request: request, isVersion10: head.isVersion10, keepsAlive: head.keepsAlive)
    }

    private mutating func finishRequest() -> Event? {
        guard let head else { return nil }
        let parsed = parsed(head)
        self.head = nil
        if !body.isEmpty { body = Data() }
        if !trailers.isEmpty { trailers = HTTPHeaders() }
        headBytes = 0
        state = .requestLine
        return .request(parsed)
    }

    /// The next line without its CRLF, or `nil` while it isn't whole.
    private mutating func takeLine(atMost maximum: Int? = nil) throws(RequestParseError) -> ArraySlice<UInt8>? {
        guard let line = queue.takeLine() else {
            try checkLine(ofBytes: queue.count, atMost: maximum)
            return nil
        }
        try checkLine(ofBytes: line.count, atMost: maximum)
        headBytes += line.count
        guard line.count >= 2, line[line.endIndex - 2] == UInt8(ascii: "\r") else {
            throw .malformed("A line ends with LF alone; CRLF is required.")
        }
        return line.dropLast(2)
    }

    private func checkLine(ofBytes count: Int, atMost maximum: Int?) throws(RequestParseError) {
        if let maximum, count > maximum { throw .malformed("A chunk is longer than its size.") }
        guard headBytes + count <= maximumHeadBytes else {
            if case .requestLine = state {
                // RFC 9112, section 3.
                throw RequestParseError(
                    status: 414,
                    reason: "The request line is longer than \(maximumHeadBytes) bytes."
                )
            }
            throw RequestParseError(status: 431, reason: "The head is longer than \(maximumHeadBytes) bytes.")
        }
    }

    private mutating func takeBody(upTo remaining: Int) -> Int {
        // Not `queue.take { self.body.append }`: that would be two accesses to self.
        var body = Data()
        swap(&body, &self.body)
        let taken = queue.take(upTo: remaining) { body.append($0) }
        swap(&body, &self.body)
        return taken
    }

    private var bodyTooLarge: RequestParseError {
        RequestParseError(status: 413, reason: "The body is longer than \(maximumBodyBytes) bytes.")
    }
}
