import Foundation
import Tern

extension HAREntry {
    /// The JSON of an exchange, indented as an entry of a file. Members that begin with `_` are those of Tern, as the
    /// format allows.
    ///
    /// - Parameter date: The time at which the recording began.
    static func json(of exchange: CassetteExchange, startedAt date: Date) throws -> Data {
        let milliseconds = { (duration: Duration) in (duration / .microseconds(1)).rounded() / 1000 }
        let wait = milliseconds(exchange.head?.time ?? exchange.duration ?? .zero)
        let read = wait + milliseconds(exchange.pieces.last?.time ?? .zero)
        let total = max(read, milliseconds(exchange.duration ?? .zero))
        let pieces = exchange.pieces.map { ["time": milliseconds($0.time), "bytes": $0.bytes] as HARObject }
        let entry: HARObject = [
            "startedDateTime": date.addingTimeInterval(exchange.start / .seconds(1)).recordingText,
            "time": total,
            "request": object(of: exchange.request),
            "response": response(of: exchange),
            "cache": HARObject(),
            "timings": ["send": 0, "wait": wait, "receive": ((total - wait) * 1000).rounded() / 1000] as HARObject,
            "_target": exchange.target,
            "_failure": exchange.failure.map { ["code": $0.code.rawValue, "reason": $0.reason] as HARObject },
            "_pieces": pieces.isEmpty ? nil : pieces,
        ]
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        // A string of JSON has no line breaks.
        return HARFile.joined(try encoder.encode(entry).lines, by: HARFile.newLine)
    }

    // MARK: - Private

    private static func object(of request: RecordedRequest) -> HARObject {
        var body: HARObject?
        if !request.body.isEmpty {
            // The file has no text of a long body, but its length, and the digest with SHA-256 in hexadecimal.
            let (text, encoding) = text(of: request.body)
            body = [
                "mimeType": request.headers["Content-Type"] ?? "application/octet-stream",
                "text": request.isDigest ? nil : text,
                "_encoding": request.isDigest ? nil : encoding,
                "_digest": request.isDigest ? text : nil,
            ]
        }
        return [
            "method": request.method.rawValue,
            "url": request.url,
            "httpVersion": "HTTP/1.1",
            "cookies": request.headers.values(for: "Cookie").flatMap(cookies),
            "headers": fields(request.headers),
            "queryString": request.queryItems.map { pair($0.name, $0.value ?? "") },
            "postData": body,
            "headersSize": -1,
            "bodySize": request.isDigest ? -1 : request.body.count,
        ]
    }

    private static func response(of exchange: CassetteExchange) -> HARObject {
        let headers = exchange.head?.headers ?? [:]
        let status = exchange.head?.status
        let size = max(exchange.body.count, exchange.bodyBytes)
        let sentSize = headers.contains("Content-Encoding") ? headers["Content-Length"].flatMap { Int($0) } ?? -1 : size
        let (text, encoding) = text(of: exchange.body)
        return [
            "status": status ?? 0,
            "statusText": status.map { HTTPURLResponse.localizedString(forStatusCode: $0) } ?? "",
            "httpVersion": "HTTP/1.1",
            "cookies": headers.values(for: "Set-Cookie").flatMap { cookies($0).prefix(1) },
            "headers": fields(headers),
            "content": [
                "size": size, "mimeType": headers["Content-Type"] ?? "application/octet-stream", "text": text,
                "encoding": encoding,
            ] as HARObject,
            "redirectURL": headers["Location"] ?? "",
            "headersSize": -1,
            "bodySize": sentSize,
            "_trailers": exchange.trailers.isEmpty ? nil : fields(exchange.trailers),
        ]
    }

    private static func pair(_ name: String, _ value: String) -> HARObject { ["name": name, "value": value] }

    private static func fields(_ headers: HTTPHeaders) -> [HARObject] { headers.map { pair($0.name, $0.value) } }

    /// The pairs of a `Cookie` or `Set-Cookie` field.
    private static func cookies(_ value: String) -> [HARObject] {
        value.split(separator: ";").map { text in
            let name = text.prefix { $0 != "=" }
            return pair(name.trimmingCharacters(in: .whitespaces), String(text.dropFirst(name.count + 1)))
        }
    }

    /// Text in UTF-8. Base64 for other bytes, whose encoding a reader would have to guess.
    private static func text(of body: Data) -> (text: String, encoding: String?) {
        // Foundation drops a mark of the byte order.
        guard let text = String(data: body, encoding: .utf8), Data(text.utf8) == body else {
            return (body.base64EncodedString(), "base64")
        }
        return (text, nil)
    }
}

/// An object of JSON. Members that are `nil` are omitted.
private struct HARObject: Encodable, ExpressibleByDictionaryLiteral {
    private struct Name: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }

        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }

    private let members: [(name: String, value: (any Encodable)?)]

    init(dictionaryLiteral members: (String, (any Encodable)?)...) {
        self.members = members.map { (name: $0.0, value: $0.1) }
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Name.self)
        for (name, value) in members {
            if let value { try container.encode(value, forKey: Name(stringValue: name)) }
        }
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
