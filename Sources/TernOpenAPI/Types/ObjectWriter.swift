/// Writes the struct of an object.
struct ObjectWriter {
    let model: Model
    let plan: TypePlan
    let storage: ModelStorage

    private struct Property {
        let key: String
        /// With backticks where they are needed.
        let name: String
        let type: SwiftType
        let value: String?
        let comment: String
        let isIndirect: Bool
        /// Whether the type follows from the value.
        let isConstant: Bool
    }

    func write(_ object: ObjectShape, to source: inout SourceText) {
        let additional = object.additional.map { SwiftType.dictionary(plan.type(of: $0, model.direction)) }
        let properties = properties(of: object)
        source.declaration("struct \(model.name)", plan.conformances) { source in
            for property in properties {
                if !property.comment.isEmpty { source.comment(property.comment) }
                source.line(declaration(of: property))
            }
            if let additional {
                source.comment("The values of all other keys.")
                source.line("var additionalProperties: \(additional.text(in: nil)) = [:]")
            }
            if additional != nil || properties.contains(where: { SwiftName.unquoted($0.name) != $0.key }) {
                source.blank()
                keys(properties, to: &source)
            }
            if let additional { coding(properties, additional, to: &source) }
        }
    }

    /// The names of the properties, with backticks where they are needed.
    static func names(of object: ObjectShape, _ direction: Direction) -> [String] {
        var taken: Set<String> = object.additional == nil ? [] : ["additionalProperties", "self"]
        // Both directions have the same names.
        let names = object.properties.map { SwiftName.unique(SwiftName.member($0.name), in: &taken) }
        let included = Set(object.properties(direction).map(\.name))
        return zip(object.properties, names).filter { included.contains($0.0.name) }.map(\.1)
    }

    /// The literal of the only value. `nil` if there are others.
    static func constant(of use: SchemaUse, _ plan: TypePlan) -> String? {
        guard case .values(let values) = plan.form(of: use), values.cases.count == 1, !values.isOpen else { return nil }
        return values.literal(values.cases[0].value)
    }

    // MARK: - Private

    private func properties(of object: ObjectShape) -> [Property] {
        let names = Self.names(of: object, model.direction)
        return zip(object.properties(model.direction), names).map { property, name in
            let isIndirect = storage.properties[model.name]?.contains(property.name) == true
            if isIndirect { plan.needs(.indirect) }
            let type = type(of: property, isIndirect: isIndirect)
            let constant = type == .string || type == .int ? Self.constant(of: property.use, plan) : nil
            // The initializer of a property with a wrapper has no default value by itself.
            let missing = isIndirect && type.isOptional ? "nil" : nil
            return Property(
                key: property.name,
                name: name,
                type: type,
                value: constant ?? value(of: property, type) ?? missing,
                comment: comment(of: property),
                isIndirect: isIndirect,
                isConstant: constant != nil
            )
        }
    }

    private func type(of property: ObjectShape.Property, isIndirect: Bool) -> SwiftType {
        let type = plan.type(of: property.use, model.direction)
        if model.direction == .request, type.isOptional, !isIndirect, property.isRequired || model.isPatch {
            return .change(type.unwrapped)
        }
        return property.isRequired ? type : type.optional
    }

    /// An absent property has the default of the server, so only one that must be there has it here.
    private func value(of property: ObjectShape.Property, _ type: SwiftType) -> String? {
        if case .change = type { return property.isRequired ? ".null" : ".unchanged" }
        if type.isOptional || model.isPatch { return nil }
        if let node = defaultValue(of: property.use) { return plan.literal(node, of: property.use, model.direction) }
        let values = plan.discriminatorValues[model.schema]?[property.name] ?? []
        return type == .string && values.count == 1 ? values.first.map(SwiftLiteral.string) : nil
    }

    private func defaultValue(of use: SchemaUse) -> DocumentNode? {
        use.defaultValue ?? plan.specification[use].defaultValue
    }

    private func comment(of property: ObjectShape.Property) -> String {
        let schema = plan.specification[property.use]
        // A declaration has its own comment.
        let isDocumented = schema.name != nil && plan.form(of: property.use).isDeclared
        let own = property.use.description ?? schema.description
        let text = isDocumented && own == schema.description ? nil : own
        let isDeprecated = (property.use.isDeprecated || schema.isDeprecated) && !(isDocumented && schema.isDeprecated)
        // One that must be there has its default as its value.
        let node = property.isRequired && !model.isPatch ? nil : defaultValue(of: property.use)
        let literal = node.flatMap { plan.literal($0, of: property.use, .request) }
        let parts = [text, literal.map { "Default: `\($0)`." }, isDeprecated ? "Deprecated." : nil]
        return parts.compactMap { $0 }.filter { !$0.isEmpty }.joined(separator: "\n\n")
    }

    private func declaration(of property: Property) -> String {
        let type = property.isConstant ? "" : ": \(property.type.text(in: nil))"
        let value = property.value.map { " = \($0)" } ?? ""
        return "\(property.isIndirect ? "@Indirect " : "")var \(property.name)\(type)\(value)"
    }

    private func keys(_ properties: [Property], to source: inout SourceText) {
        source.block("private enum CodingKeys: String, CodingKey") { source in
            for property in properties { source.enumCase(property.name, property.key) }
        }
    }

    /// Further keys have no synthesized conformance.
    private func coding(_ properties: [Property], _ additional: SwiftType, to source: inout SourceText) {
        plan.needs(.propertyName)
        let parameters = properties.map { property in
            let value = property.value ?? (property.type.isOptional ? "nil" : nil)
            return "\(property.name): \(property.type.text(in: nil))" + (value.map { " = \($0)" } ?? "")
        }
        source.blank()
        source.list("init", parameters + ["additionalProperties: \(additional.text(in: nil)) = [:]"], " {")
        source.nested { source in
            for property in properties { source.line("self.\(property.name) = \(property.name)") }
            source.line("self.additionalProperties = additionalProperties")
        }
        source.line("}")
        source.blank()
        source.block("init(from decoder: any Decoder) throws") { source in
            source.line("let container = try decoder.container(keyedBy: CodingKeys.self)")
            for property in properties {
                let method = property.type.isOptional ? "decodeIfPresent" : "decode"
                let type = property.type.unwrapped.text(in: nil)
                source.line("\(property.name) = try container.\(method)(\(type).self, forKey: .\(property.name))")
            }
            source.line("additionalProperties = try PropertyName.values(in: decoder, besides: CodingKeys.self)")
        }
        source.blank()
        source.block("func encode(to encoder: any Encoder) throws") { source in
            source.line("var container = encoder.container(keyedBy: CodingKeys.self)")
            for property in properties {
                let method = property.type.isOptional ? "encodeIfPresent" : "encode"
                source.line("try container.\(method)(\(property.name), forKey: .\(property.name))")
            }
            source.line("try PropertyName.encode(additionalProperties, to: encoder)")
        }
    }
}
