/// A coding key of encoded parameters: a name, or an index in an array.
struct QueryKey: CodingKey {
    let stringValue: String
    let intValue: Int?

    init(stringValue: String) {
        self.stringValue = stringValue
        intValue = nil
    }

    init(intValue: Int) {
        stringValue = String(intValue)
        self.intValue = intValue
    }

    /// `my_url_property` for `myURLProperty`: an underscore before each word, and no capital letters.
    static func snakeCase(of name: String) -> String {
        let characters = Array(name)
        var text = ""
        for (index, character) in characters.enumerated() {
            if character.isUppercase, index > 0, characters[index - 1] != "_" {
                let endsAcronym = index + 1 < characters.count && characters[index + 1].isLowercase
                if !characters[index - 1].isUppercase || endsAcronym { text.append("_") }
            }
            text += character.lowercased()
        }
        return text
    }
}
