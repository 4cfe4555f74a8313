/// The types of the core schema (YAML 1.2.2, section 10.3).
enum YAMLTag: String {
    case text = "str"
    case integer = "int"
    case float
    case bool
    case null
    case map
    case list = "seq"
    /// `!`: the type that the notation shows.
    case nonSpecific = "!"

    static let prefix = "tag:yaml.org,2002:"

    /// - Parameter name: The whole tag, `tag:yaml.org,2002:str`.
    init?(name: String) {
        guard name.hasPrefix(Self.prefix), name != Self.prefix + "!" else { return nil }
        self.init(rawValue: String(name.dropFirst(Self.prefix.count)))
    }
}
