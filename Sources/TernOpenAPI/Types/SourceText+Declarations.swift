extension SourceText {
    /// Adds a type with its members.
    mutating func declaration(_ head: String, _ conformances: String, body: (inout SourceText) -> Void) {
        if head.count + conformances.count + 4 <= columns { return block("\(head): \(conformances)", body: body) }
        line("\(head):")
        nested { $0.line(conformances) }
        line("{")
        nested(body)
        line("}")
    }

    /// Adds a case of an enum with its raw value, unless that is the name.
    mutating func enumCase(_ name: String, _ value: String, literal: (String) -> String = SwiftLiteral.string) {
        if SwiftName.unquoted(name) == value { return line("case \(name)") }
        let value = literal(value)
        if name.count + value.count + 8 <= columns { return line("case \(name) = \(value)") }
        line("case \(name) =")
        nested { $0.line(value) }
    }
}
