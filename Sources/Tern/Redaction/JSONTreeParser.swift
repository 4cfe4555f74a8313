/// Parses JSON that may be cut at any place.
struct JSONTreeParser {
    /// Deeper values are cut.
    private static let maximumDepth = 100

    private var remaining: ArraySlice<UInt8>
    private(set) var isCut = false
    private var isBroken = false

    init(_ bytes: [UInt8]) {
        remaining = bytes[...]
        if remaining.starts(with: [0xEF, 0xBB, 0xBF]) { remaining = remaining.dropFirst(3) }
    }

    /// - Returns: `nil` unless the text is JSON or the beginning of JSON.
    mutating func parse() -> [JSONTree.Node]? {
        var roots: [JSONTree.Node] = []
        skipBlanks()
        while !remaining.isEmpty, !isCut {
            guard let root = value(depth: 0) else { break }
            roots.append(root)
            skipBlanks()
        }
        return isBroken ? nil : roots
    }

    // MARK: - Private

    private mutating func value(depth: Int) -> JSONTree.Node? {
        skipBlanks()
        guard let first = remaining.first else { return end() }
        guard depth < Self.maximumDepth else { return end() }
        switch first {
        case UInt8(ascii: "{"): return object(depth: depth)
        case UInt8(ascii: "["): return array(depth: depth)
        case UInt8(ascii: "\""): return string().map(JSONTree.Node.string)
        default: return literal()
        }
    }

    private mutating func object(depth: Int) -> JSONTree.Node? {
        var members: [(key: String, value: JSONTree.Node)] = []
        remaining.removeFirst()
        skipBlanks()
        if take("}") { return .object([], isCut: false) }
        while !isBroken {
            skipBlanks()
            guard remaining.isEmpty || remaining.first == UInt8(ascii: "\"") else { return fail() }
            guard let key = remaining.isEmpty ? end() : string(), !isCut else { break }
            skipBlanks()
            if remaining.isEmpty { _ = end() as String? }
            guard !isCut else { break }
            guard take(":") else { return fail() }
            guard let value = value(depth: depth + 1) else { break }
            members.append((key, value))
            skipBlanks()
            if isCut || remaining.isEmpty { break }
            if take("}") { return .object(members, isCut: false) }
            guard take(",") else { return fail() }
        }
        guard !isBroken else { return nil }
        isCut = true
        return .object(members, isCut: true)
    }

    private mutating func array(depth: Int) -> JSONTree.Node? {
        var elements: [JSONTree.Node] = []
        remaining.removeFirst()
        skipBlanks()
        if take("]") { return .array([], isCut: false) }
        while !isBroken {
            guard let element = value(depth: depth + 1) else { break }
            elements.append(element)
            skipBlanks()
            if isCut || remaining.isEmpty { break }
            if take("]") { return .array(elements, isCut: false) }
            guard take(",") else { return fail() }
        }
        guard !isBroken else { return nil }
        isCut = true
        return .array(elements, isCut: true)
    }

    /// The string that starts here; its beginning, if it is cut.
    private mutating func string() -> String? {
        remaining.removeFirst()
        var bytes: [UInt8] = []
        var units: [UInt16] = []
        func flushed(_ units: inout [UInt16]) -> [UInt8] {
            defer { units = [] }
            return Array(String(decoding: units, as: UTF16.self).utf8)
        }
        while let byte = remaining.popFirst() {
            if byte == UInt8(ascii: "\\") {
                guard let escape = remaining.popFirst() else { break }
                if escape == UInt8(ascii: "u") {
                    let digits = remaining.prefix(4)
                    guard let unit = UInt16(String(decoding: digits, as: UTF8.self), radix: 16), digits.count == 4
                    else {
                        if remaining.count < 4 { break }
                        return fail()
                    }
                    remaining.removeFirst(4)
                    units.append(unit)
                    continue
                }
                bytes += flushed(&units)
                guard let plain = Self.escapes[escape] else { return fail() }
                bytes.append(plain)
            } else {
                if !units.isEmpty { bytes += flushed(&units) }
                if byte == UInt8(ascii: "\"") { return String(decoding: bytes, as: UTF8.self) }
                bytes.append(byte)
            }
        }
        remaining = []
        isCut = true
        return String(decoding: bytes + flushed(&units), as: UTF8.self)
    }

    private mutating func literal() -> JSONTree.Node? {
        let text = remaining.prefix { Self.isPartOfLiteral($0) }
        remaining = remaining.dropFirst(text.count)
        let literal = String(decoding: text, as: UTF8.self)
        if ["true", "false", "null"].contains(literal) { return .literal(literal) }
        if let first = text.first, first == UInt8(ascii: "-") || (0x30...0x39).contains(first),
            text.allSatisfy({ "0123456789+-.eE".utf8.contains($0) })
        {
            return .literal(literal)
        }
        let isCutWord = remaining.isEmpty && ["true", "false", "null"].contains { $0.hasPrefix(literal) }
        return isCutWord ? end() : fail()
    }

    private static func isPartOfLiteral(_ byte: UInt8) -> Bool {
        (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte | 0x20) || "+-.".utf8.contains(byte)
    }

    private static let escapes: [UInt8: UInt8] = [
        UInt8(ascii: "\""): UInt8(ascii: "\""), UInt8(ascii: "\\"): UInt8(ascii: "\\"),
        UInt8(ascii: "/"): UInt8(ascii: "/"), UInt8(ascii: "b"): 8, UInt8(ascii: "f"): 12, UInt8(ascii: "n"): 10,
        UInt8(ascii: "r"): 13, UInt8(ascii: "t"): 9,
    ]

    private mutating func skipBlanks() {
        remaining = remaining.drop { $0 == 0x20 || (0x09...0x0D).contains($0) || $0 == 0x1E }
    }

    private mutating func take(_ character: Unicode.Scalar) -> Bool {
        guard remaining.first == UInt8(ascii: character) else { return false }
        remaining.removeFirst()
        return true
    }

    private mutating func end<Value>() -> Value? {
        isCut = true
        remaining = []
        return nil
    }

    private mutating func fail<Value>() -> Value? {
        isBroken = true
        return nil
    }
}
