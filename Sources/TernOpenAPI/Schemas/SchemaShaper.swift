/// Decides which kinds of values the parts of a schema describe.
struct SchemaShaper {
    let reader: SchemaReader
    let parts: SchemaParts

    func shape() throws(DocumentProblem) -> SchemaShape {
        if let values = enumeration(of: parts) { return values }
        if let union = try union() { return union }
        let types = types()
        guard types.count > 1 else { return try shape(ofType: types.first) }
        guard let element = parts.elements.first else { return .any }
        // One variant for each type of the list.
        var variants: [SchemaUse] = []
        for type in types {
            let single = try SchemaShaper(reader: reader, parts: parts).shape(ofType: type)
            variants.append(reader.use(of: single, at: element, key: type))
        }
        return .union(UnionShape(variants: variants))
    }

    // MARK: - Types

    /// The types of the first part that has some, without `null`.
    private func types() -> [String] {
        for type in parts.all("type") {
            let types = type.string.map { [$0] } ?? type.list?.compactMap(\.string) ?? []
            let others = types.filter { $0 != "null" }
            if !others.isEmpty { return others }
            if !types.isEmpty { return ["null"] }
        }
        return [inferredType].compactMap { $0 }
    }

    /// The type that keywords of other types than `type` mean.
    private var inferredType: String? {
        let keywords: [(String, [String])] = [
            ("object", ["properties", "additionalProperties", "patternProperties"]),
            ("array", ["items", "prefixItems", "minItems", "maxItems"]),
            ("string", ["pattern", "minLength", "maxLength", "contentEncoding", "contentMediaType"]),
            ("number", ["minimum", "maximum", "multipleOf"]),
        ]
        if let found = keywords.first(where: { $0.1.contains { parts.first($0) != nil } }) { return found.0 }
        return switch parts.first("format")?.string {
        case "int32", "int64": "integer"
        case "float", "double": "number"
        case "date", "date-time", "uuid", "byte", "binary", "email", "uri", "password": "string"
        default: nil
        }
    }

    private func shape(ofType type: String?) throws(DocumentProblem) -> SchemaShape {
        let format = parts.first("format")?.string
        switch type {
        case "string": return .string(format: stringFormat ?? format)
        case "integer": return .integer(format: format)
        case "number": return ["int32", "int64"].contains(format) ? .integer(format: format) : .number(format: format)
        case "boolean": return .boolean
        case "null": return .null
        case "file": return .string(format: "binary")
        case "array":
            let items = parts.all("items").filter { $0.node.entries != nil }
            guard !items.isEmpty else { return .array(reader.use(of: .any, at: parts.elements[0], key: "items")) }
            return .array(try use(ofAll: items))
        case "object": return try object()
        case nil: return .any
        case let type?:
            if let element = parts.first("type") {
                let text = "The type \"\(type)\" is unknown, so that its value can be any."
                reader.problems.append(element.problem(text))
            }
            return .any
        }
    }

    private var stringFormat: String? {
        if parts.first("contentEncoding")?.string?.lowercased() == "base64" { return "byte" }
        return parts.first("contentMediaType")?.string == "application/octet-stream" ? "binary" : nil
    }

    // MARK: - Objects

    private func object() throws(DocumentProblem) -> SchemaShape {
        var shape = ObjectShape()
        var elements: [String: [DocumentElement]] = [:]
        var names: [String] = []
        let required = Set(parts.all("required").flatMap { $0.list ?? [] }.compactMap(\.string))
        // The properties of a base come first.
        for part in parts.elements.reversed() {
            for (name, element) in part["properties"]?.entries ?? [] {
                if elements[name] == nil { names.append(name) }
                elements[name, default: []].insert(element, at: 0)
            }
        }
        shape.properties = try names.map { name throws(DocumentProblem) in
            let use = try use(ofAll: elements[name] ?? [])
            return ObjectShape.Property(name: name, isRequired: required.contains(name), use: use)
        }
        shape.additional = try additional()
        return shape.properties.isEmpty ? .map(shape.additional) : .object(shape)
    }

