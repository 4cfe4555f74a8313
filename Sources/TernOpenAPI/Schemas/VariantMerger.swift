/// Turns a union into one object if its variants differ only in the listed values of texts.
enum VariantMerger {
    /// Merges the variants of a union, if they are objects without names, with the same properties. Some documents list
    /// the reasons of errors in this way.
    static func merge(_ schemas: inout [Schema], at index: Int) {
        guard case .union(let union) = schemas[index].shape, union.discriminator == nil else { return }
        let objects = union.variants.compactMap { variant -> ObjectShape? in
            let schema = schemas[variant.schema.index]
            guard schema.name == nil, !variant.isNullable, case .object(let object) = schema.shape else { return nil }
            return object.additional == nil ? object : nil
        }
        let names = Set(objects.map { $0.properties.map(\.name).sorted() })
        guard objects.count == union.variants.count, names.count == 1, var merged = objects.first else { return }
        for (place, property) in merged.properties.enumerated() {
            let all = objects.compactMap { object in object.properties.first { $0.name == property.name } }
            guard let use = Self.merged(all.map(\.use), &schemas) else { return }
            merged.properties[place].use = use
            merged.properties[place].isRequired = all.allSatisfy(\.isRequired)
        }
        schemas[index].shape = .object(merged)
    }

    // MARK: - Private

    /// A use of the values of all schemas. `nil` unless they are equal, or lists of texts.
    private static func merged(_ uses: [SchemaUse], _ schemas: inout [Schema]) -> SchemaUse? {
        guard var result = uses.first else { return nil }
        if uses.allSatisfy({ $0.schema == result.schema }) { return result }
        var (cases, seen): ([EnumCase<String>], Set<String>) = ([], [])
        for use in uses {
            guard case .strings(let own) = schemas[use.schema.index].shape else { return nil }
            cases += own.filter { seen.insert($0.value).inserted }
        }
        var schema = schemas[result.schema.index]
        // A component keeps its own values.
        if schema.name != nil { (schema.name, schema.description) = (nil, nil) }
        schema.shape = .strings(cases)
        result.schema = SchemaID(index: schemas.count)
        result.isNullable = uses.contains { $0.isNullable }
        schemas.append(schema)
        return result
    }
}
