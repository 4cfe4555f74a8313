import Foundation

@testable import TernOpenAPI

/// Reads a specification from texts of files, without a disk.
func specification(
    _ text: String,
    files: [String: String] = [:],
    name: String = "openapi.yaml"
) throws -> Specification {
    let all = files.merging([name: text]) { $1 }
    return try SpecificationReader.read(
        DocumentFiles(name: name) { file in
            guard let text = all[file] else { throw CocoaError(.fileNoSuchFile) }
            return Data(text.utf8)
        }
    )
}

/// Reads the schemas of a document, which are given as the members of `components/schemas`, indented by four spaces.
func specification(schemas: String, version: String = "3.1.0") throws -> Specification {
    try specification("openapi: \(version)\ninfo: {title: Zoo, version: '1'}\ncomponents:\n  schemas:\n\(schemas)\n")
}

extension Specification {
    /// The schema with a name, as one line: `{id: integer, name: string?, tags: [string]}`. A `!` stands for a required
    /// property, a `?` for a value that may be `null`.
    func outline(_ name: String) -> String {
        guard let index = schemas.firstIndex(where: { $0.name == name }) else { return "missing" }
        return outline(of: SchemaUse(schema: SchemaID(index: index)), isInner: false)
    }

    func outline(of use: SchemaUse, isInner: Bool = true) -> String {
        let schema = self[use]
        let text =
            if isInner, let name = schema.name {
                name
            } else {
                switch schema.shape {
                case .any: "any"
                case .null: "null"
                case .boolean: "boolean"
                case .integer(let format): format ?? "integer"
                case .number(let format): format ?? "number"
                case .string(let format): format ?? "string"
                case .strings(let cases):
                    cases.map { $0.name.map { "\($0)=" } ?? "" }.enumerated()
                        .map { "\($0.element)\(cases[$0.offset].value)" }.joined(separator: "/")
                case .integers(let cases):
                    cases.map { ($0.name.map { "\($0)=" } ?? "") + "\($0.value)" }
                        .joined(separator: "/")
                case .array(let items): "[\(outline(of: items))]"
                case .map(let values): "[:\(values.map { outline(of: $0) } ?? "any")]"
                case .object(let object): outline(of: object)
                case .union(let union): outline(of: union)
                }
            }
        return text + (use.isNullable ? "?" : "")
    }

    private func outline(of object: ObjectShape) -> String {
        var items = object.properties.map { "\($0.name)\($0.isRequired ? "!" : ""): \(outline(of: $0.use))" }
        if let use = object.additional { items.append("...: \(outline(of: use))") }
        return "{\(items.joined(separator: ", "))}"
    }

    private func outline(of union: UnionShape) -> String {
        let variants = union.variants.map { outline(of: $0) }
        guard let discriminator = union.discriminator else { return "(\(variants.joined(separator: " | ")))" }
        let cases = zip(discriminator.values, variants).map { "\($0.joined(separator: ",")): \($1)" }
        return "(\(discriminator.property) \(cases.joined(separator: " | ")))"
    }
}
