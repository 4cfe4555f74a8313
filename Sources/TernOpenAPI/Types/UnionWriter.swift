/// Writes the enum of a union, with the code that finds the variant of a value.
struct UnionWriter {
    let model: Model
    let plan: TypePlan
    let variants: [ModelForm.Variant]
    let isIndirect: Bool

    func write(_ discriminator: UnionShape.Discriminator?, to source: inout SourceText) {
        plan.needs(.json)
        let cases = UnionCases.names(of: variants, forms: plan.forms)
        source.declaration("\(isIndirect ? "indirect " : "")enum \(model.name)", plan.conformances) { source in
            for (variant, name) in zip(variants, cases) {
                let schema = plan.specification[variant.use]
                let description = variant.use.description
                if let description, schema.name == nil || description != schema.description {
                    source.comment(description)
                }
                source.list("case \(name)", [type(of: variant).text(in: nil)], "")
            }
            source.comment("A value of none of these kinds.")
            source.line("case other(JSON)")
            source.blank()
            if plan.triedUnions.contains(model.schema) {
                source.line("var isOther: Bool { if case .other = self { true } else { false } }")
                source.blank()
            }
            if let discriminator {
                writeSwitch(discriminator, cases, to: &source)
            } else {
                writeAttempts(cases, to: &source)
            }
            source.blank()
            source.block("func encode(to encoder: any Encoder) throws") { source in
                source.line("var container = encoder.singleValueContainer()")
                source.line("switch self {")
                for name in cases + ["other"] {
                    write([".\(name)(let value)"], "try container.encode(value)", to: &source)
                }
                source.line("}")
            }
        }
    }

    // MARK: - Private

    /// An enum among other kinds of values has only its known cases.
    private func type(of variant: ModelForm.Variant) -> SwiftType {
        let isEnum = if case .values = plan.form(of: variant.use) { true } else { false }
        return plan.type(of: variant.use, isEnum ? .request : model.direction).unwrapped
    }

    /// Reads the discriminator first.
    private func writeSwitch(_ discriminator: UnionShape.Discriminator, _ cases: [String], to source: inout SourceText)
    {
        let key = SwiftName.member(discriminator.property)
        source.block("private enum CodingKeys: String, CodingKey") { source in
            source.enumCase(key, discriminator.property)
        }
        source.blank()
        source.block("init(from decoder: any Decoder) throws") { source in
            source.line("let container = try decoder.singleValueContainer()")
            source.line("let keys = try? decoder.container(keyedBy: CodingKeys.self)")
            let valueType = discriminator.isInteger ? "Int" : "String"
            source.line("switch try? keys?.decode(\(valueType).self, forKey: .\(key)) {")
            for (variant, name) in zip(variants, cases) {
                let values = variant.values.map { discriminator.isInteger ? $0 : SwiftLiteral.string($0) }
                let payload = type(of: variant).text(in: nil)
                write(values, "self = .\(name)(try container.decode(\(payload).self))", to: &source)
            }
            source.line("default: self = .other(try container.decode(JSON.self))")
            source.line("}")
        }
    }

    /// A case of a `switch`, with each value in a line of its own if there are many.
    private func write(_ values: [String], _ statement: String, to source: inout SourceText) {
        let head = "case \(values.joined(separator: ", ")):"
        if head.count + statement.count < source.columns { return source.line("\(head) \(statement)") }
        source.wrapped("case ", values, ":")
        source.nested { $0.line(statement) }
    }

    /// Tries the variants, those with the most conditions first.
    private func writeAttempts(_ cases: [String], to source: inout SourceText) {
        let attempts = zip(variants, cases).map { (rank: UnionRank($0.use, plan), variant: $0, name: $1) }
        source.block("init(from decoder: any Decoder) throws") { source in
            source.line("let container = try decoder.singleValueContainer()")
            var keyword = "if"
            for (_, variant, name) in attempts.sorted(by: { $0.rank < $1.rank }) {
                let value = "let value = try? container.decode(\(type(of: variant).text(in: nil)).self)"
                source.wrapped("\(keyword) ", [value] + conditions(for: variant.use), " {")
                source.nested { $0.line("self = .\(name)(value)") }
                keyword = "} else if"
            }
            source.line("} else {")
            source.nested { $0.line("self = .other(try container.decode(JSON.self))") }
            source.line("}")
        }
    }

    /// Conditions for a value that is decoded: the properties that have one allowed value each, and that it isn't another
    /// kind of value of an inner union.
    private func conditions(for use: SchemaUse) -> [String] {
        if case .union = plan.form(of: use) { return ["!value.isOther"] }
        guard case .object(let object) = plan.form(of: use) else { return [] }
        let names = ObjectWriter.names(of: object, model.direction)
        return zip(object.properties(model.direction), names).compactMap { property, name in
            guard property.isRequired, !property.use.isNullable else { return nil }
            return ObjectWriter.constant(of: property.use, plan).map { "value.\(name) == \($0)" }
        }
    }
}
