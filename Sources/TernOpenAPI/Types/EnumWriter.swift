/// Writes the enum of a schema whose values are listed.
struct EnumWriter {
    let model: Model
    let schema: Schema

    func write(_ cases: [EnumCase<String>], to source: inout SourceText) {
        let names = Self.names(of: cases)
        write(cases, names, type: "String", to: &source) { name, value in
            name == value ? SwiftName.quoted(name) : "\(SwiftName.quoted(name)) = \(SwiftLiteral.string(value))"
        }
    }

    func write(_ cases: [EnumCase<Int>], to source: inout SourceText) {
        write(cases, Self.names(of: cases), type: "Int", to: &source) { "\(SwiftName.quoted($0)) = \($1)" }
    }

    /// With backticks where they are needed.
    static func names(of cases: [EnumCase<String>]) -> [String] {
        var taken: Set<String> = []
        return cases.map { value in
            let name = value.name ?? (value.value.isEmpty ? "empty" : value.value)
            return SwiftName.unique(SwiftName.member(name), in: &taken)
        }
    }

    static func names(of cases: [EnumCase<Int>]) -> [String] {
        var taken: Set<String> = []
        return cases.map { SwiftName.unique(SwiftName.member($0.name ?? String($0.value)), in: &taken) }
    }

    // MARK: - Private

    private func write<Value>(
        _ cases: [EnumCase<Value>],
        _ names: [String],
        type: String,
        to source: inout SourceText,
        line: (String, Value) -> String
    ) {
        source.block("enum \(model.name): \(type), CaseIterable, Codable, Sendable") { source in
            for (value, name) in zip(cases, names) {
                if let description = value.description { source.comment(description) }
                source.line("case \(line(SwiftName.unquoted(name), value.value))")
            }
        }
    }
}
