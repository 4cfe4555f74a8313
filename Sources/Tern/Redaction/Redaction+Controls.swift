/// Control characters, which could change the state of a terminal that shows a text.
extension Redaction {
    /// The text with a blank in place of each control character, such as ESC, BEL and U+009B, and of each line break,
    /// such as U+2028. Keeps tabs.
    ///
    /// - Parameter keepsLines: Whether line feeds are kept, too.
    static func printable(_ text: String, keepsLines: Bool = false) -> String {
        let isReplaced: (Unicode.Scalar) -> Bool = {
            switch $0.properties.generalCategory {
            case .control: $0 != "\t" && !(keepsLines && $0 == "\n")
            case .lineSeparator, .paragraphSeparator: true
            default: false
            }
        }
        guard text.unicodeScalars.contains(where: isReplaced) else { return text }
        return String(String.UnicodeScalarView(text.unicodeScalars.map { isReplaced($0) ? " " : $0 }))
    }
}
