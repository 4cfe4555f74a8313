/// Writes the enum of a schema whose values are listed.
struct EnumWriter {
    let model: Model
    let schema: Schema

    func write(_ cases: [EnumCase<String>], to source: inout SourceText) {
        let names = Self.names(of: cases)
        write(cases, names, type: "String", to: &source) { name, value in
            SwiftName.unquoted(name) == value ? nil : SwiftLiteral.string(value)
        }
    }

    func write(_ cases: [EnumCase<Int>], to source: inout SourceText) {
        write(cases, Self.names(of: cases), type: "Int", to: &source) { _, value in String(value) }
    }

    /// With backticks where they are needed.
    static func names(of cases: [EnumCase<String>]) -> [String] {
        var taken: Set<String> = []
        return cases.map { value in
            let name = value.name ?? (value.value.isEmpty ? "empty" : value.value)
            return SwiftName.unique(SwiftName.member(shortened(name)), in: &taken)
        }
    }

    static func names(of cases: [EnumCase<Int>]) -> [String] {
        var taken: Set<String> = []
        return cases.map { SwiftName.unique(SwiftName.member($0.name ?? String($0.value)), in: &taken) }
    }

    // MARK: - Private

    /// The first words of a sentence.
    private static func shortened(_ text: String) -> String {
        if text.count <= 60 || !text.contains(" ") { return text }
        return text.prefix(60).split(separator: " ").dropLast().joined(separator: " ")
    }

    private func write<Value>(
        _ cases: [EnumCase<Value>],
        _ names: [String],
        type: String,
        to source: inout SourceText,
        literal: (String, Value) -> String?
    ) {
        source.declaration("enum \(model.name)", "\(type), CaseIterable, Codable, Sendable") { source in
            for (value, name) in zip(cases, names) {
                if let description = value.description { source.comment(description) }
                source.enumCase(name, literal(name, value.value))
            }
        }
    }
}
