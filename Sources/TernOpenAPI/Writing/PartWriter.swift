/// Writes the parts of a multipart form.
struct PartWriter {
    let specification: Specification

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
        guard contentType?.contains("json") != true, specification.isPlain(use), let text = text(value, use) else {
            return ".json(\(value), name: \(name))"
        }
        guard let contentType, contentType != "text/plain" else { return ".text(\(text), name: \(name))" }
        return ".data(Data(\(text).utf8), name: \(name), contentType: \(SwiftLiteral.string(contentType)))"
    }

    private func text(_ value: String, _ use: SchemaUse) -> String? {
        switch specification[use].shape {
        case .string(format: "uuid"): "\(value).uuidString"
        case .string: value
        // A single allowed value has no enum.
        case .strings(let cases): cases.count == 1 ? value : "\(value).rawValue"
        case .integers(let cases): "\"\\(\(value)\(cases.count == 1 ? "" : ".rawValue"))\""
        default: "\"\\(\(value))\""
        }
    }
}
