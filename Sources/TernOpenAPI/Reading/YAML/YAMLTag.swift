/// The types of the core schema (YAML 1.2.2, section 10.3).
enum YAMLTag: String {
    case text = "str"
    case integer = "int"
    case float, bool, null, map
    case list = "seq"
    /// `!`: the type that the notation shows.
    case nonSpecific = " "

    /// - Parameter word: As the document has it: `!!str`, `!<tag:yaml.org,2002:str>`, or `!`.
    init?(_ word: String) {
        let isVerbatim = word.hasPrefix("!<tag:yaml.org,2002:") && word.hasSuffix(">")
        let short = word.hasPrefix("!!") ? word.dropFirst(2) : word == "!" ? " " : ""
        self.init(rawValue: String(isVerbatim ? word.dropFirst(20).dropLast() : short))
    }
}
