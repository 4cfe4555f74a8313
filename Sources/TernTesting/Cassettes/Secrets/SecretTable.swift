import Foundation
import Tern

/// The secrets of a recording, with their placeholders.
struct SecretTable {
    /// The largest number of encodings around a secret that is found.
    static let maximumDepth = 4

    /// The texts that replace new secrets.
    enum Naming {
        /// Placeholders with numbers.
        case numbered
        /// The secrets themselves, which stay everywhere: those of an earlier recording are placeholders.
        case kept
        /// The same text for all secrets.
        case equal
    }

    var naming = Naming.numbered

    /// By the bytes of the secrets without escape sequences: a cookie may come back percent-encoded.
    private var numbers: [[UInt8]: Int] = [:]
    private var secrets: [String] = []
    private var placeholders: [String] = []
    private var known: Set<String> = []
    /// The numbers of the secrets that are also replaced where no name tells that they are secrets.
    private var searched: Set<Int> = []
    private var search = SecretSearch([])

    /// The placeholder of a secret, which is added if it is new.
    ///
    /// - Parameter isEverywhere: Whether the secret is also replaced where no name tells that it is one. A shorter one
    ///   than six bytes isn't.
    @discardableResult
    mutating func placeholder(for secret: String, isEverywhere: Bool = true) -> String {
        // An echo of a request has its token with the scheme.
        if let scheme = ["Bearer ", "bearer "].first(where: secret.hasPrefix), secret.utf8.count > scheme.utf8.count {
            return scheme + placeholder(for: String(secret.dropFirst(scheme.count)), isEverywhere: isEverywhere)
        }
        return number(secret, isEverywhere: isEverywhere, Placeholder.text)
    }

    /// The number that replaces a number in JSON.
    mutating func number(for secret: String) -> String { number(secret, isEverywhere: true, Placeholder.number) }

