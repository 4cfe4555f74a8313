extension Specification {
    /// Whether the schema stands for bytes.
    func isBinary(_ use: SchemaUse) -> Bool {
        if case .string(format: "binary") = self[use].shape { true } else { false }
    }

    /// The type of a part of a multipart form. `nil` for that of the schema.
    func partType(of use: SchemaUse) -> SwiftType? {
        switch self[use].shape {
        case .string(format: "binary"), .any: .part
        case .array(let element): partType(of: element).map { .array($0) }
        default: nil
        }
    }

    /// The type of a body. `nil` for that of the schema.
    func type(of body: CallPlan.Body) -> SwiftType? {
        switch body {
        case .json(let content):
            // A text isn't JSON by itself: Tern sends it unchanged.
            guard let use = content.schema else { return .data }
            if case .string(let format) = self[use].shape, format != "date", format != "date-time" { return .data }
            return nil
        case .form(let content): return content.schema == nil ? .plain("QueryParameters") : nil
        case .multipart, .parts: return .array(.part)
        case .text: return .string
        case .data: return .data
        }
    }

    /// Whether a value of the schema is one text, as an argument of a path is.
    func isPlain(_ use: SchemaUse?) -> Bool {
        guard let use else { return true }
        return switch self[use].shape {
        case .string(let format): !["date", "date-time", "byte"].contains(format)
        case .number(let format): format != "decimal"
        case .boolean, .integer, .strings, .integers: true
        default: false
        }
    }

    func isList(_ use: SchemaUse) -> Bool { if case .array = self[use].shape { true } else { false } }

    func isObject(_ use: SchemaUse) -> Bool {
        switch self[use].shape {
        case .object, .map: true
        default: false
        }
    }

    /// The schemas for which the condition is true, and those that contain one of them, at any depth.
    func schemas(reaching condition: (Schema) -> Bool) -> Set<SchemaID> {
        var users: [SchemaID: [SchemaID]] = [:]
        var pending: [SchemaID] = []
        for (index, schema) in schemas.enumerated() {
            let id = SchemaID(index: index)
            for use in schema.shape.uses { users[use.schema, default: []].append(id) }
            if condition(schema) { pending.append(id) }
        }
        var result = Set(pending)
        while let id = pending.popLast() {
            for user in users[id] ?? [] where result.insert(user).inserted { pending.append(user) }
        }
        return result
    }
}

extension SchemaShape {
    /// The schemas that a value directly consists of.
    var uses: [SchemaUse] {
        switch self {
        case .array(let element): [element]
        case .map(let value): value.map { [$0] } ?? []
        case .object(let object):
            object.properties.map(\.use)
                + (object.additional.flatMap { if case .schema(let use) = $0 { [use] } else { nil } } ?? [])
        case .union(let union): union.variants
        default: []
        }
    }
}