    /// The schema of a property or of an element that several parts describe. The first one wins where they differ.
    private func use(ofAll elements: [DocumentElement]) throws(DocumentProblem) -> SchemaUse {
        if elements.count == 1 { return try reader.use(of: elements[0]) }
        // One that has only a description, for example, changes nothing.
        let typed = elements.filter { $0["type"] != nil || SchemaParts.isSpecific($0) }
        let specific = typed.filter(SchemaParts.isSpecific)
        let uses = try (typed.isEmpty ? elements : typed).map { element throws(DocumentProblem) in
            try reader.use(of: element)
        }
        let schemas = try specific.map { element throws(DocumentProblem) in try reader.use(of: element).schema }
        var use = try reader.use(of: specific.first ?? typed.first ?? elements[0])
        if Set(schemas).count > 1 {
            let merged = try SchemaParts(of: elements, in: reader.files)
            use = reader.use(of: merged, at: elements[0], key: parts.elements[0].pointer)
        }
        for element in elements.reversed() { use = reader.annotated(use, by: element, isNullable: false) }
        use.isNullable = uses.allSatisfy(\.isNullable)
        use.isReadOnly = uses.allSatisfy(\.isReadOnly)
        use.isWriteOnly = uses.allSatisfy(\.isWriteOnly)
        return use
    }

    private func additional() throws(DocumentProblem) -> SchemaUse? {
        if let element = parts.all("additionalProperties").first(where: { $0.bool != false }) {
            return element.node.entries?.isEmpty == false ? try reader.use(of: element) : nil
        }
        guard let patterns = parts.first("patternProperties")?.entries, patterns.count == 1 else { return nil }
        return try reader.use(of: patterns[0].value)
    }

    // MARK: - Alternatives

    private func union() throws(DocumentProblem) -> SchemaShape? {
        var alternatives = parts.alternatives.first { $0.count > 1 } ?? parts.alternatives.first ?? []
        if alternatives.isEmpty { alternatives = try mappedVariants() }
        guard let owner = parts.elements.first, !alternatives.isEmpty else { return nil }
        if let values = enumeration(of: alternatives) { return values }
        if alternatives.count == 1 {
            return try SchemaShaper(reader: reader, parts: parts.adding(alternatives[0])).shape()
        }
        // Properties beside the list belong to each variant.
        let shared = Set(parts.all("properties").flatMap { $0.entries?.map(\.key) ?? [] })
        var variants: [SchemaUse] = []
        for alternative in alternatives {
            let own = try SchemaParts(of: [alternative], in: reader.files)
            let names = Set(own.all("properties").flatMap { $0.entries?.map(\.key) ?? [] })
            if shared.isSubset(of: names) {
                variants.append(try reader.use(of: alternative))
            } else {
                let merged = try parts.adding(alternative)
                variants.append(reader.use(of: merged, at: alternative, key: owner.pointer))
            }
        }
        return .union(UnionShape(variants: variants, discriminator: try discriminator(alternatives)))
    }

    /// The variants of a base with a discriminator, which extend the base by `allOf`.
    private func mappedVariants() throws(DocumentProblem) -> [DocumentElement] {
        guard let base = parts.elements.first else { return [] }
        var variants: [DocumentElement] = []
        for (_, value) in base["discriminator"]?["mapping"]?.entries ?? [] {
            guard let reference = value.string, let variant = try? target(of: reference, value) else { continue }
            let others = try SchemaParts(of: [variant], in: reader.files).elements.dropFirst()
            let extends = others.contains { $0.id == base.id }
            if extends, !variants.contains(where: { $0.id == variant.id }) { variants.append(variant) }
        }
        return variants.count > 1 ? variants : []
    }

    private func discriminator(_ variants: [DocumentElement]) throws(DocumentProblem) -> UnionShape.Discriminator? {
        let element = parts.first("discriminator")
        guard let element, let property = element["propertyName"]?.string else { return nil }
        var values = variants.map { _ in [String]() }
        let targets = try variants.map { item throws(DocumentProblem) in try reader.files.target(of: item) }
        for (value, entry) in element["mapping"]?.entries ?? [] {
            guard let reference = entry.string, let target = try? target(of: reference, entry) else { continue }
            for index in targets.indices where targets[index].id == target.id { values[index].append(value) }
        }
        for index in targets.indices where values[index].isEmpty && variants[index]["$ref"] != nil {
            values[index] = [targets[index].name]
        }
        return UnionShape.Discriminator(property: property, values: values)
    }

    /// The schema that a mapping names: by a reference, or by its name.
    private func target(of reference: String, _ element: DocumentElement) throws(DocumentProblem) -> DocumentElement {
        let isName = !reference.contains { "#/.".contains($0) }
        let text = isName ? "#/components/schemas/\(reference)" : reference
        return try reader.files.element(for: text, from: element)
    }
}
