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
    private(set) var numbers: [[UInt8]: Int] = [:]
    private var secrets: [String] = []
    private(set) var placeholders: [String] = []
    private var known: Set<String> = []
    /// The numbers of the secrets that are also replaced where no name tells that they are secrets.
    private var searched: Set<Int> = []
    private(set) var search = SecretSearch([])
    /// How many times a secret was found by its name or its form.
    private(set) var uses = 0

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
        uses += 1
        let key = Self.key(of: secret)
        let number = numbers[key] ?? placeholders.count
        if number == placeholders.count {
            numbers[key] = number
            secrets.append(secret)
            placeholders.append(newPlaceholder(secret))
            known.formUnion([secret, placeholders[number]])
        }
        if isEverywhere, placeholders[number] != secrets[number], !Self.isName(secret) { searched.insert(number) }
        return placeholders[number]
    }

    /// Finds all secrets so far from now on.
    mutating func updateSearch() {
        var texts: [(bytes: [UInt8], number: Int)] = []
        for number in searched { texts += Self.spellings(of: secrets[number]).map { ($0, number) } }
        search = SecretSearch(texts)
    }

    // MARK: - Secrets

    static func key(of secret: String) -> [UInt8] {
        let bytes = Array(secret.utf8)
        let isASCII = bytes.allSatisfy { $0 < 0x80 }
        return DecodedText.unescaped(isASCII ? bytes : Array(secret.precomposedStringWithCanonicalMapping.utf8))
    }

    /// A placeholder that is no other secret or placeholder.
    private func newPlaceholder(_ secret: String) -> String {
        switch naming {
        case .kept: return secret
        case .equal: return Placeholder.equal
        case .numbered: break
        }
        var number = placeholders.count + 1
        while true {
            let placeholder = Placeholder.text(for: secret, number)
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
        for spelling in spellings.map(DecodedText.unescaped) {
            let count = spelling.reversed().prefix { "\\%&".utf8.contains($0) }.count
            spellings.formUnion([spelling, Array(spelling.dropLast(count))])
        }
        return spellings
    }
}
