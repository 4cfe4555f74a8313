/// Names that a name of a document can't have as it is.
enum ReservedNames {
    /// Types that generated code uses within the API. A model with such a name would hide them.
    static let types: Set<String> = [
        "Any", "Array", "Authorization", "Bool", "Call", "CallTarget", "CaseIterable", "Change", "Codable", "CodingKey",
        "CodingKeys", "Data", "Date", "Day", "Decimal", "Decodable", "Decoder", "Dictionary", "Double", "Encodable",
        "Encoder", "Equatable", "Error", "HTTPMethod", "HTTPRoute", "HTTPTask", "Hashable", "Indirect", "Int", "Int64",
        "JSON", "JSONDecoder", "JSONEncoder", "MultiTarget", "NamedRoute", "Never", "NoContent", "OpenEnum", "Optional",
        "Plugin", "PropertyName", "Protocol", "Provider", "ProviderType", "QueryEncoder", "QueryParameters",
        "RawRepresentable", "Request", "Response", "Result", "RoutedTarget", "SampleResponse", "Self", "Sendable",
        "Set", "StaticString", "String", "Target", "TargetType", "Task", "TernError", "Type", "URL", "UUID", "Void",
    ]

    /// Keywords that a declaration can't have as its name without backticks.
    static let keywords: Set<String> = [
        "Any", "Protocol", "Self", "Type", "as", "associatedtype", "await", "break", "case", "catch", "class",
        "continue", "default", "defer", "deinit", "do", "else", "enum", "extension", "fallthrough", "false",
        "fileprivate", "for", "func", "guard", "if", "import", "in", "init", "inout", "internal", "is", "let", "nil",
        "operator", "precedencegroup", "private", "protocol", "public", "repeat", "rethrows", "return", "self",
        "static", "struct", "subscript", "super", "switch", "throw", "throws", "true", "try", "typealias", "var",
        "where", "while",
    ]
}
