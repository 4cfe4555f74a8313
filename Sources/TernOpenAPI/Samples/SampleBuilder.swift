/// Makes one value for a schema.
struct SampleBuilder {
    /// How many objects deep optional properties get a value.
    typealias Level = (scalars: Int, others: Int)

    /// The last one has required properties only.
    static let levels: [Level] = [(scalars: 2, others: 1), (scalars: 1, others: 0), (scalars: 0, others: 0)]

    private let validator: SchemaValidator
    private let direction: Direction
    private let level: Level
    /// The schemas that contain the current one.
    private var outer: [SchemaID] = []
    /// The number of objects that contain the current value.
    private var depth = 0
    /// How many values may follow. It ends schemas that contain each other in too many ways.
    private var budget = 5_000

    init(_ validator: SchemaValidator, _ direction: Direction, _ level: Level) {
        (self.validator, self.direction, self.level) = (validator, direction, level)
    }

    /// A value. `nil` if the schema contains itself and can't end, or if the value gets too large.
    ///
    /// - Parameter variation: Other numbers give other values, as far as the schema has them.
    mutating func sample(of use: SchemaUse, variation: Int = 0) -> DocumentNode? {
        budget -= 1
        guard budget > 0, outer.count < 100, !outer.contains(use.schema) else { return nil }
        if !outer.isEmpty, variation == 0, let example = example(of: use) { return example }
        outer.append(use.schema)
        defer { outer.removeLast() }
        let schema = validator.specification[use]
        switch schema.shape {
        case .array(let element): return list(of: element, schema.limits)
        case .map(let value): return map(of: value, schema.limits)
        case .object(let object): return map(of: object, schema, variation)
        case .union(let union): return sample(of: union, use, variation)
        default: return ScalarSample(validator: validator, use: use, schema: schema, variation: variation).node
        }
    }

    // MARK: - Private

    /// The first example without a fault.
    private func example(of use: SchemaUse) -> DocumentNode? {
        (use.examples + validator.specification[use].examples).first {
            !$0.isNull && validator.findings(in: $0, as: use, direction).isEmpty
        }
    }

    private mutating func list(of element: SchemaUse, _ limits: SchemaLimits) -> DocumentNode? {
        let minimum = limits.minimumItems ?? 0
        let count = min(max(1, minimum), limits.maximumItems ?? .max, 1_000)
        var nodes: [DocumentNode] = []
        var texts: Set<String> = []
        var variation = 0
        while nodes.count < count, variation < count + 20 {
            guard let node = sample(of: element, variation: variation) else { break }
            variation += limits.hasUniqueItems ? 1 : 0
            if !limits.hasUniqueItems || texts.insert(JSONWriter.text(node, isPretty: false)).inserted {
                nodes.append(node)
            }
        }
        // A list that may be empty is the end of a recursion.
        return nodes.isEmpty && minimum > 0 ? nil : .array(nodes)
    }

    private mutating func map(of value: SchemaUse?, _ limits: SchemaLimits) -> DocumentNode? {
        let minimum = limits.minimumProperties ?? 0
        var entries: [(String, DocumentNode)] = []
        depth += 1
        defer { depth -= 1 }
        let count = min(max(value == nil ? 0 : 1, minimum), limits.maximumProperties ?? .max, 100)
        while entries.count < count {
            let variation = entries.count
            guard let node = value.map({ sample(of: $0, variation: variation) }) ?? .text("text") else { break }
            entries.append((variation == 0 ? "key" : "key\(variation + 1)", node))
        }
        return entries.count < minimum ? nil : .object(entries)
    }

    private mutating func map(of object: ObjectShape, _ schema: Schema, _ variation: Int) -> DocumentNode? {
        depth += 1
        defer { depth -= 1 }
        // Some documents require what they don't declare, or one of several properties.
        let node = schema.element.node
        let alternatives = ["anyOf", "oneOf"].compactMap { node[$0]?.list?.first }
        let elements = [node] + (node["allOf"]?.list ?? []) + alternatives
        let required = elements.flatMap { $0["required"]?.list ?? [] }.compactMap(\.string)
        let properties = object.properties.filter { !direction.omits($0.use) }
        var values: [String: DocumentNode] = [:]
        for property in properties where property.isRequired || required.contains(property.name) {
            let value = sample(of: property.use, variation: variation)
            guard let value = value ?? (property.use.isNullable ? .null : nil) else { return nil }
            values[property.name] = value
        }
        for property in properties where values[property.name] == nil {
            let isWanted = includes(property.use) || values.count < schema.limits.minimumProperties ?? 0
            guard isWanted, values.count < schema.limits.maximumProperties ?? .max else { continue }
            values[property.name] = sample(of: property.use, variation: variation)
        }
        let entries = properties.compactMap { property in values[property.name].map { (property.name, $0) } }
        let undeclared = required.filter { name in !object.properties.contains { $0.name == name } }
        guard let use = object.additional else {
            return .object(entries + undeclared.map { ($0, .text("text")) })
        }
        let names = undeclared.isEmpty && entries.isEmpty ? ["key"] : undeclared
        return .object(entries + names.compactMap { name in sample(of: use).map { (name, $0) } })
    }

    private func includes(_ use: SchemaUse) -> Bool {
        switch validator.specification[use].shape {
        case .array, .map, .object, .union, .any: depth <= level.others
        default: depth <= level.scalars
        }
    }

    /// The first variant whose sample no other variant accepts, since `oneOf` asks for that. Else the first one.
    private mutating func sample(of union: UnionShape, _ use: SchemaUse, _ variation: Int) -> DocumentNode? {
        var first: DocumentNode?
        for (index, variant) in union.variants.enumerated() {
            guard var node = sample(of: variant, variation: variation) else { continue }
            if let discriminator = union.discriminator, discriminator.values.indices.contains(index) {
                node = node.setting(discriminator, to: discriminator.values[index])
            }
            first = first ?? node
            let fits = union.variants.count { validator.findings(in: node, as: $0, direction).isEmpty }
            if fits == 1 { return node }
        }
        return first
    }
}

extension DocumentNode {
    /// An object whose discriminator has one of several values.
    fileprivate func setting(_ discriminator: UnionShape.Discriminator, to names: [String]) -> DocumentNode {
        let key = discriminator.property
        let current = self[key]?.string ?? self[key]?.number
        guard let entries, let name = names.first, !names.contains(current ?? "") else { return self }
        let value = discriminator.isInteger ? Int(name).map(DocumentNode.number) ?? .text(name) : .text(name)
        if current == nil { return .object([(key, value)] + entries.map { ($0.key, $0.value) }) }
        return .object(entries.map { ($0.key, $0.key == key ? value : $0.value) })
    }
}
