import Foundation

/// The `Content-Disposition` field (RFC 6266).
enum ContentDisposition {
    /// The file name that the field suggests, as the server wrote it. `filename*` overrides `filename`.
    static func fileName(in field: String) -> String? {
        let parameters = FieldParameters.read(field)
        return parameters["filename*"].flatMap(extendedValue) ?? parameters["filename"]
    }

    /// The text of `charset'language'escaped` (RFC 8187, section 3.2). `nil` if it is malformed, or its charset is
    /// neither UTF-8 nor ISO-8859-1.
    private static func extendedValue(_ value: String) -> String? {
        let parts = value.split(separator: "'", maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count == 3, let bytes = unescaped(parts[2]) else { return nil }
        return switch parts[0].lowercased() {
        case "utf-8": String(data: bytes, encoding: .utf8)
        case "iso-8859-1": String(data: bytes, encoding: .isoLatin1)
        default: nil
        }
    }

    private static func unescaped(_ text: Substring) -> Data? {
        var bytes = Data()
        var rest = text.utf8[...]
        while let byte = rest.popFirst() {
            guard byte == PercentEncoding.percent else {
                bytes.append(byte)
                continue
            }
            let digits = rest.prefix(2)
            guard digits.count == 2, digits.allSatisfy(PercentEncoding.isHexDigit),
                let value = UInt8(String(decoding: digits, as: UTF8.self), radix: 16)
            else { return nil }
            bytes.append(value)
            rest = rest.dropFirst(2)
        }
        return bytes
    }
}
