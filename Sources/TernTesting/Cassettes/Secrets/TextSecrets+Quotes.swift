import Tern

/// Quotation marks, which may be escaped.
extension TextSecrets {
    private static let quotationMarks = ByteSet("\"'`")
    private static let entities = ["&quot;", "&#34;", "&#39;", "&#x27;", "&apos;"]

    /// A quotation mark with the backslashes before it, or as an entity of HTML.
    func quote(at start: Int) -> [UInt8]? {
        var index = start
        while has("\\", at: index) { index += 1 }
        guard index < bytes.count else { return nil }
        if Self.quotationMarks.contains(bytes[index]) { return Array(bytes[start...index]) }
        guard index == start, bytes[index] == UInt8(ascii: "&") else { return nil }
        return Self.entities.first { has($0, at: start) }.map { Array($0.utf8) }
    }

    /// The same before an index.
    func quote(endingAt end: Int) -> [UInt8]? {
        guard end > 0 else { return nil }
        if Self.quotationMarks.contains(bytes[end - 1]) {
            var start = end - 1
            while start > 0, bytes[start - 1] == UInt8(ascii: "\\") { start -= 1 }
            return Array(bytes[start..<end])
        }
        guard bytes[end - 1] == UInt8(ascii: ";") else { return nil }
        return Self.entities.first { end >= $0.utf8.count && has($0, at: end - $0.utf8.count) }.map { Array($0.utf8) }
    }

    /// The end of the content of a string. That of the text if the string has no end.
    func endOfString(_ quote: [UInt8], _ start: Int) -> Int {
        let backslashes = quote.count - 1
        let isEntity = quote[0] == UInt8(ascii: "&")
        var index = start
        while index < bytes.count {
            if isEntity, bytes[index] == quote[0], bytes[index...].starts(with: quote) { return index }
            if !isEntity, bytes[index] == quote[backslashes] {
                var escapes = 0
                while index - escapes > start, bytes[index - escapes - 1] == UInt8(ascii: "\\") { escapes += 1 }
                if backslashes == 0 ? escapes % 2 == 0 : escapes == backslashes { return index - escapes }
            }
            index += 1
        }
        return bytes.count
    }
}
