import Foundation
import Tern

/// A file of the format HAR 1.2. The bodies stay in the file until they are read.
struct HARFile: Sendable {
    /// An entry, whose bodies have no text.
    struct Item: Sendable {
        let entry: HAREntry
        /// The places of the strings that are the texts of the bodies. `nil` for a body without text.
        let requestText: Range<Int>?
        let responseText: Range<Int>?
    }

    /// The bytes of the file, which the system reads when they are used.
    let data: Data
    let items: [Item]

    /// - Throws: `TestKitError` with code `.unreadableCassette`, which names the number of the entry, from 1.
    init(_ data: Data, named name: String) throws(TestKitError) {
        self.data = data
        do {
            items = try data.withUnsafeBytes { try Self.items(in: $0) }
        } catch {
            throw TestKitError(.unreadableCassette, "\(name) is no recording in the format HAR 1.2: \(error)")
        }
    }

    init(contentsOf url: URL) throws(TestKitError) {
        let data: Data
        do {
            data = try Data(contentsOf: url, options: .alwaysMapped)
        } catch {
            throw TestKitError(.unreadableCassette, "\"\(url.path)\" can't be read.", underlying: error)
        }
        try self.init(data, named: "\"\(url.path)\"")
    }

    /// The body of an item's response.
    func responseBody(of item: Item) throws -> Data {
        try body(item.responseText, isEncoded: item.entry.response.content?.encoding?.lowercased() == "base64")
    }

    /// The body of an item's request. Empty if the file only has its digest.
    func requestBody(of item: Item) throws -> Data {
        try body(item.requestText, isEncoded: item.entry.request.postData?._encoding == "base64")
    }

    // MARK: - Private

    private func body(_ place: Range<Int>?, isEncoded: Bool) throws -> Data {
        guard let place else { return Data() }
        let text = try data.withUnsafeBytes { try JSONString($0, place).utf8 }
        guard isEncoded else { return text }
        guard let body = Data(base64Encoded: text, options: .ignoreUnknownCharacters) else {
            throw JSONScanner.Failure(offset: place.lowerBound, expected: "Base64")
        }
        return body
    }

    /// Why an entry can't be used.
    private struct Problem: Error, CustomStringConvertible {
        let description: String
    }

    private static func items(in bytes: UnsafeRawBufferPointer) throws -> [Item] {
        var items: [Item]?
        var number = 0
        var scanner = JSONScanner(bytes)
        do {
            try scanner.object { key, scanner in
                guard key == "log" else { return }
                try scanner.object { key, scanner in
                    guard key == "entries" else { return }
                    var found: [Item] = []
                    try scanner.array { index, scanner in
                        number = index + 1
                        found.append(try item(in: bytes, &scanner))
                    }
                    number = 0
                    items = found
                }
            }
            try scanner.end()
        } catch {
            throw Problem(description: (number > 0 ? "entry \(number): " : "") + text(of: error, bytes))
        }
        guard let items else { throw Problem(description: "there is no member \"log\" with \"entries\".") }
        return items
    }

    private static func item(in bytes: UnsafeRawBufferPointer, _ scanner: inout JSONScanner) throws -> Item {
        var texts: [String: Range<Int>] = [:]
        let start = scanner.offset
        try scanner.object { part, scanner in
            guard let body = ["request": "postData", "response": "content"][part] else { return }
            try scanner.object { key, scanner in
                guard key == body, scanner.isAtObject() else { return }
                try scanner.object { key, scanner in
                    if key == "text", scanner.isAtString() { texts[part] = try scanner.string() }
                }
            }
        }
        var head = Data()
        var position = start
        for place in texts.values.sorted(by: { $0.lowerBound < $1.lowerBound }) {
            head.append(contentsOf: bytes[position..<place.lowerBound])
            head.append(contentsOf: "\"\"".utf8)
            position = place.upperBound
        }
        head.append(contentsOf: bytes[position..<scanner.offset])
        let entry = try JSONDecoder().decode(HAREntry.self, from: head)
        return Item(entry: entry, requestText: texts["request"], responseText: texts["response"])
    }

    private static func text(of error: any Error, _ bytes: UnsafeRawBufferPointer) -> String {
        switch error {
        case let failure as JSONScanner.Failure:
            let line = bytes[..<min(failure.offset, bytes.count)].count { $0 == UInt8(ascii: "\n") } + 1
            let isAtEnd = failure.offset >= bytes.count
            return "expected \(failure.expected) in line \(line)\(isAtEnd ? ", where the file ends" : "")."
        case DecodingError.keyNotFound(let key, let context):
            return "\"\((context.codingPath + [key]).map(\.stringValue).joined(separator: "."))\" is missing."
        case DecodingError.typeMismatch(_, let context), DecodingError.valueNotFound(_, let context):
            let path = context.codingPath.map { $0.intValue.map(String.init) ?? $0.stringValue }
            return "\"\(path.joined(separator: "."))\" has another type."
        default: return "it isn't valid JSON."
        }
    }
}
