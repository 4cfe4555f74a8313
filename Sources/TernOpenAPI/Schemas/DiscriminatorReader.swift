/// Finds the property that tells the variants of a union apart, and its values.
struct DiscriminatorReader {
    let schemas: [Schema]

    /// The discriminator of a union: the document's one with the values of variants without a mapping, or a property
    /// that has other values in each variant.
    func discriminator(of union: UnionShape) -> UnionShape.Discriminator? {
        guard var discriminator = union.discriminator else { return implicit(union) }
        for (place, variant) in union.variants.enumerated() where place < discriminator.values.count {
            guard let own = values(of: discriminator.property, in: variant.schema) else { continue }
            discriminator.isInteger = own.isInteger
            // The variant's own values are what bodies have; a mapping may have more.
            for value in own.values where !discriminator.values.contains(where: { $0.contains(value) }) {
                discriminator.values[place].append(value)
            }
        }
        return discriminator
    }

    // MARK: - Private

    private func implicit(_ union: UnionShape) -> UnionShape.Discriminator? {
        guard let first = union.variants.first else { return nil }
        for property in properties(of: first.schema) {
            let found = union.variants.compactMap { values(of: property, in: $0.schema) }
            let all = found.flatMap(\.values)
            let isComplete = found.count == union.variants.count && Set(found.map(\.isInteger)).count == 1
            if isComplete, Set(all).count == all.count {
                let values = found.map(\.values)
                return UnionShape.Discriminator(property: property, values: values, isInteger: found[0].isInteger)
            }
        }
        return nil
    }

    /// The names of required properties with listed values.
    private func properties(of id: SchemaID, depth: Int = 0) -> [String] {
        switch schemas[id.index].shape {
        case .object(let object): object.properties.filter(\.isRequired).map(\.name)
        case .union(let union) where depth < 8:
            union.variants.first.map { properties(of: $0.schema, depth: depth + 1) } ?? []
        default: []
        }
    }

    /// The values that a property of an object may have, if they are listed. For a union, those of all its variants.
    private func values(of name: String, in id: SchemaID, depth: Int = 0) -> (values: [String], isInteger: Bool)? {
        switch schemas[id.index].shape {
        case .object(let object):
            guard let property = object.properties.first(where: { $0.name == name }) else { return nil }
            switch schemas[property.use.schema.index].shape {
            case .strings(let cases): return (cases.map(\.value), false)
            case .integers(let cases): return (cases.map { String($0.value) }, true)
            default: return nil
            }
        case .union(let union) where depth < 8:
            var all: [String] = []
            var isInteger = false
            for variant in union.variants {
                guard let found = values(of: name, in: variant.schema, depth: depth + 1) else { return nil }
                all += found.values
                isInteger = found.isInteger
            }
            return (all, isInteger)
        default: return nil
        }
    }
}
