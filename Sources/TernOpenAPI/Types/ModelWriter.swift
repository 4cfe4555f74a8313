/// Writes the declaration of a schema.
struct ModelWriter {
    let model: Model
    let plan: TypePlan
    let storage: ModelStorage

    /// As it stands in an extension of the API, without its indentation.
    var text: String {
        var source = SourceText(width: SourceText.width - 4)
        let schema = plan.specification[model.schema]
        comment(schema, to: &source)
        switch plan.forms[model.schema] {
        case .object(let object):
            ObjectWriter(model: model, plan: plan, storage: storage).write(object, to: &source)
        case .values(let values): write(values, to: &source)
        case .union(let variants, let discriminator):
            let isIndirect = storage.unions.contains(model.name)
            UnionWriter(model: model, plan: plan, variants: variants, isIndirect: isIndirect)
                .write(discriminator, to: &source)
        case .plain, .array, .map, .alias: break
        }
        return source.text
    }

    // MARK: - Private

    private func write(_ values: EnumForm, to source: inout SourceText) {
        let conformances = "\(values.rawType.text(in: nil)), CaseIterable, Codable, Sendable"
        source.declaration("enum \(model.name)", conformances) { source in
            for (value, name) in zip(values.cases, values.names) {
                if let description = value.description { source.comment(description) }
                source.enumCase(name, value.value, literal: values.literal)
            }
        }
    }

    /// The text of a schema within another one stands at the property.
    private func comment(_ schema: Schema, to source: inout SourceText) {
        let isProperty = schema.name == nil && schema.element.pointer.contains("/properties/")
        let text = isProperty ? nil : schema.description ?? schema.title.flatMap { $0 == schema.name ? nil : $0 }
        let parts = [text, schema.isDeprecated ? "Deprecated." : nil].compactMap { $0 }
        if !parts.isEmpty { source.comment(parts.joined(separator: "\n\n")) }
    }
}
