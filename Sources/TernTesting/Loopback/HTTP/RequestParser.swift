import Foundation
import Tern

/// Parses the bytes of one connection into requests, no matter how the bytes are split. It doesn't depend on sockets.
///
/// ```swift
/// var parser = RequestParser(connection: 1)
/// parser.append(bytes)
/// while let event = try parser.next() { … }
/// ```
///
/// Pipelined requests wait in the parser until ``next()`` is called again.
package struct RequestParser {
    package enum Event: Equatable {
        /// The client waits for status 100 before it sends the body (RFC 9110, section 10.1.1).
        case expectsContinue
        /// A head whose body has not arrived yet, if heads are reported. Replaces `expectsContinue`.
        case head(ParsedRequest, expectsContinue: Bool)
        case request(ParsedRequest)
    }

    private enum State {
        case requestLine
        case fields
        case body(remaining: Int)
        case chunks(ChunkedDecoder)
        case failed(RequestParseError)
    }

    private let connection: Int
    private let maximumHeadBytes: Int
    private let maximumBodyBytes: Int
    private let reportsHeads: Bool
    private let keepsBodies: Bool

    private var state = State.requestLine
    private var queue = ByteQueue()
    private var head: RequestHead?
    private var body = Data()
    private var bodyBytes = 0
    private var trailers = HTTPHeaders()
    /// The number of received bytes that count towards `maximumHeadBytes`.
    private var headBytes = 0

    /// - Parameters:
    ///   - connection: The number of the connection, for the requests.
    ///   - maximumHeadBytes: Maximum size of the request line and the fields together, and of the trailers. 64 KiB by
    ///     default.
    ///   - maximumBodyBytes: Maximum size of a body without its transfer coding. 64 MiB by default.
    ///   - reportsHeads: Whether requests with a body produce an event for their head. `false` by default.
    ///   - keepsBodies: Whether requests contain their bodies. Otherwise the bytes are only counted.
    package init(
        connection: Int,
        maximumHeadBytes: Int = 64 * 1024,
        maximumBodyBytes: Int = 64 * 1024 * 1024,
        reportsHeads: Bool = false,
        keepsBodies: Bool = true
    ) {
        self.connection = connection
        self.reportsHeads = reportsHeads
        self.keepsBodies = keepsBodies
        self.maximumHeadBytes = maximumHeadBytes
        self.maximumBodyBytes = maximumBodyBytes
    }

    /// The number of bytes that are received but not yet parsed.
    var bufferedBytes: Int { queue.count }

    /// The head of the request that is being parsed, as far as it has arrived. `nil` before its first line is complete.
    var currentHead: RecordedRequest? { head.map { parsed($0).request } }

    package mutating func append(_ bytes: UnsafeRawBufferPointer) {
        queue.append(bytes)
    }

    /// The next event. `nil` if more bytes are needed.
    ///
    /// - Throws: An error after which the connection must be closed. Every further call throws the same error.
    package mutating func next() throws(RequestParseError) -> Event? {
        do throws(RequestParseError) {
            return try advance()
        } catch {
            state = .failed(error)
            // The connection may remain open to read further bytes from the client, but the body isn't needed any more.
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
                // An empty line before a request may belong to the previous request (RFC 9112, section 2.2).
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
            case .chunks(let decoder):
                try takeChunks(decoder)
                guard decoder.isComplete else { return nil }
                trailers = decoder.trailers
                return finishRequest()
            case .failed(let error):
                throw error
            }
        }
    }

    private mutating func finishHead() throws(RequestParseError) -> Event? {
        try self.head?.finish()
        guard let head else { return nil }
        headBytes = 0
        switch head.framing {
        case .none:
            return finishRequest()
        case .length(let length):
            guard length <= maximumBodyBytes else { throw bodyTooLarge }
            // The length is only announced, so memory is reserved for a part of it.
            if keepsBodies { body.reserveCapacity(min(length, 1024 * 1024)) }
            state = .body(remaining: length)
        case .chunked:
            state = .chunks(
                ChunkedDecoder(
                    isStrict: true,
                    maximumHeadBytes: maximumHeadBytes,
                    maximumBodyBytes: maximumBodyBytes
                )
            )
        }
        if reportsHeads {
            return .head(parsed(head), expectsContinue: head.expectsContinue)
        }
        return head.expectsContinue ? .expectsContinue : nil
    }

    private func parsed(_ head: RequestHead) -> ParsedRequest {
        let request = RecordedRequest(head, trailers: trailers, body: body, connection: connection)
        return ParsedRequest(
            request: request,
            bodyBytes: bodyBytes,
            isVersion10: head.isVersion10,
            keepsAlive: head.keepsAlive
        )
    }

    private mutating func finishRequest() -> Event? {
        guard let head else { return nil }
        let parsed = parsed(head)
        self.head = nil
        if !body.isEmpty { body = Data() }
        bodyBytes = 0
        if !trailers.isEmpty { trailers = HTTPHeaders() }
        headBytes = 0
        state = .requestLine
        return .request(parsed)
    }

    /// The next line without its CRLF. `nil` if the line is incomplete.
    private mutating func takeLine() throws(RequestParseError) -> ArraySlice<UInt8>? {
        let line = queue.takeLine()
        headBytes += line?.count ?? 0
        guard headBytes + (line == nil ? queue.count : 0) <= maximumHeadBytes else {
            guard case .requestLine = state else { throw headTooLong }
            // RFC 9112, section 3.
            throw RequestParseError(status: 414, reason: "The request line is longer than \(maximumHeadBytes) bytes.")
        }
        guard let line else { return nil }
        guard line.count >= 2, line[line.endIndex - 2] == UInt8(ascii: "\r") else {
            throw .malformed("A line ends with LF alone; CRLF is required.")
        }
        return line.dropLast(2)
    }

    private mutating func takeChunks(_ decoder: ChunkedDecoder) throws(RequestParseError) {
        var body = Data()
        swap(&body, &self.body)
        let result = queue.take { [keepsBodies] bytes in
            let result = Result { () throws(ChunkedDecoder.Fault) in
                try decoder.take(bytes) { piece in
                    if keepsBodies { body.append(contentsOf: piece) }
                    return true
                }
            }
            return (result, bytes.count - decoder.excessBytes)
        }
        swap(&body, &self.body)
        bodyBytes = Int(decoder.bodyBytes)
        do throws(ChunkedDecoder.Fault) {
            _ = try result.get()
        } catch {
            switch error.kind {
            case .malformed: throw .malformed("The chunked body has \(error.mistake).")
            case .lineTooLong: throw headTooLong
            case .bodyTooLarge: throw bodyTooLarge
            }
        }
    }

    private mutating func takeBody(upTo remaining: Int) -> Int {
        // `queue.take { self.body.append }` would be two overlapping accesses to `self`.
        var body = Data()
        swap(&body, &self.body)
        let taken = queue.take(upTo: remaining) { [keepsBodies] in if keepsBodies { body.append($0) } }
        swap(&body, &self.body)
        bodyBytes += taken
        return taken
    }

    private var headTooLong: RequestParseError {
        RequestParseError(status: 431, reason: "The head is longer than \(maximumHeadBytes) bytes.")
    }

    private var bodyTooLarge: RequestParseError {
        RequestParseError(status: 413, reason: "The body is longer than \(maximumBodyBytes) bytes.")
    }
}
