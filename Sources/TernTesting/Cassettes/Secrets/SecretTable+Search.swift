import Foundation

/// The secrets of a table in texts, encoded or not.
extension SecretTable {
    /// The shortest secret in several pieces that is found. Pieces of a shorter one also occur in unrelated texts.
    private static let minimumBytesInPieces = 12

    /// A text whose secrets are replaced.
    func replaced(_ text: String) -> String {
        replaced(Data(text.utf8)).map { String(decoding: $0, as: UTF8.self) } ?? text
    }

    /// Bytes whose secrets are replaced. `nil` if they have none.
    func replaced(_ data: Data) -> Data? {
        let text = [UInt8](data)
        let found = replacements(in: text)
        return found.isEmpty ? nil : Data(SecretReplacement.apply(found, to: text, in: text.indices))
    }

    /// A text in which the pieces of placeholders replace those of secrets that a program may join. Such a secret has no
    /// further encoding.
    func replacedPieces(_ data: Data) -> Data {
        guard search.longest >= Self.minimumBytesInPieces, data.count >= Self.minimumBytesInPieces else { return data }
        var result = data
        for join in [DecodedText.joinedStrings, DecodedText.joinedLines] {
            let text = [UInt8](result)
            let found = join(text).flatMap { joined in
                let found = plainSecrets(in: joined.bytes, joined.bytes.indices)
                return joined.replacements(for: found.filter { $0.place.count >= Self.minimumBytesInPieces }, in: text)
            }
            let sorted = found.sorted { $0.place.lowerBound < $1.place.lowerBound }
            if !found.isEmpty { result = Data(SecretReplacement.apply(sorted, to: text, in: text.indices)) }
        }
        return result
    }

    /// The placeholder of the first secret in bytes. `nil` if they have none.
    func firstSecret(in data: Data) -> String? {
        // In parts, which takes less memory. A line break within a secret is an escape sequence in JSON.
        var rest = data
        while !rest.isEmpty {
            let end = rest.index(of: 0x0a, from: rest.startIndex + min(1 << 18, rest.count))
            if let found = replacements(in: [UInt8](rest[..<end])).first { return placeholders[found.number] }
            rest = rest[end...].dropFirst()
        }
        return nil
    }

    // MARK: - Private

    /// What replaces the secrets of a text, from the first to the last.
    ///
    /// - Parameter depth: The number of encodings of the text.
    private func replacements(in text: [UInt8], _ depth: Int = 0) -> [SecretReplacement] {
        guard text.count >= SecretSearch.minimumBytes, depth <= Self.maximumDepth, search.longest > 0 else { return [] }
        var found: [SecretReplacement] = []
        func add(_ replacements: [SecretReplacement]) {
            if replacements.isEmpty { return }
            found = (found + replacements).sorted { $0.place.lowerBound < $1.place.lowerBound }
        }
        // A secret that is a part of another may be all that is found at a level with escape sequences. Each further
        // encoding makes a text at most twice as long, or has escape sequences of its own.
        let margin = search.longest.multipliedReportingOverflow(by: 8).partialValue
        let unescaped = DecodedText(unescaping: text, margin: margin)
        if let unescaped { add(unescaped.replacements(for: replacements(in: unescaped.bytes, depth + 1), in: text)) }
        let plain = SecretReplacement.rest(of: text, without: found).flatMap { plainSecrets(in: text, $0) }
        add(
            plain.map { secret in
                // A replacement that begins within an escape sequence would change what is before it.
                let place = unescaped?.widened(secret.place) ?? secret.place
                return SecretReplacement(place: place, text: secret.text, number: secret.number)
            }
        )
        for digits in [ByteDigits.base64, .hexadecimal] {
            let runs = digits.runs(in: text, SecretReplacement.rest(of: text, without: found))
            if runs.isEmpty { continue }
            add(
                (0..<digits.shifts).flatMap { shift in
                    let decoded = DecodedText(digits, runs, shift: shift, in: text)
                    return decoded.replacements(for: replacements(in: decoded.bytes, depth + 1), in: text)
                }
            )
        }
        return found
    }

    /// What replaces the secrets that a part of a text has without an encoding.
    private func plainSecrets(in text: [UInt8], _ part: Range<Int>) -> [SecretReplacement] {
        search.matches(in: text, part).map { match in
            // Two secrets may differ only by the case of their letters.
            let number = numbers[Self.key(of: String(decoding: text[match.place], as: UTF8.self))] ?? match.number
            return SecretReplacement(place: match.place, text: Array(placeholders[number].utf8), number: number)
        }
    }
}
