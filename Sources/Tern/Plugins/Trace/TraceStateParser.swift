/// Reads `tracestate` (W3C Trace Context, section 3.3).
enum TraceStateParser {
    /// The number of characters that must be propagated at least (section 3.3.1.5).
    private static let maximumLength = 512
    private static let maximumMembers = 32

    /// The members of all fields as one value. Empty if a member isn't valid, if a key occurs twice, and for more
    /// than 32 members.
    ///
    /// If the value is longer than 512 characters, members with more than 128 characters are removed first, and then
    /// members at the end.
    static func text(of fields: [String]) -> String {
        var members: [Substring.UTF8View] = []
        var keys: Set<String> = []
        for field in fields {
            for member in field.utf8.split(separator: UInt8(ascii: ",")) {
                let member = trimmed(member)
                if member.isEmpty { continue }
                guard members.count < maximumMembers, let key = key(of: member), keys.insert(key).inserted else {
                    return ""
                }
                members.append(member)
            }
        }
        var length = members.reduce(members.count - 1) { $0 + $1.count }
        for index in members.indices.reversed() where length > maximumLength && members[index].count > 128 {
            length -= members.remove(at: index).count + 1
        }
        while length > maximumLength, let last = members.popLast() { length -= last.count + 1 }
        return members.map { String(Substring($0)) }.joined(separator: ",")
    }

    // MARK: - Private

    /// The key of a valid member. `nil` for an invalid member.
    private static func key(of member: Substring.UTF8View) -> String? {
        guard let equals = member.firstIndex(of: UInt8(ascii: "=")) else { return nil }
        let key = member[..<equals]
        let value = member[member.index(after: equals)...]
        // The trimmed member has no space at the end of its value.
        let isPrintable = value.allSatisfy { 0x20...0x7E ~= $0 && !",=".utf8.contains($0) }
        guard (1...256).contains(value.count), isPrintable else { return nil }

        let parts = key.split(separator: UInt8(ascii: "@"), omittingEmptySubsequences: false)
        let isValid =
            switch parts.count {
            case 1: isName(parts[0], upTo: 256, beginsWithDigit: false)
            case 2:
                isName(parts[0], upTo: 241, beginsWithDigit: true) && isName(parts[1], upTo: 14, beginsWithDigit: false)
            default: false
            }
        return isValid ? String(Substring(key)) : nil
    }

    private static func isName(_ name: Substring.UTF8View, upTo length: Int, beginsWithDigit: Bool) -> Bool {
        guard let first = name.first, name.count <= length else { return false }
        guard isLetter(first) || beginsWithDigit && isDigit(first) else { return false }
        return name.allSatisfy { isLetter($0) || isDigit($0) || "_-*/".utf8.contains($0) }
    }

    private static func isLetter(_ byte: UInt8) -> Bool { UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte }

    private static func isDigit(_ byte: UInt8) -> Bool { UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte }

    private static func trimmed(_ text: Substring.UTF8View) -> Substring.UTF8View {
        let isSpace: (UInt8) -> Bool = { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
        let rest = text.drop(while: isSpace)
        guard let last = rest.lastIndex(where: { !isSpace($0) }) else { return rest[rest.endIndex...] }
        return rest[...last]
    }
}
