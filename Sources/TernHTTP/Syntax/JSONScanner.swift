import Foundation

/// Finds the parts of a JSON text (RFC 8259) without decoding them, so that a long file is read once and its strings stay
/// where they are.
///
/// It checks everything but the content of strings, which is checked when a string is decoded.
package struct JSONScanner {
    /// The first violation of the grammar: what was expected at an offset of the text.
    package struct Failure: Error, Equatable, CustomStringConvertible {
        package let offset: Int
        package let expected: String

        package init(offset: Int, expected: String) {
            self.offset = offset
            self.expected = expected
        }

        package var description: String { "expected \(expected) at byte \(offset)." }
    }

    private let bytes: UnsafeBufferPointer<UInt8>
    package private(set) var offset: Int
    /// Whether the content of strings is checked, too.
    private var checksStrings = false

    package init(_ bytes: UnsafeRawBufferPointer, at offset: Int = 0) {
        self.bytes = bytes.bindMemory(to: UInt8.self)
        self.offset = offset
        // A mark of the byte order, which some editors write.
        if offset == 0, bytes.starts(with: [0xef, 0xbb, 0xbf]) { self.offset = 3 }
    }

    /// The first reason why bytes aren't one JSON text in UTF-8. `nil` if they are.
    ///
    /// `JSONSerialization` isn't such a check: it accepts a comma before a closing bracket, a byte order mark and UTF-16,
    /// and rejects numbers beyond `Double` and more than 512 levels.
    package static func failure(in text: Data) -> Failure? {
        let failure = text.withUnsafeBytes { bytes -> Failure? in
            var scanner = JSONScanner(bytes)
            (scanner.offset, scanner.checksStrings) = (0, true)
            do throws(Failure) {
                _ = try scanner.value()
                try scanner.end()
                return nil
            } catch {
                return error
            }
        }
        if failure == nil, String(data: text, encoding: .utf8) == nil { return Failure(offset: 0, expected: "UTF-8") }
        return failure
    }

    /// Calls a closure for each member of an object. The closure may read the value; otherwise, it is skipped. A value of
    /// another kind is skipped.
    package mutating func object(_ member: (_ key: String, inout JSONScanner) throws -> Void) throws {
        guard take("{") else {
            _ = try value()
            return
        }
        // Most objects have few members, for which an array is faster than a set.
        var keys: [String] = []
        keys.reserveCapacity(8)
        var furtherKeys: Set<String> = []
        while !take("}") {
            if !keys.isEmpty { try expect(",", "a comma") }
            let start = offset
            let key = try JSONString(UnsafeRawBufferPointer(bytes), string()).text
            let isFew = keys.count < 16
            guard !keys.contains(key), isFew || furtherKeys.insert(key).inserted else {
                throw Failure(offset: start, expected: "no second \"\(key)\"")
            }
            if isFew { keys.append(key) }
            try expect(":", "a colon")
            skipSpace()
            let value = offset
            try member(key, &self)
            if offset == value { _ = try self.value() }
        }
    }

    /// Calls a closure for each element of an array. The closure may read the element; otherwise, it is skipped. A value
    /// of another kind is skipped.
    package mutating func array(_ element: (_ index: Int, inout JSONScanner) throws -> Void) throws {
        guard take("[") else {
            _ = try value()
            return
        }
        var index = 0
        while !take("]") {
            if index > 0 { try expect(",", "a comma") }
            skipSpace()
            let start = offset
            try element(index, &self)
            if offset == start { _ = try value() }
            index += 1
        }
    }

    package mutating func isAtString() -> Bool { isAt("\"") }

    package mutating func isAtObject() -> Bool { isAt("{") }

    package mutating func isAtArray() -> Bool { isAt("[") }

    package mutating func isAtColon() -> Bool { isAt(":") }

    /// Reads a string. A value of another kind is skipped, and is `nil`.
    package mutating func text() throws(Failure) -> String? {
        guard isAtString() else {
            _ = try value()
            return nil
        }
        return try JSONString(UnsafeRawBufferPointer(bytes), string()).text
    }

    /// Reads a number. A value of another kind is skipped, and is `nil`.
    package mutating func number() throws(Failure) -> Double? {
        Double(String(decoding: bytes[try value()], as: UTF8.self)).flatMap { $0.isFinite ? $0 : nil }
    }

    /// Reads a number as the nearest integer. A value of another kind is skipped, and is `nil`.
    package mutating func integer() throws(Failure) -> Int? {
        guard let number = try number() else { return nil }
        return Int(exactly: number.rounded()) ?? (number < 0 ? .min : .max)
    }

    /// Skips a string.
    ///
    /// - Returns: Its place, with the quotation marks.
    package mutating func string() throws(Failure) -> Range<Int> {
        guard isAtString() else { throw failure("a string") }
        let start = offset
        if checksStrings {
            try checkString()
            return start..<offset
        }
        var end = start + 1
        while let base = bytes.baseAddress, end < bytes.count,
            let found = memchr(base + end, Int32(UInt8(ascii: "\"")), bytes.count - end)
        {
            let quote = UnsafeRawPointer(base).distance(to: UnsafeRawPointer(found))
            end = quote + 1
            var backslashes = 0
            while bytes[quote - 1 - backslashes] == UInt8(ascii: "\\") { backslashes += 1 }
            guard backslashes % 2 == 0 else { continue }
            offset = end
            return start..<end
        }
        throw failure("the end of a string")
    }

    /// Skips a value.
    ///
    /// - Returns: Its place.
    package mutating func value() throws(Failure) -> Range<Int> {
        skipSpace()
        let start = offset
        // For each array or object around the offset, whether it is an object. Recursion could overflow the stack.
        var isObject: [Bool] = []
        while true {
            skipSpace()
            switch current {
            case UInt8(ascii: "{"):
                offset += 1
                guard take("}") else {
                    isObject.append(true)
                    try name("a name in quotes or a closing brace")
                    continue
                }
            case UInt8(ascii: "["):
                offset += 1
                guard take("]") else {
                    isObject.append(false)
                    continue
                }
            default: try scalar()
            }
            while let isInObject = isObject.last {
                skipSpace()
                if current == UInt8(ascii: ",") {
                    offset += 1
                    if isInObject { try name("a name in quotes") }
                    break
                }
                guard current == (isInObject ? UInt8(ascii: "}") : UInt8(ascii: "]")) else {
                    throw failure(isInObject ? "a comma or a closing brace" : "a comma or a closing bracket")
                }
                offset += 1
                isObject.removeLast()
            }
            if isObject.isEmpty { return start..<offset }
        }
    }

    /// Fails unless nothing follows.
    package mutating func end() throws(Failure) {
        skipSpace()
        guard offset == bytes.count else { throw failure("the end of the text") }
    }

    // MARK: - Private

    private mutating func name(_ expected: String) throws(Failure) {
        guard isAtString() else { throw failure(expected) }
        _ = try string()
        try expect(":", "a colon")
    }

    /// A string, a number, `true`, `false` or `null`.
    private mutating func scalar() throws(Failure) {
        switch current {
        case UInt8(ascii: "\""): _ = try string()
        case UInt8(ascii: "t"): try word("true")
        case UInt8(ascii: "f"): try word("false")
        case UInt8(ascii: "n"): try word("null")
        case let byte? where byte == UInt8(ascii: "-") || byte.isDigit: try skipNumber()
        default: throw failure("a value")
        }
    }

    private mutating func word(_ word: StaticString) throws(Failure) {
        let count = word.utf8CodeUnitCount
        guard bytes.count - offset >= count, (0..<count).allSatisfy({ bytes[offset + $0] == word.utf8Start[$0] }) else {
            throw failure("\(word)")
        }
        offset += count
    }

    private mutating func skipNumber() throws(Failure) {
        if current == UInt8(ascii: "-") { offset += 1 }
        if current == UInt8(ascii: "0") { offset += 1 } else { try skipDigits() }
        if current == UInt8(ascii: ".") {
            offset += 1
            try skipDigits()
        }
        guard current == UInt8(ascii: "e") || current == UInt8(ascii: "E") else { return }
        offset += 1
        if current == UInt8(ascii: "+") || current == UInt8(ascii: "-") { offset += 1 }
        try skipDigits()
    }

    private mutating func skipDigits() throws(Failure) {
        let start = offset
        while let byte = current, byte.isDigit { offset += 1 }
        guard offset > start else { throw failure("a digit") }
    }

    private mutating func checkString() throws(Failure) {
        var index = offset + 1
        defer { offset = index }
        while index < bytes.count {
            let byte = bytes[index]
            if byte == UInt8(ascii: "\\") {
                offset = index + 1
                try checkEscape()
                index = offset
                continue
            }
            guard byte >= 0x20 else {
                throw Failure(offset: index, expected: "an escape instead of a control character")
            }
            index += 1
            if byte == UInt8(ascii: "\"") { return }
        }
        throw Failure(offset: index, expected: "a closing quote")
    }

    private mutating func checkEscape() throws(Failure) {
        guard let byte = current, "\"\\/bfnrtu".utf8.contains(byte) else { throw failure("an escaped character") }
        offset += 1
        guard byte == UInt8(ascii: "u") else { return }
        for _ in 0..<4 {
            guard current?.hexDigitValue != nil else { throw failure("a hexadecimal digit") }
            offset += 1
        }
    }

    private var current: UInt8? { offset < bytes.count ? bytes[offset] : nil }

    private mutating func skipSpace() {
        while let byte = current, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { offset += 1 }
    }

    private mutating func isAt(_ character: Unicode.Scalar) -> Bool {
        skipSpace()
        return current == UInt8(ascii: character)
    }

    private mutating func take(_ character: Unicode.Scalar) -> Bool {
        guard isAt(character) else { return false }
        offset += 1
        return true
    }

    private mutating func expect(_ character: Unicode.Scalar, _ name: String) throws(Failure) {
        guard take(character) else { throw failure(name) }
    }

    private func failure(_ expected: String) -> Failure { Failure(offset: offset, expected: expected) }
}
