import Foundation
import Tern

/// Reads one response from a connection. It doesn't read ahead: a slow reader of the body slows the server down.
struct ResponseReader: Sendable {
    /// The connection ended or failed inside the response.
    struct ConnectionEnded: Error {
        var underlying: SystemError?
    }

    private enum Part: Sendable {
        case none, untilClose
        case length(Int64)
        case chunkSize
        case chunk(Int64)
        case chunkEnd
        case end
    }

    private static let lineLimit = 64 * 1024
    private static let headLimit = 256 * 1024
    private static let extensionLimit = 4 * 1024

    private let socket: Socket
    private let idleTime: Duration
    private var buffer = LineBuffer()
    private var part = Part.none
    private var headBytes = 0

    /// Whether anything of the final response has arrived.
    private(set) var hasBegun = false
    /// The time of the first byte.
    private(set) var firstByte: ContinuousClock.Instant?
    private(set) var trailers: HTTPHeaders = [:]

    init(_ socket: Socket, idleTime: Duration) {
        self.socket = socket
        self.idleTime = idleTime
    }

    /// Whether bytes have arrived after the response. They belong to no request.
    var hasExcess: Bool { !buffer.isEmpty }

    /// The head of the final response (RFC 9110, section 15.2).
    mutating func head() async throws -> ResponseHead {
        while true {
            let statusLine = try await line(startingWith: ResponseHead.start, orElse: "a malformed status line")
            var head = try ResponseHead(statusLine: statusLine)
            while case let line = try await line(), !line.isEmpty { try head.add(line) }
            if head.statusCode >= 200 || head.statusCode == 101 { return head }
            hasBegun = false
        }
    }

    /// Begins the body.
    mutating func begin(_ framing: BodyFraming.Kind) {
        headBytes = 0
        part =
            switch framing {
            case .none: .end
            case .length(let length): length > 0 ? .length(length) : .end
            case .chunked: .chunkSize
            case .untilClose: .untilClose
            }
    }

    /// The next piece of the body, without its framing; `nil` at the end.
    mutating func piece() async throws -> Data? {
        while true {
            switch part {
            case .none, .end:
                return nil
            case .untilClose:
                return try await piece(upTo: .max, isEndAllowed: true)
            case .length(let rest):
                let piece = try await piece(upTo: rest) ?? Data()
                part = rest > piece.count ? .length(rest - Int64(piece.count)) : .end
                return piece
            case .chunkSize:
                let size = try ChunkSize.parse(try await line(limit: Self.extensionLimit))
                if size > 0 { part = .chunk(size) } else { try await readTrailers() }
            case .chunk(let rest):
                let piece = try await piece(upTo: rest) ?? Data()
                part = rest > piece.count ? .chunk(rest - Int64(piece.count)) : .chunkEnd
                return piece
            case .chunkEnd:
                _ = try await line(startingWith: Array("\r\n".utf8), orElse: "more data than a chunk's size")
                (part, headBytes) = (.chunkSize, 0)
            }
        }
    }

    // MARK: - Private

    private mutating func readTrailers() async throws {
        headBytes = Self.headLimit - Self.lineLimit
        while case let line = try await line(), !line.isEmpty {
            let field = try ResponseHead.field(line)
            trailers.add(field.value, for: field.name)
        }
        part = .end
    }

    /// - Parameters:
    ///   - start: The beginning of the line, checked as soon as bytes arrive.
    ///   - mistake: The error text if the line begins differently.
    private mutating func line(
        startingWith start: [UInt8] = [],
        orElse mistake: String = "",
        limit: Int = Self.lineLimit
    ) async throws -> ArraySlice<UInt8> {
        while true {
            guard start.starts(with: buffer.peek(start.count)) else { throw Malformed.error(mistake) }
            if let line = try buffer.takeLine(limit: limit) {
                headBytes += line.count + 2
                guard headBytes <= Self.headLimit else { throw Malformed.error("too many fields") }
                return line
            }
            let bytes = try await receive()
            guard !bytes.isEmpty else { throw ConnectionEnded() }
            buffer.append(bytes)
        }
    }

    private mutating func piece(upTo count: Int64, isEndAllowed: Bool = false) async throws -> Data? {
        if buffer.isEmpty {
            let bytes = try await receive()
            guard !bytes.isEmpty else {
                if isEndAllowed { return nil }
                throw ConnectionEnded()
            }
            if bytes.count <= count { return bytes }
            buffer.append(bytes)
        }
        return buffer.take(count)
    }

    private mutating func receive() async throws -> Data {
        do {
            let bytes = try await socket.receive(idleTime: idleTime)
            if !bytes.isEmpty {
                hasBegun = true
                firstByte = firstByte ?? .now
            }
            return bytes
        } catch let error as SystemError {
            throw ConnectionEnded(underlying: error)
        }
    }
}