    /// A URL whose parts with the name of a secret are replaced, and whose user and password are.
    mutating func replacingNamedSecrets(inURL url: String, _ rules: Redaction) -> String {
        rules.replacingSecrets(inURL: url) { secret in
            let isUserInfo = url.contains("\(secret)@")
            let parts =
                isUserInfo
                ? secret.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false) : [secret[...]]
            return parts.map { $0.isEmpty ? "" : placeholder(for: Redaction.percentDecoded($0)) }.joined(separator: ":")
        }
    }

    /// Finds all secrets so far from now on.
    mutating func updateSearch() {
        var texts: [(bytes: [UInt8], number: Int)] = []
        for number in searched { texts += Self.spellings(of: secrets[number]).map { ($0, number) } }
        search = SecretSearch(texts)
    }

    /// A text whose secrets are replaced.
    func replaced(_ text: String) -> String {
        replaced(Data(text.utf8)).map { String(decoding: $0, as: UTF8.self) } ?? text
    }

    /// Bytes whose secrets are replaced, encoded or not. `nil` if they have none.
    func replaced(_ data: Data) -> Data? { replaced([UInt8](data), 0).map { Data($0) } }

    /// The placeholder of the first secret in bytes. `nil` if they have none.
    func firstSecret(in data: Data) -> String? {
        // Line by line, which takes less memory. A line break within a secret is an escape sequence in JSON.
        for line in data.split(separator: 0x0a) {
            if let found = replacements(in: [UInt8](line), 0, isEnough: true).first {
                return String(decoding: found.text, as: UTF8.self)
            }
        }
        return nil
    }

    // MARK: - Secrets

    private mutating func number(
        _ secret: String,
        isEverywhere: Bool,
        _ text: (_ secret: String, _ number: Int) -> String
    ) -> String {
        if naming == .equal { return text("0", 0) }
        let key = Self.key(of: secret)
        let number = numbers[key] ?? placeholders.count
        if number == placeholders.count {
            numbers[key] = number
            secrets.append(secret)
            placeholders.append(naming == .kept ? secret : newPlaceholder(secret, text))
            known.formUnion([secret, placeholders[number]])
        }
        if isEverywhere, placeholders[number] != secrets[number], !Self.isName(secret) { searched.insert(number) }
        return placeholders[number]
    }

    private static func key(of secret: String) -> [UInt8] {
        let bytes = Array(secret.utf8)
        let isASCII = bytes.allSatisfy { $0 < 0x80 }
        return UnescapedText.fully(isASCII ? bytes : Array(secret.precomposedStringWithCanonicalMapping.utf8))
    }

    /// A placeholder that is no other secret or placeholder.
    private func newPlaceholder(_ secret: String, _ text: (_ secret: String, _ number: Int) -> String) -> String {
        var number = placeholders.count + 1
        while true {
            let placeholder = text(secret, number)
            if !known.contains(placeholder) { return placeholder }
            number += 1
        }
    }

    /// Whether a secret is a word that other texts have as a name: the password "password".
    private static func isName(_ secret: String) -> Bool {
        secret.utf8.allSatisfy { ($0 | 32) &- 97 < 26 } && Redaction.default.hides(secret)
    }

    /// The bytes by which a secret is found. Case doesn't matter.
    private static func spellings(of secret: String) -> Set<[UInt8]> {
        var spellings: Set = [Array(secret.utf8)]
        if !secret.utf8.allSatisfy({ $0 < 0x80 }) {
            for text in [secret, secret.lowercased(), secret.uppercased()] {
                spellings.insert(Array(text.precomposedStringWithCanonicalMapping.utf8))
                spellings.insert(Array(text.decomposedStringWithCanonicalMapping.utf8))
            }
            for encoding in [String.Encoding.isoLatin1, .windowsCP1252, .utf16LittleEndian, .utf16BigEndian] {
                if let data = secret.data(using: encoding) { spellings.insert([UInt8](data)) }
            }
        }
        // The last level of a text that has the secret has no escape sequences. The end of the secret may be a part of one
        // with the text behind it.
        for spelling in spellings.map(UnescapedText.fully) {
            let count = spelling.reversed().prefix { "\\%&".utf8.contains($0) }.count
            spellings.formUnion([spelling, Array(spelling.dropLast(count))])
        }
        return spellings
    }

    // MARK: - Search

    private typealias Replacement = (place: Range<Int>, text: [UInt8])

    private func replaced(_ bytes: [UInt8], _ depth: Int) -> [UInt8]? {
        let replacements = replacements(in: bytes, depth)
        guard !replacements.isEmpty else { return nil }
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count)
        var end = 0
        for (place, text) in replacements {
            result += bytes[end..<place.lowerBound] + text
            end = place.upperBound
        }
        return result + bytes[end...]
    }

    /// What replaces the secrets of a text, from the first to the last.
    ///
    /// - Parameter isEnough: Whether one of them is enough.
    private func replacements(in bytes: [UInt8], _ depth: Int, isEnough: Bool = false) -> [Replacement] {
        guard bytes.count >= SecretSearch.minimumBytes, depth <= Self.maximumDepth, !searched.isEmpty else { return [] }
        var found: [Replacement] = []
        // A secret that is a part of another may be all that is found at a level with escape sequences.
        if let text = UnescapedText(bytes) {
            found = replacements(in: text.bytes, depth + 1, isEnough: isEnough).map { (text.place($0.place), $0.text) }
        }
        if isEnough, !found.isEmpty { return found }
        found = adding(to: found, in: bytes) { part in
            search.matches(in: bytes, part, isEnough: isEnough).map { ($0.place, placeholder($0, in: bytes)) }
        }
        if isEnough, !found.isEmpty { return found }
        for forEach in [EncodedRun.forEachBase64, EncodedRun.forEachHexadecimal] {
            found = adding(to: found, in: bytes) { part in
                var found: [Replacement] = []
                forEach(bytes, part) { run in
                    guard run.place.lowerBound >= found.last?.place.upperBound ?? 0 else { return true }
                    if isEnough {
                        found = replacements(in: run.content, depth + 1, isEnough: true)
                    } else if let content = replaced(run.content, depth + 1) {
                        found.append((run.place, run.encoded(content)))
                    }
                    return !isEnough || found.isEmpty
                }
                return found
            }
            if isEnough, !found.isEmpty { return found }
        }
        return found
    }

    /// Replacements with those of the parts between them.
    private func adding(
        to found: [Replacement],
        in bytes: [UInt8],
        _ more: (Range<Int>) -> [Replacement]
    ) -> [Replacement] {
        var all: [Replacement] = []
        var end = 0
        for replacement in found {
            all += more(end..<replacement.place.lowerBound)
            all.append(replacement)
            end = replacement.place.upperBound
        }
        return all + more(end..<bytes.count)
    }

    private func placeholder(_ match: SecretSearch.Match, in bytes: [UInt8]) -> [UInt8] {
        // Two secrets may differ only by the case of their letters.
        let number = numbers[Self.key(of: String(decoding: bytes[match.place], as: UTF8.self))] ?? match.number
        return Array(placeholders[number].utf8)
    }
}
