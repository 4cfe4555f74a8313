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
        switch body.kind {
        case .json:
            // A text isn't JSON by itself: Tern sends it unchanged.
            guard let use = body.content.schema else { return .data }
            if case .string(let format) = self[use].shape, format != "date", format != "date-time" { return .data }
            return nil
        case .form: return body.content.schema == nil ? .plain("QueryParameters") : nil
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

    func isList(_ use: SchemaUse?) -> Bool { if case .array? = use.map({ self[$0].shape }) { true } else { false } }

    func isObject(_ use: SchemaUse?) -> Bool {
        switch use.map({ self[$0].shape }) {
        case .object, .map: true
        case .union(let union):
            union.variants.allSatisfy { if case .object = self[$0].shape { true } else { false } }
        default: false
        }
    }

    /// Whether the value is a list, or an object with one.
    func hasList(_ use: SchemaUse?) -> Bool {
        guard case .object(let object)? = use.map({ self[$0].shape }) else { return isList(use) }
        return object.properties.contains { isList($0.use) }
    }
}
