import Foundation

/// Finds the parts of a JSON text without decoding them, so that a long file is read once and its strings stay where
/// they are.
///
/// It checks the structure alone. The content of a part is checked when that part is decoded.
struct JSONScanner {
    /// What was expected at an offset of the text.
    struct Failure: Error, Equatable, CustomStringConvertible {
        let offset: Int
        let expected: String

        var description: String { "expected \(expected) at byte \(offset)." }
    }

    private let bytes: UnsafeRawBufferPointer
    private(set) var offset: Int

    init(_ bytes: UnsafeRawBufferPointer, at offset: Int = 0) {
        self.bytes = bytes
        self.offset = offset
        // A mark of the byte order, which some editors write.
        if offset == 0, bytes.starts(with: [0xef, 0xbb, 0xbf]) { self.offset = 3 }
    }

    /// Calls a closure for each member of an object. The closure may read the value; otherwise, it is skipped. A value of
    /// another kind is skipped.
    mutating func object(_ member: (_ key: String, inout JSONScanner) throws -> Void) throws {
        guard take("{") else {
            _ = try value()
            return
        }
        // Most objects have few members, for which an array is faster than a set.
        var keys: [String] = []
        var furtherKeys: Set<String> = []
        while !take("}") {
            if !keys.isEmpty { try expect(",", "a comma") }
            let start = offset
            let key = try JSONString(bytes, string()).text
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
    mutating func array(_ element: (_ index: Int, inout JSONScanner) throws -> Void) throws {
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

    mutating func isAtString() -> Bool { isAt("\"") }

    mutating func isAtObject() -> Bool { isAt("{") }

    mutating func isAtArray() -> Bool { isAt("[") }

    mutating func isAtColon() -> Bool { isAt(":") }

    /// Reads a string. A value of another kind is skipped, and is `nil`.
    mutating func text() throws -> String? {
        guard isAtString() else {
            _ = try value()
            return nil
        }
        return try JSONString(bytes, string()).text
    }

    /// Reads a number. A value of another kind is skipped, and is `nil`.
    mutating func number() throws -> Double? {
        Double(String(decoding: bytes[try value()], as: UTF8.self)).flatMap { $0.isFinite ? $0 : nil }
    }

    /// Reads a number as the nearest integer. A value of another kind is skipped, and is `nil`.
    mutating func integer() throws -> Int? {
        try number().map { Int(exactly: $0.rounded()) ?? ($0 < 0 ? .min : .max) }
    }

    /// Skips a string.
    ///
    /// - Returns: Its place, with the quotation marks.
    mutating func string() throws -> Range<Int> {
        guard isAtString() else { throw Failure(offset: offset, expected: "a string") }
        let start = offset
        var end = start + 1
        while let base = bytes.baseAddress, end < bytes.count,
            let found = memchr(base + end, Int32(UInt8(ascii: "\"")), bytes.count - end)
        {
            let quote = base.distance(to: UnsafeRawPointer(found))
            end = quote + 1
            var backslashes = 0
            while bytes[quote - 1 - backslashes] == UInt8(ascii: "\\") { backslashes += 1 }
            guard backslashes % 2 == 0 else { continue }
            offset = end
            return start..<end
        }
        throw Failure(offset: start, expected: "the end of a string")
    }

    /// Skips a value.
    ///
    /// - Returns: Its place.
    mutating func value() throws -> Range<Int> {
        skipSpace()
        let start = offset
        var depth = 0
        repeat {
            skipSpace()
            guard offset < bytes.count else { throw Failure(offset: offset, expected: "a value") }
            switch bytes[offset] {
            case UInt8(ascii: "\""): _ = try string()
            case UInt8(ascii: "{"), UInt8(ascii: "["):
                depth += 1
                offset += 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                depth -= 1
                offset += 1
                guard depth >= 0 else { throw Failure(offset: offset - 1, expected: "a value") }
            case UInt8(ascii: ","), UInt8(ascii: ":"):
                guard depth > 0 else { throw Failure(offset: offset, expected: "a value") }
                offset += 1
            default: try skipWord()
            }
        } while depth > 0
        return start..<offset
    }

    /// Fails unless nothing follows.
    mutating func end() throws {
        skipSpace()
        guard offset == bytes.count else { throw Failure(offset: offset, expected: "the end of the file") }
    }

    // MARK: - Private

    /// A number, `true`, `false` or `null`.
    private mutating func skipWord() throws {
        let start = offset
        while offset < bytes.count {
            switch bytes[offset] {
            case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "E"),
                UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."):
                offset += 1
            default:
                guard offset > start else { throw Failure(offset: offset, expected: "a value") }
                return
            }
        }
    }

    private mutating func skipSpace() {
        while offset < bytes.count {
            switch bytes[offset] {
            case 0x20, 0x0a, 0x0d, 0x09: offset += 1
            default: return
            }
        }
    }

    private mutating func isAt(_ character: Unicode.Scalar) -> Bool {
        skipSpace()
        return offset < bytes.count && bytes[offset] == UInt8(ascii: character)
    }

    private mutating func take(_ character: Unicode.Scalar) -> Bool {
        guard isAt(character) else { return false }
        offset += 1
        return true
    }

    private mutating func expect(_ character: Unicode.Scalar, _ name: String) throws {
        guard take(character) else { throw Failure(offset: offset, expected: name) }
    }
}
