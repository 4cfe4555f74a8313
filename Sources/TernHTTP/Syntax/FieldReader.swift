/// Reads a field value from the left: lists, parameters and quoted strings (RFC 9110, section 5.6).
package struct FieldReader {
    /// A parameter, such as `charset="utf-8"`.
    package struct Parameter: Sendable, Hashable {
        /// In lower case.
        package let name: String
        package let value: String

        package init(name: String, value: String) { (self.name, self.value) = (name, value) }
    }

    private let bytes: [UInt8]
    /// The number of bytes that have been read.
    package private(set) var offset = 0

    package init(_ text: some StringProtocol) { bytes = Array(text.utf8) }

    package var isAtEnd: Bool { offset == bytes.count }

    package func isAt(_ character: Unicode.Scalar) -> Bool {
        offset < bytes.count && bytes[offset] == UInt8(ascii: character)
    }

    /// - Returns: Whether the character was next.
    package mutating func take(_ character: Unicode.Scalar) -> Bool {
        guard isAt(character) else { return false }
        offset += 1
        return true
    }

    package mutating func skipBlanks() {
        while offset < bytes.count, bytes[offset].isBlank { offset += 1 }
    }

    package mutating func skipToEnd() { offset = bytes.count }

    /// The text before one of these characters, or before the end, without the blanks after it.
    package mutating func text(before ends: ByteSet) -> String {
        let start = offset
        while offset < bytes.count, !ends.contains(bytes[offset]) { offset += 1 }
        return String(decoding: bytes[trimmed(start)], as: UTF8.self)
    }

    /// The text before a character, which is skipped. `nil` if there is none.
    package mutating func text(through end: Unicode.Scalar) -> String? {
        guard let place = bytes[offset...].firstIndex(of: UInt8(ascii: end)) else { return nil }
        defer { offset = place + 1 }
        return String(decoding: bytes[offset..<place], as: UTF8.self)
    }

    /// The text up to the end, with all its blanks.
    package mutating func rest() -> String {
        defer { offset = bytes.count }
        return String(decoding: bytes[offset...], as: UTF8.self)
    }

    /// A token (RFC 9110, section 5.6.2). `nil` if there is none.
    package mutating func token() -> String? {
        let start = offset
        while offset < bytes.count, ByteSet.token.contains(bytes[offset]) { offset += 1 }
        return offset > start ? String(decoding: bytes[start..<offset], as: UTF8.self) : nil
    }

    /// The number that digits write. `nil`, and nothing is read, if there are fewer or more of them, or if the number is
    /// above `Int.max`.
    package mutating func number(digits: ClosedRange<Int> = 1...19) -> Int? {
        var end = offset
        while end < bytes.count, bytes[end].isDigit { end += 1 }
        guard digits.contains(end - offset),
            let number = bytes[offset..<end].withUnsafeBytes({ FieldLine.number($0) })
        else { return nil }
        offset = end
        return number
    }

    /// The content of a quoted string after its opening quotation mark (RFC 9110, section 5.6.4).
    ///
    /// - Parameter escapable: The characters that a backslash escapes. `nil`, all, by default.
    /// - Returns: What there is, and whether there is a closing quotation mark.
    package mutating func quotedString(escapable: ByteSet? = nil) -> (content: String, isComplete: Bool) {
        var content: [UInt8] = []
        var isComplete = false
        while offset < bytes.count, !isComplete {
            let byte = bytes[offset]
            offset += 1
            if byte == UInt8(ascii: "\"") {
                isComplete = true
            } else if byte == UInt8(ascii: "\\"), offset < bytes.count, escapable?.contains(bytes[offset]) ?? true {
                content.append(bytes[offset])
                offset += 1
            } else if byte != UInt8(ascii: "\\") || escapable != nil {
                content.append(byte)
            }
        }
        return (String(decoding: content, as: UTF8.self), isComplete)
    }

    /// The place of the part before a separator, without the blanks around it. A separator in a quoted string is part of
    /// the string. The separator is skipped.
    package mutating func part(before separator: Unicode.Scalar) -> Range<Int> {
        skipBlanks()
        let start = offset
        var (isQuoted, isEscaped) = (false, false)
        while offset < bytes.count {
            let byte = bytes[offset]
            if isEscaped {
                isEscaped = false
            } else if isQuoted, byte == UInt8(ascii: "\\") {
                isEscaped = true
            } else if byte == UInt8(ascii: "\"") {
                isQuoted.toggle()
            } else if byte == UInt8(ascii: separator), !isQuoted {
                break
            }
            offset += 1
        }
        defer { _ = take(separator) }
        return trimmed(start)
    }

    /// The parameters that follow: `; charset="utf-8"` (RFC 9110, section 5.6.6). Malformed ones are left out.
    ///
    /// - Parameter inList: Whether a comma ends them, and they may have no value or no closing quotation mark (RFC 8288,
    ///   appendix B.3). `false` by default.
    package mutating func parameters(inList: Bool = false) -> [Parameter] {
        let ends = inList ? ByteSet(";,") : ByteSet(";")
        var parameters: [Parameter] = []
        skipBlanks()
        while take(";") {
            skipBlanks()
            let name = text(before: ByteSet(" \t=;,")).asciiLowercased
            skipBlanks()
            var (value, isComplete) = ("", false)
            if take("=") {
                skipBlanks()
                (value, isComplete) = take("\"") ? quotedString() : (text(before: ends), true)
            }
            if !name.isEmpty, isComplete || inList { parameters.append(Parameter(name: name, value: value)) }
            if inList { skipBlanks() } else { _ = text(before: ends) }
        }
        return parameters
    }

    /// The parameters up to the end, without tolerance.
    ///
    /// - Parameter escapable: The characters that a backslash escapes in quotation marks. A backslash before any other
    ///   character is one, as in the paths that old browsers send.
    /// - Returns: `nil` if one is malformed, or if a name is repeated.
    package mutating func strictParameters(escapable: ByteSet) -> [Parameter]? {
        var parameters: [Parameter] = []
        while take(";") {
            skipBlanks()
            if isAtEnd { break }
            guard let name = token()?.asciiLowercased, take("="), !parameters.contains(where: { $0.name == name })
            else {
                return nil
            }
            var value = token()
            if value == nil, take("\"") {
                let (content, isComplete) = quotedString(escapable: escapable)
                value = isComplete ? content : nil
            }
            guard let value else { return nil }
            parameters.append(Parameter(name: name, value: value))
            skipBlanks()
        }
        return isAtEnd ? parameters : nil
    }

    /// The data of a challenge without parameters, such as Base64, and the blanks after it (RFC 9110, section 11.2). `nil`,
    /// and nothing is read, if it isn't all that there is up to a comma or the end.
    package mutating func token68() -> String? {
        let start = offset
        while offset < bytes.count, ByteSet.token68.contains(bytes[offset]) { offset += 1 }
        let hasData = offset > start
        while take("=") {}
        let text = String(decoding: bytes[start..<offset], as: UTF8.self)
        skipBlanks()
        guard hasData, isAtEnd || isAt(",") else {
            offset = start
            return nil
        }
        return text
    }

    // MARK: - Private

    /// What was read from an offset on, without the blanks after it.
    private func trimmed(_ start: Int) -> Range<Int> {
        var end = offset
        while end > start, bytes[end - 1].isBlank { end -= 1 }
        return start..<end
    }
}
