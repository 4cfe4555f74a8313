import Foundation

/// Texts that other code has written: reasons, and the errors of other libraries.
extension Redaction {
    /// The longest text of another library, in characters. Longer texts are cut.
    private static let maximumForeignLength = 4_000

    /// A scalar for private use, which replaces the mark while a text is read.
    static let markScalar = "\u{F8FF}"

    /// A text whose URLs are shown as everywhere. It isn't searched for other secrets, except those with a known
    /// beginning.
    package func text(ofSentence text: String, depth: Int = 0) -> String {
        guard !hidesNothing else { return text }
        let known = withoutKnownTokens(text[...]).text
        // The mark contains characters that end a URL. So a single scalar replaces it, and URLs that are redacted
        // already stay unchanged.
        let marked = known.replacingOccurrences(of: Self.mark, with: Self.markScalar, options: .literal)
        var result = ""
        var start = marked.startIndex
        for index in marked.unicodeScalars.indices where Self.endsURL(marked.unicodeScalars[index]) {
            let end = marked.unicodeScalars.index(after: index)
            result += self.text(ofWord: marked[start..<index], depth: depth)
            result += marked[index..<end]
            start = end
        }
        result += self.text(ofWord: marked[start...], depth: depth)
        return result.replacingOccurrences(of: Self.markScalar, with: Self.mark, options: .literal)
    }

    /// A word of a sentence, which may be a URL or contain one.
    private func text(ofWord word: Substring, depth: Int) -> String {
        guard String(word).hasAny(ByteSet("/\\?@=")) else { return String(word) }
        let scalars = word.unicodeScalars
        let start = scalars.firstIndex { !"([{'*,:;\u{2018}\u{201C}".unicodeScalars.contains($0) } ?? word.endIndex
        // The value of `url=https://a.example/` is a URL, and that of `token=a/b` isn't.
        let end = scalars[start...].firstIndex { !Self.isAlphanumeric($0) && $0 != "-" && $0 != "_" }
        guard let end, scalars[end] == "=" else {
            return "\(word[..<start])\(rendered(url: String(word[start...]), depth: depth).text)"
        }
        var url = word[scalars.index(after: end)...]
        var name = String(word[..<url.startIndex])
        if hides(String(word[start..<end])) {
            name += Self.mark
            url = url[(url.firstIndex(of: "&") ?? url.endIndex)...]
        }
        return "\(name)\(rendered(url: String(url), depth: depth).text)"
    }

    private static func endsURL(_ scalar: Unicode.Scalar) -> Bool {
        "\"<>`".unicodeScalars.contains(scalar) || scalar.properties.isWhitespace
    }

    /// A reason that Tern, a plugin or a transport has written, without the secrets of the request.
    package func text(ofReason reason: String, about request: Request?, hiding secrets: [String] = []) -> String {
        text(ofSentence: scrub(reason, request: request, hiding: secrets))
    }

    // MARK: - Errors

    /// The type, the code and the sentence of another library's error, on one line.
    ///
    /// - Parameter hasSentence: Whether the sentence is shown. An error of a token source may quote a token.
    func text(
        of error: any Error,
        about request: Request? = nil,
        hiding secrets: [String] = [],
        hasSentence: Bool = true
    ) -> String {
        let name = Self.name(of: error)
        guard let sentence = sentence(of: error, hasSentence) else { return name }
        let shown = text(ofSentence: scrub(sentence, request: request, hiding: secrets))
        return Self.printable("\(name): \(Self.beginning(of: shown, Self.maximumForeignLength))")
    }

    private static func name(of error: any Error) -> String {
        if let error = error as? URLError { return "URLError \(error.code.rawValue)" }
        if let error = error as? CocoaError { return "CocoaError \(error.code.rawValue)" }
        guard type(of: error) is NSError.Type else { return "\(type(of: error))" }
        let error = error as NSError
        return "NSError \(error.domain) \(error.code)"
    }

    /// `nil` for an error whose text quotes values, and for one that has only the description that Swift makes of its
    /// values.
    private func sentence(of error: any Error, _ hasSentence: Bool) -> String? {
        if let error = error as? TernError { return error.description }
        if showsTexts { return "\(error)" }
        if hidesEverything || !hasSentence || error is EncodingError || error is DecodingError || error is URLError {
            return nil
        }
        // The texts of errors about files list paths and other values, in no order.
        if let error = error as? CocoaError {
            let cause = error.underlying.map { $0 as NSError }.flatMap { $0.domain == NSPOSIXErrorDomain ? $0 : nil }
            if let cause { return String(cString: strerror(Int32(truncatingIfNeeded: cause.code))) }
            return error.userInfo[NSFilePathErrorKey] == nil
                ? error.userInfo[NSLocalizedDescriptionKey] as? String : nil
        }
        if type(of: error) is NSError.Type { return (error as NSError).userInfo[NSLocalizedDescriptionKey] as? String }
        // As `Any`, since every `any Error` can be cast to `CustomStringConvertible`, as an `NSError`.
        let value: Any = error
        if let value = value as? any CustomStringConvertible { return value.description }
        if let sentence = (error as? any LocalizedError)?.errorDescription { return sentence }
        if error is any CustomNSError { return error.localizedDescription }
        if let value = value as? any CustomDebugStringConvertible { return value.debugDescription }
        let mirror = Mirror(reflecting: error)
        guard mirror.displayStyle == .enum else { return nil }
        return mirror.children.first?.label ?? "\(error)"
    }

