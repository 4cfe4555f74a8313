/// Values of a document as literals of Swift.
struct LiteralWriter {
    let plan: TypePlan
    let direction: Direction

    /// `nil` if the value isn't of the type, or the type has no literals.
    func literal(_ node: DocumentNode, of use: SchemaUse) -> String? {
        switch plan.form(of: use) {
        case .plain(let type): plain(node, type)
        case .array(let element): list(node, of: element)
        case .map, .object, .union: nil
        case .alias(let other, let isOpen): literal(node, of: other, isOpen: isOpen)
        case .values(let values): literal(node, of: use, values)
        }
    }

    // MARK: - Private

    private func plain(_ node: DocumentNode, _ type: SwiftType) -> String? {
        switch type {
        case .string: node.string.map(SwiftLiteral.string)
        case .bool: node.bool.map(String.init)
        case .int, .int64: node.number.flatMap(Self.integer)
        case .double, .decimal: node.number.flatMap { Double($0)?.isFinite == true ? $0 : nil }
        default: nil
        }
    }

    /// `1` of `1` and `1.0`.
    private static func integer(_ number: String) -> String? {
        (Int(number) ?? Double(number).flatMap(Int.init(exactly:))).map(String.init)
    }

    private func list(_ node: DocumentNode, of element: SchemaUse) -> String? {
        guard let nodes = node.list else { return nil }
        let literals = nodes.compactMap { literal($0, of: element) }
        return literals.count == nodes.count ? "[\(literals.joined(separator: ", "))]" : nil
    }

    private func literal(_ node: DocumentNode, of use: SchemaUse, isOpen: Bool) -> String? {
        guard isOpen, case .values(var values) = plan.form(of: use) else { return literal(node, of: use) }
        values.isOpen = true
        return literal(node, of: use, values)
    }

    private func literal(_ node: DocumentNode, of use: SchemaUse, _ values: EnumForm) -> String? {
        guard let value = values.isInteger ? node.number.flatMap(Self.integer) : node.string else { return nil }
        if values.cases.count < 2 { return values.literal(value) }
        let isOpen = values.isOpen || direction == .response
        guard let index = values.cases.firstIndex(where: { $0.value == value }) else {
            return isOpen ? ".unknown(\(values.literal(value)))" : nil
        }
        let name = values.names[index]
        // `.none` of an optional is `nil`.
        let isAmbiguous = ["none", "some"].contains(name)
        let full = isAmbiguous ? plan.type(of: SchemaUse(schema: use.schema), .request).text(in: plan.api) : ""
        return isOpen ? ".known(\(full).\(name))" : "\(full).\(name)"
    }
}
