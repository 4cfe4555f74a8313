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
        case .strings, .integers: literal(node, of: use, isOpen: false)
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
        let name: String?
        var raw: String?
        switch plan.form(of: use) {
        case .strings(let cases, _) where cases.count < 2: return node.string.map(SwiftLiteral.string)
        case .integers(let cases) where cases.count < 2: return node.number.flatMap(Self.integer)
        case .strings(let cases, let isOpenItself):
            let index = cases.firstIndex { $0.value == node.string }
            name = index.map { EnumWriter.names(of: cases)[$0] }
            raw = isOpen || isOpenItself || direction == .response ? node.string.map(SwiftLiteral.string) : nil
        case .integers(let cases):
            let number = node.number.flatMap(Self.integer)
            name = cases.firstIndex { String($0.value) == number }.map { EnumWriter.names(of: cases)[$0] }
            raw = direction == .response ? number : nil
        default: return literal(node, of: use)
        }
        guard let name else { return raw.map { ".unknown(\($0))" } }
        // `.none` of an optional is `nil`.
        let isAmbiguous = ["none", "some"].contains(name)
        let full = isAmbiguous ? plan.type(of: SchemaUse(schema: use.schema), .request).text(in: plan.api) : ""
        return raw == nil ? "\(full).\(name)" : ".known(\(full).\(name))"
    }
}
