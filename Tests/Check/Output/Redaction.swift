import Foundation

/// Removes what identifies a person or a machine from a text.
struct Redaction: Sendable {
    private let words: [(word: String, replacement: String)]

    /// - Parameters:
    ///   - folders: Paths, with the text that replaces each.
    ///   - names: Names of a person or a machine, with the text that replaces each. They are replaced only as whole
    ///     words. Names of one or two letters are left, since they would be parts of many texts.
    init(folders: [(String, String)], names: [(String, String)]) {
        let paths = folders.filter { $0.0.count > 1 }.map { (word: $0.0, replacement: $0.1) }
        let others = names.filter { $0.0.count > 2 && $0.0 != "localhost" }.map { (word: $0.0, replacement: $0.1) }
        // A longer path may contain a shorter one.
        words = paths.sorted { $0.word.count > $1.word.count } + others.sorted { $0.word.count > $1.word.count }
    }

    /// The folders and names of this system.
    static var current: Redaction {
        let home = FileManager.default.homeDirectoryForCurrentUser.path
        // The host name of ProcessInfo may ask the network.
        var bytes = [CChar](repeating: 0, count: 256)
        gethostname(&bytes, bytes.count - 1)
        let host = bytes.withUnsafeBufferPointer {
            String(decoding: $0.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        }
        let shortHost = host.split(separator: ".").first.map(String.init) ?? ""
        return Redaction(
            folders: [
                (SystemFacts.checkout.path, "<clone>"), (FileManager.default.currentDirectoryPath, "<folder>"),
                (FileManager.default.temporaryDirectory.path, "<temporary>"), (home, "<home>"),
            ],
            names: [
                (NSUserName(), "<user>"), (NSFullUserName(), "<user>"), (host, "<host>"), (shortHost, "<host>"),
            ]
        )
    }

    func apply(to text: String) -> String {
        words.reduce(text) { Self.replace($1.word, by: $1.replacement, in: $0) }
    }

    private static func replace(_ word: String, by replacement: String, in text: String) -> String {
        var result = ""
        var rest = text[...]
        while let range = rest.range(of: word) {
            let before = rest[..<range.lowerBound].last ?? result.last
            let after = rest[range.upperBound...].first
            let isWhole = ![before, after].contains { $0?.isLetter == true || $0?.isNumber == true }
            result += rest[..<range.lowerBound] + (isWhole ? replacement : word)
            rest = rest[range.upperBound...]
        }
        return result + rest
    }
}
