import Tern

/// A field's value with parameters: `form-data; name="a"` (RFC 9110, section 5.6.6).
struct MediaParameters {
    /// The text before the first parameter, in lower case.
    let value: String
    private var parameters: [String: String] = [:]

    /// Returns `nil` if the text is malformed, or contains a parameter twice.
    ///
    /// - Parameter hasEscapes: Whether a backslash in quotation marks escapes a quotation mark or a backslash. `true` by
    ///   default.
    init?(_ text: String, hasEscapes: Bool = true) {
        var rest = Array(text.utf8)[...]
        let value = rest.prefix { $0 != UInt8(ascii: ";") }
        self.value = String(decoding: value.trimmingBlanks(), as: UTF8.self).lowercased()
        rest = rest.dropFirst(value.count)
        while rest.first == UInt8(ascii: ";") {
            rest = rest.dropFirst().drop(while: \.isBlank)
            if rest.isEmpty { break }
            let name = rest.prefix(while: \.isTokenByte)
            rest = rest.dropFirst(name.count)
            guard !name.isEmpty, rest.first == UInt8(ascii: "=") else { return nil }
            rest = rest.dropFirst()
            guard let parameter = Self.takeValue(from: &rest, hasEscapes: hasEscapes) else { return nil }
            let key = String(decoding: name, as: UTF8.self).lowercased()
            guard parameters.updateValue(parameter, forKey: key) == nil else { return nil }
            rest = rest.drop(while: \.isBlank)
        }
        guard rest.isEmpty else { return nil }
    }

    /// - Parameter name: In lower case.
    subscript(name: String) -> String? { parameters[name] }

    // MARK: - Private

    private static func takeValue(from rest: inout ArraySlice<UInt8>, hasEscapes: Bool) -> String? {
        guard rest.first == UInt8(ascii: "\"") else {
            let token = rest.prefix(while: \.isTokenByte)
            rest = rest.dropFirst(token.count)
            return token.isEmpty ? nil : String(decoding: token, as: UTF8.self)
        }
        rest = rest.dropFirst()
        var bytes: [UInt8] = []
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "\"") { return String(decoding: bytes, as: UTF8.self) }
            let isEscape = hasEscapes && byte == UInt8(ascii: "\\") && (rest.first == 0x22 || rest.first == 0x5C)
            // Any other backslash is literal, as in the paths that old browsers send.
            if isEscape, let escaped = rest.popFirst() { bytes.append(escaped) } else { bytes.append(byte) }
        }
        return nil
    }
}
