import Foundation

@testable import TernOpenAPI

extension Specification {
    /// Reads a document with these members of `components/schemas` and of `paths`, as JSON. A reference
    /// `"@Name"` is one to the schema with this name.
    init(schemas: String, paths: String = "", servers: String = "") throws(DocumentProblem) {
        let text = """
            {"openapi": "3.1.0", "info": {"title": "Zoo", "version": "1"}, "servers": [\(servers)],
            "components": {"schemas": {\(schemas)}}, "paths": {\(paths)}}
            """
        let full = text.replacing(#""@"#, with: "\"#/components/schemas/")
        self = try SpecificationReader.read(DocumentFiles(name: "zoo.json") { _ in Data(full.utf8) })
    }

    /// The schema with a name.
    func use(_ name: String) -> SchemaUse {
        let index = schemas.firstIndex { $0.name == name } ?? 0
        var use = SchemaUse(schema: SchemaID(index: index))
        use.isNullable = schemas[index].element["type"]?.list?.contains { $0.string == "null" } == true
        return use
    }
}

extension DocumentNode {
    init(_ json: String) throws(DocumentProblem) {
        self = try JSONReader.read(Data(json.utf8), file: "value.json")
    }
}
