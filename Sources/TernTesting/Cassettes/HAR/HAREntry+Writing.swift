import Foundation
import Tern

extension HAREntry {
    /// The JSON of an exchange, indented as an entry of a file. Members that begin with `_` are those of Tern, as the
    /// format allows.
    ///
    /// - Parameter date: The time at which the recording began.
    static func json(of exchange: CassetteExchange, startedAt date: Date) throws -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        // A string of JSON has no line breaks.
        return HARFile.joined(try encoder.encode(Record(exchange, startedAt: date)).lines, by: HARFile.newLine)
    }

    /// The members of an entry.
    private struct Record: Encodable {
        struct Timings: Encodable {
            let send: Double
            let wait: Double
            let receive: Double
        }

        struct Cache: Encodable {}

        /// A piece of a streamed body.
        struct Piece: Encodable {
            /// In milliseconds after the fields.
            let time: Double
            let bytes: Int
        }

        /// A failure without a response, or within the body.
        struct Failure: Encodable {
            /// That of a `TernError`.
            let code: String
            let reason: String
        }

        /// In ISO 8601.
        let startedDateTime: String
        /// In milliseconds.
        let time: Double
        let request: Request
        let response: Response
        let cache = Cache()
        let timings: Timings
        /// The case of the target, such as `GitHub.user`.
        let _target: String?
        let _failure: Failure?
        let _pieces: [Piece]?

        init(_ exchange: CassetteExchange, startedAt date: Date) {
            let milliseconds = { (duration: Duration) in (duration / .microseconds(1)).rounded() / 1000 }
            let head = exchange.head
            let wait = milliseconds(head?.time ?? exchange.duration ?? .zero)
            let read = wait + milliseconds(exchange.pieces.last?.time ?? .zero)
            let total = max(read, milliseconds(exchange.duration ?? .zero))
            startedDateTime = date.addingTimeInterval(exchange.start / .seconds(1)).recordingText
            time = total
            timings = Timings(send: 0, wait: wait, receive: ((total - wait) * 1000).rounded() / 1000)
            request = Request(exchange.request)
            response = Response(exchange)
            _target = exchange.target
            _failure = exchange.failure.map { Failure(code: $0.code.rawValue, reason: $0.reason) }
            let pieces = exchange.pieces.map { Piece(time: milliseconds($0.time), bytes: $0.bytes) }
            _pieces = pieces.isEmpty ? nil : pieces
        }
    }

    /// A field, a parameter or a cookie.
    private struct Pair: Encodable {
        let name: String
        let value: String

        static func fields(_ headers: HTTPHeaders) -> [Pair] { headers.map { Pair(name: $0.name, value: $0.value) } }

        /// The pairs of a `Cookie` or `Set-Cookie` field.
        static func cookies(_ value: String) -> [Pair] {
            value.split(separator: ";").map { pair in
                let name = pair.prefix { $0 != "=" }
                return Pair(
                    name: name.trimmingCharacters(in: .whitespaces),
                    value: String(pair.dropFirst(name.count + 1))
                )
            }
        }
    }

    private struct Request: Encodable {
        struct Body: Encodable {
            let mimeType: String
            var text: String?
            /// `base64` for bytes that aren't text.
            var _encoding: String?
            /// For a long body, of which the file has no text: its length, and the digest with SHA-256 in hexadecimal.
            var _digest: String?
        }

        let method: String
        let url: String
        let httpVersion = "HTTP/1.1"
        let cookies: [Pair]
        let headers: [Pair]
        let queryString: [Pair]
        let postData: Body?
        let headersSize = -1
        let bodySize: Int

        init(_ request: RecordedRequest) {
            method = request.method.rawValue
            url = request.url
            cookies = request.headers.values(for: "Cookie").flatMap(Pair.cookies)
            headers = Pair.fields(request.headers)
            queryString = request.queryItems.map { Pair(name: $0.name, value: $0.value ?? "") }
            bodySize = request.isDigest ? -1 : request.body.count
            guard !request.body.isEmpty else {
                postData = nil
                return
            }
            var body = Body(mimeType: request.headers["Content-Type"] ?? "application/octet-stream")
            let text = HAREntry.text(of: request.body)
            if request.isDigest { body._digest = text.text } else { (body.text, body._encoding) = text }
            postData = body
        }
    }

    private struct Response: Encodable {
        struct Content: Encodable {
            let size: Int
            let mimeType: String
            let text: String
            /// `base64` for bytes that aren't text.
            let encoding: String?
        }

        let status: Int
        let statusText: String
        let httpVersion = "HTTP/1.1"
        let cookies: [Pair]
        let headers: [Pair]
        let content: Content
        let redirectURL: String
        let headersSize = -1
        let bodySize: Int
        let _trailers: [Pair]?

        init(_ exchange: CassetteExchange) {
            let fields = exchange.head?.headers ?? [:]
            status = exchange.head?.status ?? 0
            statusText = exchange.head.map { HTTPURLResponse.localizedString(forStatusCode: $0.status) } ?? ""
            cookies = fields.values(for: "Set-Cookie").flatMap { Pair.cookies($0).prefix(1) }
            headers = Pair.fields(fields)
            redirectURL = fields["Location"] ?? ""
            let size = max(exchange.body.count, exchange.bodyBytes)
            bodySize = fields.contains("Content-Encoding") ? fields["Content-Length"].flatMap { Int($0) } ?? -1 : size
            let (text, encoding) = HAREntry.text(of: exchange.body)
            let type = fields["Content-Type"] ?? "application/octet-stream"
            content = Content(size: size, mimeType: type, text: text, encoding: encoding)
            _trailers = exchange.trailers.isEmpty ? nil : Pair.fields(exchange.trailers)
        }
    }

    /// Text in UTF-8. Base64 for other bytes, whose encoding a reader would have to guess.
    private static func text(of body: Data) -> (text: String, encoding: String?) {
        // Foundation drops a mark of the byte order.
        guard let text = String(data: body, encoding: .utf8), text.utf8.elementsEqual(body) else {
            return (body.base64EncodedString(), "base64")
        }
        return (text, nil)
    }
}

extension HARFile {
    /// A file with these entries, each in JSON.
    static func bytes(of entries: [Data]) -> Data {
        let head = """
            {
              "log" : {
                "creator" : {
                  "name" : "Tern",
                  "version" : "0.1.0"
                },
                "entries" : [
            """
        let tail = "\n    ],\n    \"version\" : \"1.2\"\n  }\n}\n"
        return Data(head.utf8) + list(entries) + Data(tail.utf8)
    }

    /// This file with further entries at its end. All else stays byte for byte.
    func bytes(adding entries: [Data]) -> Data {
        guard let last = self.entries.last else { return Self.bytes(of: entries) }
        var bytes = Data(data[..<last.place.upperBound])
        if !entries.isEmpty { bytes += Data(",".utf8) }
        bytes += Self.list(entries)
        bytes += data[last.place.upperBound...]
        return bytes
    }

    /// Begins a line of an entry.
    fileprivate static let newLine = Data("\n      ".utf8)

    private static func list(_ entries: [Data]) -> Data {
        entries.isEmpty ? Data() : newLine + joined(entries, by: Data(",".utf8) + newLine)
    }

    fileprivate static func joined(_ parts: [Data], by separator: Data) -> Data {
        var result = Data(capacity: parts.reduce(0) { $0 + $1.count + separator.count })
        for (index, part) in parts.enumerated() {
            if index > 0 { result += separator }
            result += part
        }
        return result
    }
}