    // MARK: - Secrets with a known beginning

    /// A text with others in place of JSON web tokens, private keys in PEM, and keys of well-known services.
    package func replacingKnownTokens(in text: String, by replacement: (String) -> String) -> String {
        showsTexts ? text : withoutKnownTokens(text[...]).replacing { hidden, _ in replacement(hidden) }
    }

    /// A text without JSON web tokens, private keys in PEM, and keys of well-known services.
    func withoutKnownTokens(_ text: Substring) -> RedactedText {
        var rendered = RedactedText()
        let (bytes, beginnings) = (Array(text.utf8), Self.beginnings)
        var (shown, index) = (0, 0)
        while !showsTexts, index < bytes.count {
            // A byte of another character, such as that of an arrow, is no letter.
            guard beginnings.canBegin(with: bytes[index]),
                index == 0 || bytes[index - 1] >= 0x80 || !Self.isAlphanumeric(Unicode.Scalar(bytes[index - 1])),
                let beginning = beginnings.text(in: bytes, at: index),
                let end = Self.endOfKnownToken(in: bytes, at: index, beginning)
            else {
                index += 1
                continue
            }
            rendered.show(Substring(decoding: bytes[shown..<index], as: UTF8.self))
            rendered.hide(Substring(decoding: bytes[index..<end], as: UTF8.self))
            (shown, index) = (end, end)
        }
        rendered.show(shown == 0 ? text : Substring(decoding: bytes[shown...], as: UTF8.self))
        return rendered
    }

    private static let beginnings = TextList(
        """
        eyJ,-----BEGIN ,AKIA,ASIA,ghp_,gho_,ghu_,ghs_,ghr_,github_pat_,glpat-,sk_live_,sk_test_,rk_live_,rk_test_,\
        whsec_,xoxb-,xoxp-,xoxa-,xoxs-,xapp-,AIza,ya29.,shpat_,sk-ant-,sk-proj-,SG.
        """
    )

    /// The end of the token with this beginning, if there is one.
    private static func endOfKnownToken(in bytes: [UInt8], at start: Int, _ beginning: [UInt8]) -> Int? {
        if beginning[0] == UInt8(ascii: "-") {
            // The label of a certificate has no "KEY".
            var index = start + beginning.count
            while index < bytes.count, bytes[index] != UInt8(ascii: "-"), bytes[index] != 0x0A { index += 1 }
            let label = String(decoding: bytes[(start + beginning.count)..<index], as: UTF8.self)
            guard label.contains("KEY") else { return nil }
            while index < bytes.count, endOfKey.text(in: bytes, at: index) == nil { index += 1 }
            index = min(bytes.count, index + 9)
            while index < bytes.count, bytes[index] != UInt8(ascii: "-") { index += 1 }
            while index < bytes.count, bytes[index] == UInt8(ascii: "-") { index += 1 }
            return index
        }
        var end = start
        while end < bytes.count, tokenBytes.contains(bytes[end]) { end += 1 }
        // The header of a JSON web token ends with a dot. A shorter text can be a word.
        if beginning[0] == UInt8(ascii: "e"), end - start < 100,
            !bytes[start..<end].contains(UInt8(ascii: "."))
        {
            return nil
        }
        let minimum = [UInt8(ascii: "_"), UInt8(ascii: "-")].contains(beginning[beginning.count - 1]) ? 1 : 10
        return end - start >= beginning.count + minimum ? end : nil
    }

    private static let endOfKey = TextList("-----END ")
    private static let tokenBytes = ByteSet("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.")

    // MARK: - Control characters

    /// The text with a blank in place of each control character, such as ESC, BEL and U+009B, and of each line break,
    /// such as U+2028. A terminal that shows them could change its state. Keeps tabs.
    ///
    /// - Parameter keepsLines: Whether line feeds are kept, too.
    package static func printable(_ text: String, keepsLines: Bool = false) -> String {
        let isReplaced: (Unicode.Scalar) -> Bool = {
            switch $0.properties.generalCategory {
            case .control: $0 != "\t" && !(keepsLines && $0 == "\n")
            case .lineSeparator, .paragraphSeparator: true
            default: false
            }
        }
        var printable = ""
        for scalar in text.unicodeScalars { printable.unicodeScalars.append(isReplaced(scalar) ? " " : scalar) }
        return printable
    }
}
