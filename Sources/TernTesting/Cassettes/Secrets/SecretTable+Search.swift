import Foundation

/// The secrets of a table in texts, encoded or not.
extension SecretTable {
    /// The place of a secret, or of an encoded text with secrets, and what replaces it.
    typealias Replacement = (place: Range<Int>, text: [UInt8])

    /// A text whose secrets are replaced.
    func replaced(_ text: String) -> String {
        replaced(Data(text.utf8)).map { String(decoding: $0, as: UTF8.self) } ?? text
    }

    /// Bytes whose secrets are replaced. `nil` if they have none.
    func replaced(_ data: Data) -> Data? {
        let bytes = [UInt8](data)
        let replacements = replacements(in: bytes)
        return replacements.isEmpty ? nil : Self.replaced(bytes, replacements)
    }

    static func replaced(_ bytes: [UInt8], _ replacements: [Replacement]) -> Data {
        var result = Data(capacity: bytes.count)
        var end = 0
        for (place, text) in replacements where place.lowerBound >= end {
            result += bytes[end..<place.lowerBound]
            result += text
            end = place.upperBound
        }
        result += bytes[end...]
        return result
    }

    /// The placeholder of the first secret in bytes. `nil` if they have none.
    func firstSecret(in data: Data) -> String? {
        // In parts, which takes less memory. A line break within a secret is an escape sequence in JSON.
        var rest = data
        while !rest.isEmpty {
            let end = rest.index(of: 0x0a, from: rest.startIndex + min(1 << 18, rest.count))
            if let found = replacements(in: [UInt8](rest[..<end]), isEnough: true).first {
                return String(decoding: found.text, as: UTF8.self)
            }
            rest = rest[end...].dropFirst()
        }
        return nil
    }

    /// What replaces the secrets of a text, from the first to the last.
    ///
    /// - Parameters:
    ///   - depth: The number of encodings of the text.
    ///   - isEnough: Whether one of them is enough. Its text is a placeholder then, without the encodings.
    func replacements(in bytes: [UInt8], _ depth: Int = 0, isEnough: Bool = false) -> [Replacement] {
        guard bytes.count >= SecretSearch.minimumBytes, depth <= Self.maximumDepth, search.longest > 0 else {
            return []
        }
        var found: [Replacement] = []
        // A secret that is a part of another may be all that is found at a level with escape sequences. Each further
        // encoding makes a text at most twice as long, or has escape sequences of its own.
        if let text = UnescapedText(bytes, margin: search.longest.multipliedReportingOverflow(by: 8).partialValue) {
            found = replacements(in: text.bytes, depth + 1, isEnough: isEnough).map { (text.place($0.place), $0.text) }
        }
        if isEnough, !found.isEmpty { return found }
        found += Self.parts(of: bytes, between: found).flatMap { plainSecrets(in: bytes, $0, isEnough: isEnough) }
        var base64: [Range<Int>] = []
        for coding in EncodedRuns.Coding.allCases {
            if isEnough, !found.isEmpty { return found }
            found.sort { $0.place.lowerBound < $1.place.lowerBound }
            // Hexadecimal digits may be Base64 as well.
            let parts = coding == .hexadecimal ? base64 : Self.parts(of: bytes, between: found)
            var places = EncodedRuns.places(of: coding, in: bytes, parts)
            for shift in 0..<coding.shifts where !places.isEmpty {
                let runs = EncodedRuns(bytes, coding, places, shift: shift)
                let inner = replacements(in: runs.bytes, depth + 1, isEnough: isEnough)
                if inner.isEmpty { continue }
                if isEnough { return inner }
                let more = runs.replacements(for: inner)
                // Both are in the order of the text.
                var rest = more[...]
                places = places.filter { place in
                    rest = rest.drop { $0.place.upperBound <= place.lowerBound }
                    return rest.first?.place.overlaps(place) != true
                }
                found += more
            }
            if coding == .base64 { base64 = places }
        }
        return found.sorted { $0.place.lowerBound < $1.place.lowerBound }
    }

    /// What replaces the secrets that a part of a text has without an encoding.
    func plainSecrets(in bytes: [UInt8], _ part: Range<Int>, isEnough: Bool = false) -> [Replacement] {
        search.matches(in: bytes, part, isEnough: isEnough).map { ($0.place, placeholder($0, in: bytes)) }
    }

    // MARK: - Private

    /// The parts of a text that aren't replaced.
    private static func parts(of bytes: [UInt8], between found: [Replacement]) -> [Range<Int>] {
        var parts: [Range<Int>] = []
        var end = 0
        for replacement in found {
            if end < replacement.place.lowerBound { parts.append(end..<replacement.place.lowerBound) }
            end = max(end, replacement.place.upperBound)
        }
        if end < bytes.count { parts.append(end..<bytes.count) }
        return parts
    }

    private func placeholder(_ match: SecretSearch.Match, in bytes: [UInt8]) -> [UInt8] {
        // Two secrets may differ only by the case of their letters.
        let number = numbers[Self.key(of: String(decoding: bytes[match.place], as: UTF8.self))] ?? match.number
        return Array(placeholders[number].utf8)
    }
}
