/// Writes the parts of a multipart form.
struct PartWriter {
    let specification: Specification
    let types: TypePlan

    /// The statements that add an argument to the parts of the form with this name.
    func statements(for argument: CallArgument, _ parts: String) -> [String] {
        guard case .part(let property, let encoding) = argument.source else { return [] }
        let label = argument.label
        var statement = ""
        if case .array(let element) = specification[property.use].shape, encoding?.contentType == nil {
            let list = argument.type == nil ? "\(label).map { \(part("$0", element, property.name, nil)) }" : label
            statement = "\(parts) += \(list)"
        } else {
            let own = part(label, property.use, property.name, encoding?.contentType)
            statement = "\(parts).append(\(argument.type == nil ? own : label))"
        }
        guard !argument.isRequired || property.use.isNullable else { return [statement] }
        return ["if let \(label) {", "    \(statement)", "}"]
    }

    // MARK: - Private

    private func part(_ value: String, _ use: SchemaUse, _ name: String, _ contentType: String?) -> String {
        let name = SwiftLiteral.string(name)
        guard contentType?.contains("json") != true, let text = text(value, use) else {
            return ".json(\(value), name: \(name))"
        }
        guard let contentType, contentType != "text/plain" else { return ".text(\(text), name: \(name))" }
        return ".data(Data(\(text).utf8), name: \(name), contentType: \(SwiftLiteral.string(contentType)))"
    }

    /// `nil` for a value that is JSON.
    private func text(_ value: String, _ use: SchemaUse) -> String? {
        let type = types.type(of: use, .request).unwrapped
        return switch (type, specification[use].shape) {
        case (.string, _): value
        case (.uuid, _): "\(value).uuidString"
        case (.nested, .integers), (.openEnum, .integers): "\"\\(\(value).rawValue)\""
        case (.nested, .strings), (.openEnum, _): "\(value).rawValue"
        default: [.int, .int64, .double, .bool].contains(type) ? "\"\\(\(value))\"" : nil
        }
    }
}
