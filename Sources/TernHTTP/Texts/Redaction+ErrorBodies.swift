import Foundation

/// Bodies of errors that are texts or markup.
extension Redaction {
    /// The longest text of one line or element, in characters.
    private static let maximumErrorTextLength = 200
    /// The largest number of elements in a text.
    private static let maximumErrorElements = 4
    /// The part of a body that is searched, in bytes.
    private static let maximumSearchedBytes = 16 * 1024
    /// The largest number of elements around an element.
    private static let maximumElementDepth = 100

    /// The first line of a plain text, and of XML or HTML the elements that describe an error, such as `Code`,
    /// `Message` and `title`: `Code: NoSuchKey, Message: The key does not exist.`
    ///
    /// - Returns: `nil` for any other body, and for a body without such a text.
    func errorText(of data: Data, _ contentType: String?) -> String? {
        guard !hidesEverything, let contentType else { return nil }
        let type = contentType.prefix { $0 != ";" }.trimmingCharacters(in: .whitespaces).lowercased()
        let text = String(decoding: data.prefix(Self.maximumSearchedBytes), as: UTF8.self)
        switch type {
        case "text/plain": return firstLine(of: text)
        case "application/xml", "text/xml", "text/html": return errorElements(of: text)
        default: return type.hasSuffix("+xml") ? errorElements(of: text) : nil
        }
    }

    // MARK: - Private

    /// The first line that isn't blank. After the name of a secret, only words of small letters are shown.
    private func firstLine(of text: String) -> String? {
        let lines = text.split(whereSeparator: \.isNewline).lazy.map { $0.trimmingCharacters(in: .whitespaces) }
        guard let line = lines.first(where: { !$0.isEmpty }).map(shortened) else { return nil }
        // JSON that is cut off, or markup with a wrong media type.
        guard let first = line.first, !"{[<".contains(first) else { return nil }
        guard let end = endOfNameOfSecret(in: line) else { return self.text(ofSentence: line) }
        let words = line[end...].split(separator: " ", omittingEmptySubsequences: false)
        let shown = words.prefix { $0.allSatisfy { $0.isLowercase || ".,!".contains($0) } }
        let text = self.text(ofSentence: line[..<end] + shown.joined(separator: " "))
        return shown.count == words.count ? text : "\(text) \(Self.mark)"
    }

    /// The end of the first word, or of the first pair of words, that is the name of a secret.
    private func endOfNameOfSecret(in line: String) -> String.Index? {
        let words = line.unicodeScalars.split { !Self.isAlphanumeric($0) }
        var previous: String?
        for word in words {
            let name = String(word)
            let names = [name, previous.map { "\($0)_\(name)" }].compactMap(\.self)
            if names.contains(where: { hides($0, isResponse: true) }) { return word.endIndex }
            previous = name
        }
        return nil
    }

    /// The elements that describe an error and contain only text, except those below the name of a secret.
    private func errorElements(of text: String) -> String? {
        var shown: [String] = []
        var open: [(name: Substring, isHidden: Bool)] = []
        var rest = text[...]
        // Whether the last tag began the innermost element.
        var isBegun = false
        while shown.count < Self.maximumErrorElements, let start = rest.firstIndex(of: "<") {
            let content = rest[..<start]
            let tag = rest[start...].dropFirst().prefix { $0 != ">" }
            rest = rest[tag.endIndex...].dropFirst()
            if tag.first == "?" || tag.first == "!" { continue }
            let name = tag.drop { $0 == "/" }.prefix { $0 != "/" && !$0.isWhitespace }
            if tag.first == "/" {
                guard let index = open.lastIndex(where: { $0.name == name }) else { continue }
                let element = open[index]
                let isLeaf = isBegun && index == open.count - 1
                open.removeSubrange(index...)
                let value = content.split(whereSeparator: \.isWhitespace).joined(separator: " ")
                let plain = name.split(separator: ":").last ?? name
                if isLeaf, !value.isEmpty, !element.isHidden, showsInMarkup(plain) {
                    shown.append("\(plain): \(self.text(ofSentence: shortened(value)))")
                }
                isBegun = false
            } else {
                isBegun = tag.last != "/"
                guard isBegun else { continue }
                guard open.count < Self.maximumElementDepth else { break }
                let isHidden = open.last?.isHidden == true || hides(String(name), isResponse: true)
                open.append((name, isHidden))
            }
        }
        return shown.isEmpty ? nil : shown.joined(separator: ", ")
    }

    private func shortened(_ text: String) -> String {
        text.count > Self.maximumErrorTextLength ? "\(text.prefix(Self.maximumErrorTextLength))…" : text
    }
}
