import Foundation

/// Bodies as texts of any length, for logs and commands.
extension Redaction {
    /// The number of bytes that are read after the end of the text, since the name of a secret may follow the secret.
    private static let additionalBytes = 4_096
    /// The largest JSON body that is parsed as a whole, in bytes. Only the beginning of a larger body is parsed.
    private static let maximumParsedBytes = 256 * 1024

    /// The beginning of a body as redacted text. JSON has a line for each member.
    ///
    /// - Parameters:
    ///   - isRequest: Whether it is the body of a request.
    ///   - request: The request whose secrets the body may repeat.
    /// - Returns: `nil` for a body that isn't text in UTF-8.
    static func text(ofBody data: Data, limit: Int, isRequest: Bool, about request: Request?) -> String? {
        guard isText(data.prefix(maximumParsedBytes)) else { return nil }
        let limit = min(max(0, limit), maximumParsedBytes)
        if let tree = tree(of: data) {
            var writer = JSONTreeWriter(maximumLength: limit)
            writer.isRequest = isRequest
            writer.isPretty = true
            writer.write(tree.roots)
            return shortened(scrub(writer.text, request: request), to: limit)
        }
        let piece = String(decoding: data.prefix(limit + additionalBytes), as: UTF8.self)
        return shortened(scrub(text(ofAny: piece), request: request), to: limit)
    }

    /// The beginning of a body with its secrets. JSON has a line for each member.
    ///
    /// - Returns: `nil` for a body that isn't text in UTF-8.
    static func exposedText(ofBody data: Data, limit: Int) -> String? {
        guard isText(data.prefix(maximumParsedBytes)) else { return nil }
        let limit = min(max(0, limit), maximumParsedBytes)
        guard let tree = tree(of: data) else {
            return shortened(String(decoding: data.prefix(limit + additionalBytes), as: UTF8.self), to: limit)
        }
        var writer = JSONTreeWriter(maximumLength: limit)
        writer.isRedacted = false
        writer.isPretty = true
        writer.write(tree.roots)
        return shortened(writer.text, to: limit)
    }

    /// The whole body of a request as redacted text. If it has no secrets, the text is the body.
    ///
    /// - Returns: `nil` for a body that isn't text in UTF-8, or that is too large to be searched for secrets.
    static func text(ofWholeBody data: Data, about request: Request) -> String? {
        guard data.count <= maximumParsedBytes, isText(data) else { return nil }
        let original = String(decoding: data, as: UTF8.self)
        guard let tree = JSONTree(parsing: Array(data)) else {
            return scrub(text(ofAny: original), request: request)
        }
        var writer = JSONTreeWriter(maximumLength: .max)
        writer.isRequest = true
        writer.write(tree.roots)
        let scrubbed = scrub(writer.text, request: request)
        return scrubbed.contains(mark) || tree.isCut ? scrubbed : original
    }

    /// Whether the bytes are UTF-8 without control characters, which could change the state of a terminal. The last
    /// character may be incomplete.
    private static func isText(_ data: Data) -> Bool {
        let isControl: (UInt8) -> Bool = { $0 < 0x20 && $0 != 0x09 && $0 != 0x0A && $0 != 0x0D || $0 == 0x7F }
        guard !data.contains(where: isControl) else { return false }
        return (0..<4).contains { String(data: data.dropLast($0), encoding: .utf8) != nil }
    }

    private static func tree(of data: Data) -> JSONTree? {
        guard let first = data.first(where: { $0 > 0x20 }), "{[".utf8.contains(first) else { return nil }
        let isWhole = data.count <= maximumParsedBytes
        return JSONTree(parsing: Array(isWhole ? data : data.prefix(maximumParsedBytes)), isCut: !isWhole)
    }

    private static func shortened(_ text: String, to limit: Int) -> String {
        guard text.utf8.count > limit else { return text }
        return String(decoding: text.utf8.prefix(limit), as: UTF8.self).trimmingCharacters(in: ["\u{FFFD}"]) + "…"
    }
}
