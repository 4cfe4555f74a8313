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

    /// Adds a case of an enum with its raw value. `nil` if it is the name.
    mutating func enumCase(_ name: String, _ value: String?) {
        guard let value else { return line("case \(name)") }
        if name.count + value.count + 8 <= columns { return line("case \(name) = \(value)") }
        line("case \(name) =")
        nested { $0.line(value) }
    }
}
