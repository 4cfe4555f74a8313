/// Names of a document as names of Swift.
package enum SwiftName {
    /// The name of a type: `user-name` becomes `UserName`. A name that is one already stays as it is, and a name that
    /// generated code needs otherwise gets a suffix: `DataModel`.
    package static func type(_ text: String) -> String {
        let name = part(text)
        return ReservedNames.types.contains(name) ? name + "Model" : name
    }

    /// The name of a property, a parameter, a function or a case: `user-id` becomes `userID`. A keyword is in backticks.
    package static func member(_ text: String) -> String {
        let words = NameWords.words(of: text)
        let name = NameWords.lowercased(words[0]) + words.dropFirst().map(NameWords.capitalized).joined()
        return quoted(identifier(name))
    }

    /// A part of the name of a type or a file: `user-name` becomes `UserName`, and `data` becomes `Data`.
    package static func part(_ text: String) -> String {
        if let first = text.first, isStart(first), !first.isLowercase, text.allSatisfy(NameWords.isPart) { return text }
        return identifier(NameWords.words(of: text).map(NameWords.capitalized).joined())
    }

    /// Without backticks, as it stands in a comment or after a `$`.
    package static func unquoted(_ name: String) -> String { name.filter { $0 != "`" } }

    /// The name, or the first of `name2`, `name3` and so on that isn't in the set, to which it is added. After a digit,
    /// `Other` stands before the number.
    package static func unique(_ name: String, in names: inout Set<String>) -> String {
        let plain = unquoted(name)
        let isNumbered = plain.last?.isNumber == true
        var result = plain
        var number = 2
        while !names.insert(result).inserted {
            result = plain + (isNumbered ? "Other" : "") + (isNumbered && number == 2 ? "" : String(number))
            number += 1
        }
        return quoted(result)
    }

    /// In backticks if it is a keyword.
    static func quoted(_ name: String) -> String { ReservedNames.keywords.contains(name) ? "`\(name)`" : name }

    // MARK: - Private

    /// An identifier can't begin with a digit, or with a mark without a letter.
    private static func identifier(_ name: String) -> String { isStart(name.first) ? name : "_" + name }

    private static func isStart(_ character: Character?) -> Bool {
        guard let scalar = character?.unicodeScalars.first else { return false }
        return scalar.properties.isAlphabetic
            && ![.nonspacingMark, .spacingMark].contains(scalar.properties.generalCategory)
    }
}
