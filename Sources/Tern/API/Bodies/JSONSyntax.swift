import Foundation

/// Checks that bytes are one JSON text (RFC 8259), without decoding it.
///
/// `JSONSerialization` isn't such a check: it accepts a comma before a closing bracket, a byte order mark and UTF-16,
/// and rejects numbers beyond `Double` and more than 512 levels.
struct JSONSyntax {
    /// The first violation of the grammar.
    struct Fault: Error, Equatable {
        let offset: Int
        /// The element that the grammar requires there.
        let expected: String
    }

    private enum Expectation: String {
        case value = "a value"
        case elementOrEnd = "a value or a closing bracket"
        case nameOrEnd = "a name in quotes or a closing brace"
        case name = "a name in quotes"
        case colon = "a colon"
        case commaInArray = "a comma or a closing bracket"
        case commaInObject = "a comma or a closing brace"
        case end = "the end"
    }

    private let bytes: UnsafeBufferPointer<UInt8>
    private var index = 0
    /// For each array or object around `index`: whether it is an object. A stack, since recursion could overflow on
    /// deeply nested input.
    private var isObject: [Bool] = []

    private init(_ bytes: UnsafeBufferPointer<UInt8>) {
        self.bytes = bytes
    }

    /// The first fault in `data`, or `nil` if it is valid JSON in UTF-8.
    static func fault(in data: Data) -> Fault? {
        let fault = data.withUnsafeBytes { bytes -> Fault? in
            var syntax = JSONSyntax(bytes.bindMemory(to: UInt8.self))
            do throws(Fault) {
                try syntax.scan()
                return nil
            } catch {
                return error
            }
        }
        if fault == nil, String(bytes: data, encoding: .utf8) == nil { return Fault(offset: 0, expected: "UTF-8") }
        return fault
    }

    // MARK: - Private

    private mutating func scan() throws(Fault) {
        var expectation = Expectation.value
        while let byte = nextByteAfterWhitespace() {
            expectation = try take(byte, expecting: expectation)
        }
        guard expectation == .end else { throw fault(expectation.rawValue) }
    }

    private mutating func nextByteAfterWhitespace() -> UInt8? {
        while index < bytes.count {
            switch bytes[index] {
            case 0x20, 0x09, 0x0A, 0x0D: index += 1
            default: return bytes[index]
            }
        }
        return nil
    }

    private mutating func take(_ byte: UInt8, expecting expectation: Expectation) throws(Fault) -> Expectation {
        switch (expectation, byte) {
        case (.elementOrEnd, UInt8(ascii: "]")), (.commaInArray, UInt8(ascii: "]")),
            (.nameOrEnd, UInt8(ascii: "}")), (.commaInObject, UInt8(ascii: "}")):
            index += 1
            isObject.removeLast()
            return afterValue
        case (.value, _), (.elementOrEnd, _):
            return try takeValue(byte, expecting: expectation)
        case (.name, UInt8(ascii: "\"")), (.nameOrEnd, UInt8(ascii: "\"")):
            try takeString()
            return .colon
        case (.colon, UInt8(ascii: ":")), (.commaInArray, UInt8(ascii: ",")):
            index += 1
            return .value
        case (.commaInObject, UInt8(ascii: ",")):
            index += 1
            return .name
        default:
            throw fault(expectation.rawValue)
        }
    }

    private mutating func takeValue(_ byte: UInt8, expecting expectation: Expectation) throws(Fault) -> Expectation {
        switch byte {
        case UInt8(ascii: "{"), UInt8(ascii: "["):
            index += 1
            isObject.append(byte == UInt8(ascii: "{"))
            return byte == UInt8(ascii: "{") ? .nameOrEnd : .elementOrEnd
        case UInt8(ascii: "\""): try takeString()
        case UInt8(ascii: "t"): try takeWord("true")
        case UInt8(ascii: "f"): try takeWord("false")
        case UInt8(ascii: "n"): try takeWord("null")
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): try takeNumber()
        default: throw fault(expectation.rawValue)
        }
        return afterValue
    }

    private var afterValue: Expectation {
        guard let isObject = isObject.last else { return .end }
        return isObject ? .commaInObject : .commaInArray
    }

    private mutating func takeWord(_ word: StaticString) throws(Fault) {
        let hasWord = word.withUTF8Buffer { bytes[index...].starts(with: $0) }
        guard hasWord else { throw fault("\(word)") }
        index += word.utf8CodeUnitCount
    }

    private mutating func takeNumber() throws(Fault) {
        if current == UInt8(ascii: "-") { index += 1 }
        if current == UInt8(ascii: "0") { index += 1 } else { try takeDigits() }
        if current == UInt8(ascii: ".") {
            index += 1
            try takeDigits()
        }
        guard current == UInt8(ascii: "e") || current == UInt8(ascii: "E") else { return }
        index += 1
        if current == UInt8(ascii: "+") || current == UInt8(ascii: "-") { index += 1 }
        try takeDigits()
    }

    private mutating func takeDigits() throws(Fault) {
        let start = index
        while let byte = current, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) { index += 1 }
        guard index > start else { throw fault("a digit") }
    }

    private mutating func takeString() throws(Fault) {
        index += 1
        while let byte = current {
            switch byte {
            case UInt8(ascii: "\""):
                index += 1
                return
            case UInt8(ascii: "\\"): try takeEscape()
            case 0..<0x20: throw fault("an escape instead of a control character")
            default: index += 1
            }
        }
        throw fault("a closing quote")
    }

    private mutating func takeEscape() throws(Fault) {
        index += 1
        guard let byte = current, "\"\\/bfnrtu".utf8.contains(byte) else { throw fault("an escaped character") }
        index += 1
        guard byte == UInt8(ascii: "u") else { return }
        for _ in 0..<4 {
            guard let digit = current, PercentEncoding.isHexDigit(digit) else { throw fault("a hexadecimal digit") }
            index += 1
        }
    }

    private var current: UInt8? {
        index < bytes.count ? bytes[index] : nil
    }

    private func fault(_ expected: String) -> Fault {
        Fault(offset: index, expected: expected)
    }
}
