/// The forms of all schemas of a document.
final class ModelForms {
    let specification: Specification
    private var forms: [ModelForm?]
    /// Those whose form is being found, outermost first. A schema can reach itself.
    private var pending: [SchemaID] = []

    init(_ specification: Specification) {
        self.specification = specification
        forms = Array(repeating: nil, count: specification.schemas.count)
        // In the order of the document, so that a form doesn't depend on the first use of a schema.
        for index in specification.schemas.indices { _ = form(of: SchemaID(index: index)) }
    }

    subscript(id: SchemaID) -> ModelForm { form(of: id) ?? .plain(.json) }

    /// The type of a use, with names for declared schemas.
    ///
    /// - Parameter outer: The schemas that contain it.
    func type(
        of use: SchemaUse,
        _ direction: Direction,
        within outer: [SchemaID] = [],
        name: (SchemaID) -> String
    ) -> SwiftType {
        let id = use.schema
        let form = form(of: id)
        func inner(_ use: SchemaUse) -> SwiftType {
            if use.schema == id || outer.contains(use.schema) || outer.count > Self.maximumDepth { return .json }
            return self.type(of: use, direction, within: outer + [id], name: name)
        }
        let type: SwiftType
        switch form {
        case .plain(let plain)?: type = plain
        case .array(let use)?: type = .array(inner(use))
        case .map(let use)?: type = .dictionary(inner(use))
        case .alias(let use, let isOpen)?:
            let alias = inner(use)
            type = isOpen ? alias.open : alias
        case .values(let values)?:
            let declared = SwiftType.nested(name(id))
            let isOpen = direction == .response || values.isOpen
            type = values.cases.count < 2 ? values.rawType : isOpen ? .openEnum(declared) : declared
        case .object?, .union?, nil: type = .nested(name(id))
        }
        return use.isNullable ? type.optional : type
    }
    /// A type in which numbers stand for schemas, to compare types before there are names. Without `?`.
    func comparableType(of use: SchemaUse) -> SwiftType {
        type(of: use, .request) { "#\($0.index)" }.unwrapped
    }

    /// `nil` for a variant that leads back to a union whose form is being found.
    func form(ofVariant use: SchemaUse) -> ModelForm? {
        let form = form(of: use.schema)
        if case .alias(let other, isOpen: false)? = form, !pending.contains(other.schema) {
            return self.form(ofVariant: other)
        }
        return form
    }

    func isNullable(_ use: SchemaUse) -> Bool { type(of: use, .request) { _ in "" }.isOptional }

    // MARK: - Private

    /// Deeper types, such as lists in lists, are JSON.
    private static let maximumDepth = 20

    /// `nil` if the form is being found, or the schema is nested too deeply.
    private func form(of id: SchemaID) -> ModelForm? {
        if let form = forms[id.index] { return form }
        guard !pending.contains(id), pending.count < Self.maximumDepth else { return nil }
        pending.append(id)
        defer { pending.removeLast() }
        let form = form(of: specification[id].shape)
        forms[id.index] = form
        return form
    }

    private func form(of shape: SchemaShape) -> ModelForm {
        switch shape {
        case .any, .null, .map(nil): .plain(.json)
        case .boolean: .plain(.bool)
        case .integer(let format): .plain(format == "int64" ? .int64 : .int)
        case .number(let format): .plain(format == "decimal" ? .decimal : .double)
        case .string(let format): .plain(format.flatMap { Self.textTypes[$0] } ?? .string)
        case .strings(let cases): .values(EnumForm(cases: cases))
        case .integers(let cases): .values(EnumForm(cases: cases.map(\.asText), isInteger: true))
        case .array(let use): .array(use)
        case .map(let use?): .map(use)
        case .object(let object) where object.properties.isEmpty:
            object.additional.map(ModelForm.map) ?? .plain(.json)
        case .object(let object): .object(object)
        case .union(let union): UnionForm(union: union, forms: self).form
        }
    }

    private static let textTypes: [String: SwiftType] = [
        "date-time": .date, "date": .day, "uuid": .uuid, "byte": .data,
    ]
}
