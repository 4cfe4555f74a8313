import Foundation

/// The secrets of a recording, with their placeholders.
struct SecretTable {
    private struct Pattern {
        let form: SecretForms.Form
        let number: Int
    }

    /// The patterns of a length.
    private struct Group {
        /// The shortest pattern.
        let minimumBytes: Int
        /// By a digest of their first bytes, the longest first.
        private var patterns: [UInt64: [Pattern]] = [:]
        /// The first two bytes of all patterns, since most bytes of a text begin none.
        private var beginnings = [Bool](repeating: false, count: 1 << 16)

        init(minimumBytes: Int) {
            self.minimumBytes = minimumBytes
        }

        mutating func add(_ pattern: Pattern) {
            pattern.form.secret.withUnsafeBytes { bytes in
                beginnings[Int(bytes.loadUnaligned(as: UInt16.self))] = true
                var found = patterns[digest(bytes, 0)] ?? []
                let index = found.firstIndex { $0.form.secret.count < bytes.count } ?? found.endIndex
                found.insert(pattern, at: index)
                patterns[digest(bytes, 0)] = found
            }
        }

        /// The longest pattern at an offset.
        func pattern(in bytes: UnsafeRawBufferPointer, at offset: Int) -> Pattern? {
            guard offset + minimumBytes <= bytes.count,
                beginnings[Int(bytes.loadUnaligned(fromByteOffset: offset, as: UInt16.self))]
            else { return nil }
            return patterns[digest(bytes, offset)]?.first { SecretTable.isAt(offset, $0.form.secret, in: bytes) }
        }

        private func digest(_ bytes: UnsafeRawBufferPointer, _ offset: Int) -> UInt64 {
            stride(from: offset, to: offset + minimumBytes, by: 4).reduce(0) { digest, offset in
                let word = UInt64(bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self))
                return ((digest << 29 | digest >> 35) ^ word) &* 0x9e37_79b9_7f4a_7c15
            }
        }
    }

    /// A shorter secret also occurs in unrelated texts. It is replaced where its name tells that it is one.
    private static let minimumBytes = 6

    private var numbers: [String: Int] = [:]
    private var placeholders: [String] = []
    /// The numbers of the secrets that have patterns.
    private var searched: Set<Int> = []
    /// By their length, the longest first.
    private var groups = [24, 12, SecretForms.minimumBytes].map(Group.init)

    private let firstNumber: Int

    init(firstNumber: Int = 1) {
        self.firstNumber = firstNumber
    }

    /// The placeholder of a secret, which is added if it is new.
    ///
    /// - Parameter isEverywhere: Whether the secret is also replaced where no name tells that it is one.
    @discardableResult
    mutating func placeholder(for secret: String, isEverywhere: Bool = true) -> String {
        let number = number(of: secret)
        let placeholder = placeholders[number - 1]
        guard isEverywhere, secret.utf8.count >= Self.minimumBytes, searched.insert(number).inserted else {
            return placeholder
        }
        for form in SecretForms(secret, placeholder: placeholder).forms {
            guard let group = groups.firstIndex(where: { $0.minimumBytes <= form.secret.count }) else { continue }
            groups[group].add(Pattern(form: form, number: number))
        }
        return placeholder
    }

    /// The number that replaces a number in JSON.
    mutating func number(for secret: String) -> String { Placeholder.number(for: secret, number(of: secret)) }

    /// The number of a secret, from 1, which is added if it is new.
    private mutating func number(of secret: String) -> Int {
        if let number = numbers[secret] { return number }
        let number = placeholders.count + 1
        numbers[secret] = number
        placeholders.append(Placeholder.text(for: secret, firstNumber + number - 1))
        return number
    }

    /// A text whose secrets are replaced.
    func replaced(_ text: String) -> String {
        let bytes = Data(text.utf8)
        return replaced(bytes).map { String(decoding: $0, as: UTF8.self) } ?? text
    }

    /// Bytes whose secrets are replaced. `nil` if they have none.
    func replaced(_ bytes: Data) -> Data? {
        var result: Data?
        var end = 0
        forEachSecret(in: bytes) { place, pattern in
            if result == nil { result = Data(capacity: bytes.count) }
            result?.append(bytes[bytes.startIndex + end..<bytes.startIndex + place.lowerBound])
            result?.append(pattern.form.placeholder)
            end = place.upperBound
            return true
        }
        return result.map { $0 + bytes[(bytes.startIndex + end)...] }
    }

    /// The placeholder of the first secret in bytes. `nil` if they have none.
    func firstSecret(in bytes: Data) -> String? {
        var found: String?
        forEachSecret(in: bytes) { _, pattern in
            found = placeholders[pattern.number - 1]
            return false
        }
        return found
    }

    // MARK: - Private

    /// Finds the longest secret at each place, from the beginning.
    private func forEachSecret(in data: Data, _ use: (Range<Int>, Pattern) -> Bool) {
        guard !searched.isEmpty else { return }
        data.withUnsafeBytes { bytes in
            var index = 0
            while index + SecretForms.minimumBytes <= bytes.count {
                guard let found = groups.lazy.compactMap({ $0.pattern(in: bytes, at: index) }).first else {
                    index += 1
                    continue
                }
                let place = index..<index + found.form.secret.count
                guard use(place, found) else { return }
                index = place.upperBound
            }
        }
    }

    fileprivate static func isAt(_ index: Int, _ pattern: Data, in bytes: UnsafeRawBufferPointer) -> Bool {
        guard let base = bytes.baseAddress, pattern.count <= bytes.count - index else { return false }
        return pattern.withUnsafeBytes { $0.baseAddress.map { memcmp($0, base + index, pattern.count) == 0 } ?? false }
    }
}
