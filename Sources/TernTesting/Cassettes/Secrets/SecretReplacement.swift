/// The place of a secret in a text, encoded or not, and what replaces it.
struct SecretReplacement {
    let place: Range<Int>
    let text: [UInt8]
    /// That of the secret in its table.
    var number = 0

    /// A part of a text in which all secrets are replaced.
    ///
    /// - Parameter replacements: From the first to the last. Of two that overlap, the first one has the common part.
    static func apply(_ replacements: some Sequence<Self>, to text: [UInt8], in part: Range<Int>) -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(part.count)
        var end = part.lowerBound
        for replacement in replacements where replacement.place.upperBound > end {
            if replacement.place.lowerBound > end { result += text[end..<replacement.place.lowerBound] }
            result += replacement.text
            end = replacement.place.upperBound
        }
        return result + text[end..<part.upperBound]
    }

    /// The parts of a text that aren't replaced.
    static func rest(of text: [UInt8], without replacements: [Self]) -> [Range<Int>] {
        var parts: [Range<Int>] = []
        var end = 0
        for replacement in replacements {
            if end < replacement.place.lowerBound { parts.append(end..<replacement.place.lowerBound) }
            end = max(end, replacement.place.upperBound)
        }
        if end < text.count { parts.append(end..<text.count) }
        return parts
    }
}
