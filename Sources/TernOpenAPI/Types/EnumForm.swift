/// The values of an enum.
struct EnumForm {
    /// Integers are texts, too.
    let cases: [EnumCase<String>]
    var isInteger = false
    /// Whether other values are allowed.
    var isOpen = false

    /// The type of a value, and of a schema that has only one.
    var rawType: SwiftType { isInteger ? .int : .string }

    /// The names of the cases, with backticks where they are needed.
    var names: [String] {
        var taken: Set<String> = []
        return cases.map { value in
            let name = value.name ?? (value.value.isEmpty ? "empty" : value.value)
            return SwiftName.unique(SwiftName.member(Self.shortened(name)), in: &taken)
        }
    }

    /// A value in source text.
    func literal(_ value: String) -> String { isInteger ? value : SwiftLiteral.string(value) }

    // MARK: - Private

    /// The first words of a sentence.
    private static func shortened(_ text: String) -> String {
        if text.count <= 60 || !text.contains(" ") { return text }
        return text.prefix(60).split(separator: " ").dropLast().joined(separator: " ")
    }
}

extension EnumCase<Int> {
    var asText: EnumCase<String> { .init(value: "\(value)", name: name, description: description) }
}
