/// The comparison of one value with its schema.
struct ValueCheck {
    typealias Finding = SchemaValidator.Finding

    private struct UnionKey: Hashable {
        let pointer: String
        let schema: SchemaID
    }

    private let validator: SchemaValidator
    private let direction: Direction
    /// What was found in unions, so that nested ones are checked once.
    private var unions: [UnionKey: [Finding]] = [:]
    /// The number of unions that are being checked.
    private var unionDepth = 0

    init(_ validator: SchemaValidator, _ direction: Direction) {
        (self.validator, self.direction) = (validator, direction)
    }

    mutating func findings(_ node: DocumentNode, _ use: SchemaUse, at path: ValuePath) -> [Finding] {
        if node.isNull, use.isNullable { return [] }
        let schema = validator.specification[use]
        let own = ValueLimits.faults(of: node, schema, validator.patterns[use.schema.index])
        return own.map { Finding($0.kind, $0.text, node, path) } + innerFindings(node, use.schema, at: path)
    }

    // MARK: - Private

    private mutating func innerFindings(_ node: DocumentNode, _ id: SchemaID, at path: ValuePath) -> [Finding] {
        switch (validator.specification[id].shape, node.content) {
        case (.array(let element), .list(let nodes)):
            return nodes.enumerated().flatMap { findings($1, element, at: path.element($0)) }
        case (.map(let value?), .map(let entries)):
            return entries.flatMap { findings($0.value, value, at: path.anyKey($0.key)) }
        case (.object(let object), .map): return findings(node, object, at: path)
        case (.union(let union), _):
            let key = UnionKey(pointer: path.pointer, schema: id)
            if let known = unions[key] { return known }
            unionDepth += 1
            defer { unionDepth -= 1 }
            if unionDepth > 200 { return [Finding(.limit, "a union that is nested too deeply", node, path)] }
            // A union that is met within itself at the same value isn't a variant that fits.
            unions[key] = [Finding(.limit, "a union that contains itself", node, path)]
            let found = findings(node, union, at: path)
            unions[key] = found
            return found
        default: return []
        }
    }

    private mutating func findings(_ node: DocumentNode, _ object: ObjectShape, at path: ValuePath) -> [Finding] {
        let entries = node.entries ?? []
        var result: [Finding] = []
        let values = Dictionary(entries.map { ($0.key, $0.value) }, uniquingKeysWith: { first, _ in first })
        for property in object.properties {
            let use = property.use
            let inner = path.key(property.name)
            switch (values[property.name], direction.omits(use)) {
            case (nil, false) where property.isRequired: result.append(Finding(.shape, "missing", node, inner))
            case (nil, _): break
            case (let value?, true):
                let text = direction == .request ? "read-only" : "write-only"
                result.append(Finding(.limit, text, value, inner))
            case (let value?, false):
                for var finding in findings(value, use, at: inner) {
                    // The generated property is optional.
                    if value.isNull, !property.isRequired { finding.kind = .limit }
                    result.append(finding)
                }
            }
        }
        if let use = object.additional {
            let names = Set(object.properties.map(\.name))
            for entry in entries where !names.contains(entry.key) {
                result += findings(entry.value, use, at: path.anyKey(entry.key))
            }
        }
        return result
    }

    private mutating func findings(_ node: DocumentNode, _ union: UnionShape, at path: ValuePath) -> [Finding] {
        if let discriminator = union.discriminator, let value = node[discriminator.property],
            let name = discriminator.isInteger ? value.number : value.string
        {
            let variant = zip(union.variants, discriminator.values).first { $1.contains(name) }?.0
            let text = "none of the variants of \"\(discriminator.property)\""
            return variant.map { findings(node, $0, at: path) } ?? [Finding(.limit, text, node, path)]
        }
        var nearest: [Finding]?
        for variant in union.variants {
            let found = findings(node, variant, at: path)
            if found.isEmpty { return [] }
            if found.count < nearest?.count ?? .max { nearest = found }
        }
        // Any value can be decoded as the case of unknown variants.
        let detail = nearest?.first.map { finding in
            let place = finding.pattern.dropFirst(path.pattern.count)
            return "; in the nearest, \(place)\(place.isEmpty ? "" : ": ")\(finding.text)"
        }
        return [Finding(.limit, "none of the \(union.variants.count) variants\(detail ?? "")", node, path)]
    }
}

extension SchemaShape {
    /// The kind of a value, as a sentence names it.
    var noun: String {
        switch self {
        case .any: "a value"
        case .null: "null"
        case .boolean: "a Boolean"
        case .integer, .integers: "an integer"
        case .number: "a number"
        case .string, .strings: "a string"
        case .array: "an array"
        case .map, .object: "an object"
        case .union: "one of several variants"
        }
    }
}

extension DocumentNode {
    /// The kind of the value, as a sentence names it.
    var kind: String {
        switch content {
        case .null: "null"
        case .bool: "a Boolean"
        case .number: "a number"
        case .string: "a string"
        case .list: "an array"
        case .map: "an object"
        }
    }
}
