import Foundation

/// The byte ranges of keys and values in JSON text, so that one of them can be changed while all other bytes stay the
/// same.
///
/// Of an array, only the first element is inspected.
struct JSONOutline {
    enum Kind { case object, array, string, number, boolean, null }

    /// A key and its value, or the first element of an array.
    struct Member {
        /// The key path: `items[0].name`.
        let path: String
        let kind: Kind
        /// The range of the value.
        let value: Range<Int>
        /// The range of the key and the value, with one adjacent comma.
        let removal: Range<Int>
    }

    /// Containers come before their members.
    private(set) var members: [Member] = []

    private let bytes: [UInt8]
    private var position = 0

    /// `nil` if the text isn't JSON in UTF-8.
    init?(_ data: Data) {
        guard (try? JSONSerialization.jsonObject(with: data, options: .fragmentsAllowed)) != nil else { return nil }
        bytes = Array(data)
        guard bytes.first != 0xEF, readValue(at: "", isListed: true) != nil else { return nil }
    }

    // MARK: - Private

    /// Reads a value and returns its kind. `nil` if it can't be read.
    private mutating func readValue(at path: String, isListed: Bool) -> Kind? {
        skipSpace()
        switch peek {
        case UInt8(ascii: "{"): return readContainer(at: path, isListed: isListed, closing: UInt8(ascii: "}"))
        case UInt8(ascii: "["): return readContainer(at: path, isListed: isListed, closing: UInt8(ascii: "]"))
        case UInt8(ascii: "\""): return readString() == nil ? nil : .string
        case UInt8(ascii: "t"), UInt8(ascii: "f"): return readWord() ? .boolean : nil
        case UInt8(ascii: "n"): return readWord() ? .null : nil
        default: return readWord() ? .number : nil
        }
    }

    private mutating func readContainer(at path: String, isListed: Bool, closing: UInt8) -> Kind? {
        let isObject = closing == UInt8(ascii: "}")
        var comma: Int?
        var index = 0
        position += 1
        skipSpace()
        while let next = peek, next != closing {
            let start = position
            var key = "[\(index)]"
            if isObject {
                guard let name = readString() else { return nil }
                key = path.isEmpty ? name : ".\(name)"
                skipSpace()
                guard peek == UInt8(ascii: ":") else { return nil }
                position += 1
                skipSpace()
            }
            // A container comes before its members in the list, so its index is taken before they are read.
            let place = members.count
            let isMemberListed = isListed && (isObject || index == 0)
            let valueStart = position
            guard let kind = readValue(at: path + key, isListed: isMemberListed) else { return nil }
            let value = valueStart..<position
            skipSpace()
            let isLast = peek == closing
            if isMemberListed {
                let removal = isLast ? (comma ?? start)..<value.upperBound : start..<position + 1
                members.insert(Member(path: path + key, kind: kind, value: value, removal: removal), at: place)
            }
            guard !isLast else { break }
            guard peek == UInt8(ascii: ",") else { return nil }
            comma = position
            position += 1
            index += 1
            skipSpace()
        }
        guard peek == closing else { return nil }
        position += 1
        return isObject ? .object : .array
    }

    /// The text of a string, unescaped.
    private mutating func readString() -> String? {
        guard peek == UInt8(ascii: "\"") else { return nil }
        let start = position
        position += 1
        while let byte = peek, byte != UInt8(ascii: "\"") {
            position += byte == UInt8(ascii: "\\") ? 2 : 1
        }
        guard peek != nil else { return nil }
        position += 1
        let text = Data(bytes[start..<position])
        return try? JSONSerialization.jsonObject(with: text, options: .fragmentsAllowed) as? String
    }

    /// Reads a number, or a literal such as `true`.
    private mutating func readWord() -> Bool {
        let start = position
        while let byte = peek, !" \t\r\n,]}".utf8.contains(byte) { position += 1 }
        return position > start
    }

    private var peek: UInt8? { position < bytes.count ? bytes[position] : nil }

    private mutating func skipSpace() {
        while let byte = peek, " \t\r\n".utf8.contains(byte) { position += 1 }
    }
}
