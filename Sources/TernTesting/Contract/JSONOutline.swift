import Foundation
import Tern

/// The byte ranges of all values in JSON text, so that one value can be located or changed while all other bytes stay
/// the same.
struct JSONOutline {
    /// The key of a member, or the index of an element, like the keys of a `JSONDecoder`.
    struct Key: CodingKey {
        let stringValue: String
        /// The index of an element. `nil` for the key of a member.
        let intValue: Int?

        init(stringValue: String) { (self.stringValue, intValue) = (stringValue, nil) }
        init(intValue: Int) { (stringValue, self.intValue) = ("Index \(intValue)", intValue) }
    }

    /// A key and its value, or an element of an array.
    struct Member {
        let path: [Key]
        /// The first byte of the value, which shows its type.
        let firstByte: UInt8
        /// The range of the value.
        fileprivate(set) var value: Range<Int>
        /// The range of the key and the value, with one adjacent comma.
        fileprivate(set) var removal: Range<Int>

        /// `items[0]["a.b"]`.
        var pathText: String {
            path.reduce("") { Redaction.path($0, appending: $1.stringValue, index: $1.intValue) }
        }
    }

    private struct Container {
        let isObject: Bool
        let path: [Key]
        /// The index of the container itself in the list. `nil` for the whole text.
        let member: Int?
        /// The index of the current member in the list. The next properties are its start, its key, and the comma
        /// before it.
        var current: Int?
        var start = 0
        var key: Key?
        var comma: Int?
        var count = 0
    }

    /// All members, in the order of the text. Containers come before their members.
    private(set) var members: [Member] = []

    private let bytes: [UInt8]
    private var position = 0
    private var open: [Container] = []

    /// Returns `nil` if the text isn't JSON in UTF-8, or is nested more deeply than `JSONSerialization` supports.
    init?(_ data: Data) {
        guard (try? JSONSerialization.jsonObject(with: data, options: .fragmentsAllowed)) != nil,
            String(data: data, encoding: .utf8) != nil, !data.contains(0)
        else { return nil }
        bytes = Array(data)
        if bytes.starts(with: Self.byteOrderMark) { position = Self.byteOrderMark.count }
        while position < bytes.count { readToken() }
    }

    /// The line and the column of the value at this path, from 1. The column counts Unicode scalars. `nil` if there is
    /// no such value.
    ///
    /// - Parameter path: A coding path of a decoder. Its keys may be written in snake case in the text.
    func position(at path: [any CodingKey]) -> (line: Int, column: Int)? {
        guard !path.isEmpty else { return position(ofByte: 0) }
        let found =
            members.first { Self.matches($0.path, path) { $0 == $1 } }
            ?? members.first { Self.matches($0.path, path) { Self.withoutCase($0) == Self.withoutCase($1) } }
        return found.map { position(ofByte: $0.value.lowerBound) }
    }

    func position(ofByte offset: Int) -> (line: Int, column: Int) {
        let start = bytes.starts(with: Self.byteOrderMark) ? Self.byteOrderMark.count : 0
        let before = bytes[start..<max(start, offset)]
        let line = before.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        // UTF-8 continuation bytes don't begin a scalar, so they aren't counted.
        return (max(1, line.count), 1 + (line.last ?? []).count { $0 & 0xC0 != 0x80 })
    }

    // MARK: - Private

    private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

    private static func matches(
        _ path: [Key],
        _ other: [any CodingKey],
        by areEqual: (String, String) -> Bool
    ) -> Bool {
        path.count == other.count
            && zip(path, other).allSatisfy { key, other in
                key.intValue.map { $0 == other.intValue } ?? areEqual(key.stringValue, other.stringValue)
            }
    }

    private static func withoutCase(_ key: String) -> String { key.filter { $0 != "_" }.lowercased() }

    /// Reads the next token. The text must be valid JSON.
    private mutating func readToken() {
        switch bytes[position] {
        case UInt8(ascii: "{"): beginContainer(isObject: true)
        case UInt8(ascii: "["): beginContainer(isObject: false)
        case UInt8(ascii: "}"), UInt8(ascii: "]"): endContainer()
        case UInt8(ascii: ","):
            endMember(before: position + 1)
            open.indices.last.map { open[$0].comma = position }
            position += 1
        case UInt8(ascii: "\""): readString()
        case UInt8(ascii: ":"), UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\r"), UInt8(ascii: "\n"):
            position += 1
        default: readWord()
        }
    }

    private mutating func beginContainer(isObject: Bool) {
        let member = beginValue(at: position)
        open.append(Container(isObject: isObject, path: member.map { members[$0].path } ?? [], member: member))
        position += 1
    }

    private mutating func endContainer() {
        endMember(before: nil)
        position += 1
        if let member = open.popLast()?.member { endValue(member) }
    }

    private mutating func readString() {
        let start = position
        position += 1
        while position < bytes.count, bytes[position] != UInt8(ascii: "\"") {
            position += bytes[position] == UInt8(ascii: "\\") ? 2 : 1
        }
        position = min(position + 1, bytes.count)
        guard let last = open.indices.last, open[last].isObject, open[last].key == nil else {
            return endValue(beginValue(at: start))
        }
        let text = Data(bytes[start..<position])
        let key = try? JSONSerialization.jsonObject(with: text, options: .fragmentsAllowed) as? String
        open[last].key = Key(stringValue: key ?? "")
        open[last].start = start
    }

    /// Reads a number, or a literal such as `true`.
    private mutating func readWord() {
        let member = beginValue(at: position)
        position += 1
        while position < bytes.count, !" \t\r\n,]}".utf8.contains(bytes[position]) { position += 1 }
        endValue(member)
    }

    /// - Returns: The index of the value in the list. `nil` for the whole text.
    private mutating func beginValue(at start: Int) -> Int? {
        guard let last = open.indices.last else { return nil }
        if !open[last].isObject { open[last].start = start }
        let key = open[last].key ?? Key(intValue: open[last].count)
        members.append(
            Member(path: open[last].path + [key], firstByte: bytes[start], value: start..<start, removal: start..<start)
        )
        open[last].current = members.count - 1
        return members.count - 1
    }

    private mutating func endValue(_ member: Int?) {
        guard let member else { return }
        members[member].value = members[member].value.lowerBound..<position
    }

    /// - Parameter end: The end of the comma after the member. `nil` if it is the last member.
    private mutating func endMember(before end: Int?) {
        guard let last = open.indices.last, let member = open[last].current else { return }
        let (start, value) = (open[last].start, members[member].value)
        members[member].removal = end.map { start..<$0 } ?? (open[last].comma ?? start)..<value.upperBound
        (open[last].current, open[last].key) = (nil, nil)
        open[last].count += 1
    }
}
