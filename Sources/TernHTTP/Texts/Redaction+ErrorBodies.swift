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
    func errorText(of data: Data, _ contentType: String?, about request: Request?) -> String? {
        guard !hidesEverything, let contentType else { return nil }
        let type = FieldParameters(contentType).value
        // A line or an element could have a part of a secret. In markup, the mark itself would be a tag.
        let text = scrub(Self.shortened(data, to: Self.maximumSearchedBytes), request: request)
            .replacingOccurrences(of: Self.mark, with: Self.markScalar)
        switch type {
        case "text/plain": return firstLine(of: text)
        case "application/xml", "text/xml", "text/html": return errorElements(of: text)
        default: return type.hasSuffix("+xml") ? errorElements(of: text) : nil
        }
    }

    // MARK: - Private

    /// The first line that isn't blank.
    private func firstLine(of text: String) -> String? {
        let lines = text.parts(at: "\r\n\u{B}\u{C}").lazy.map { $0.trimmingCharacters(in: .whitespaces) }
        // JSON that is cut off, or markup with a wrong media type.
        guard let line = lines.first(where: { !$0.isEmpty }), let first = line.first, !"{[<".contains(first) else {
            return nil
        }
        return self.text(ofErrorLine: line)
    }

    /// The beginning of a line or an element. After the name of a secret, only usual words of errors are shown.
    private func text(ofErrorLine line: String) -> String {
        var text = self.text(ofSentence: line)
        if let end = endOfNameOfSecret(in: text.prefix(Self.maximumErrorTextLength)) {
            let words = text[end...].parts(at: " ", omitsEmpty: false)
            let shown = words.prefix {
                let word = $0.trimmingCharacters(in: [".", ",", "!"])
                return word.isEmpty || Self.errorWords.contains(word.lowercased())
            }
            let isWhole = shown.count == words.count
            text = text[..<end] + shown.joined(separator: " ") + (isWhole ? "" : " \(Self.mark)")
        }
        return Self.beginning(of: text, Self.maximumErrorTextLength)
    }

    /// The end of the first word, or of the first pair of words, that is the name of a secret.
    private func endOfNameOfSecret(in line: Substring) -> String.Index? {
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
                let value = content.parts(at: " \t\r\n").joined(separator: " ")
                let plain = name.parts(at: ":").last ?? name
                if isLeaf, !value.isEmpty, !element.isHidden, showsInMarkup(plain) {
                    shown.append("\(plain): \(self.text(ofErrorLine: value))")
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

    /// The words that are shown after the name of a secret. A secret could be any other word.
    private static let errorWords = Set(
        words: """
            a access again already an and any are at be been blocked by calculated can can't cannot check could denied did \
            didn't disabled do does doesn't don't empty exist exists expired failed for forbidden format found from had has \
            have header id in incorrect invalid is isn't it its key keys length locked long longer malformed match matches \
            method mismatch missing must need needed new no not of on only or otherwise our please provided records refresh \
            rejected required reset revoked short sign signature signing some supplied supported that the this to token \
            tokens too try unknown unsupported use used user valid was wasn't we were when with without wrong yet you your
            """
    )
}
