import Foundation

/// The secrets of a recording, with their placeholders.
struct SecretTable {
    private struct Pattern {
        let form: SecretForms.Form
        let number: Int
    }

    /// A shorter secret also occurs in unrelated texts. It is replaced where its name tells that it is one.
    private static let minimumBytes = 6

    private var numbers: [String: Int] = [:]
    private var placeholders: [String] = []
    /// The numbers of the secrets that have patterns.
    private var searched: Set<Int> = []
    /// By their first four bytes, the longest first.
    private var patterns: [UInt32: [Pattern]] = [:]
    /// The first two bytes of all patterns, since most bytes of a text begin none.
    private var beginnings = [Bool](repeating: false, count: 1 << 16)

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
            let key = form.secret.withUnsafeBytes { $0.loadUnaligned(as: UInt32.self) }
            let beginning = form.secret.withUnsafeBytes { $0.loadUnaligned(as: UInt16.self) }
            beginnings[Int(beginning)] = true
            var found = patterns[key] ?? []
            let index = found.firstIndex { $0.form.secret.count < form.secret.count } ?? found.endIndex
            found.insert(Pattern(form: form, number: number), at: index)
            patterns[key] = found
        }
        return placeholder
    }

    /// The number of a secret, from 1, which is added if it is new.
    mutating func number(of secret: String) -> Int {
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
        guard !patterns.isEmpty else { return }
        data.withUnsafeBytes { bytes in
            var index = 0
            while index + SecretForms.minimumBytes <= bytes.count {
                guard beginnings[Int(bytes.loadUnaligned(fromByteOffset: index, as: UInt16.self))],
                    let candidates = patterns[bytes.loadUnaligned(fromByteOffset: index, as: UInt32.self)],
                    let found = candidates.first(where: { Self.isAt(index, $0.form.secret, in: bytes) })
                else {
                    index += 1
                    continue
                }
                let place = index..<index + found.form.secret.count
                guard use(place, found) else { return }
                index = place.upperBound
            }
        }
    }

    private static func isAt(_ index: Int, _ pattern: Data, in bytes: UnsafeRawBufferPointer) -> Bool {
        guard let base = bytes.baseAddress, pattern.count <= bytes.count - index else { return false }
        return pattern.withUnsafeBytes { $0.baseAddress.map { memcmp($0, base + index, pattern.count) == 0 } ?? false }
    }
}
