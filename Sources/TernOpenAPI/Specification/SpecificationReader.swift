/// Reads the operations, schemas and servers of a document.
package struct SpecificationReader {
    private let schemas: SchemaReader
    private let contents: ContentReader
    private var result = Specification()
    /// That of operations which have none of their own.
    private var security: [[String]]?

    /// Reads a document with all files that its references lead to.
    ///
    /// - Throws: The first problem that makes the document unreadable. Others are in ``Specification/problems``.
    package static func read(_ files: DocumentFiles) throws(DocumentProblem) -> Specification {
        let root = try files.root()
        let schemas = SchemaReader(files: files)
        var reader = SpecificationReader(schemas: schemas, contents: ContentReader(files: files, schemas: schemas))
        try reader.read(root)
        return reader.result
    }

    // MARK: - Private

    private static let methods = ["get", "put", "post", "delete", "options", "head", "patch", "trace", "query"]

    private mutating func read(_ root: DocumentElement) throws(DocumentProblem) {
        let parts = ["paths", "components", "webhooks"].compactMap { root[$0] }
        guard !parts.isEmpty else { throw root.problem("The document has neither paths nor components.") }
        for part in parts where part.entries == nil { throw part.problem("“\(part.name)” isn't a map.") }
        result.title = root["info"]?["title"]?.string ?? ""
        result.version = root["info"]?["version"]?.string ?? ""
        result.description = root["info"]?["description"]?.string
        result.servers = ServerReader.servers(of: root) ?? []
        for (name, element) in root["components"]?["securitySchemes"]?.entries ?? [] {
            result.securitySchemes[name] = Self.scheme(try contents.resolved(element))
        }
        for (_, element) in root["components"]?["schemas"]?.entries ?? [] { _ = try schemas.use(of: element) }
        security = Self.security(of: root)
        for (path, element) in root["paths"]?.entries ?? [] where path.hasPrefix("/") {
            try read(path, element)
        }
        report("Webhooks", root["webhooks"])
        try schemas.finish()
        result.schemas = schemas.schemas
        result.problems += schemas.problems
    }

    private mutating func read(_ path: String, _ element: DocumentElement) throws(DocumentProblem) {
        let item = try contents.resolved(element)
        // Members beside the reference of a path add to it.
        let sources = item.id == element.id ? [item] : [element, item]
        var shared: [Parameter] = []
        for source in sources { shared += try contents.parameters(of: source) }
        let servers = sources.lazy.compactMap(ServerReader.servers).first
        for source in sources {
            let operations = (source.entries ?? []).filter { Self.methods.contains($0.key) }
            for (method, entry) in operations + (source["additionalOperations"]?.entries ?? []) {
                // OpenAPI has no references of operations, but documents do.
                let element = try contents.resolved(entry)
                let own = try contents.parameters(of: element)
                let others = shared.filter { parameter in
                    !own.contains { $0.name == parameter.name && $0.location == parameter.location }
                }
                let operation = Operation(
                    id: element["operationId"]?.string,
                    method: method.uppercased(),
                    path: path,
                    tags: (element["tags"]?.list ?? []).compactMap(\.string),
                    summary: element["summary"]?.string,
                    description: element["description"]?.string,
                    isDeprecated: element["deprecated"]?.bool == true,
                    parameters: others + own,
                    body: try contents.body(of: element),
                    responses: try contents.responses(of: element),
                    security: Self.security(of: element) ?? security,
                    servers: ServerReader.servers(of: element) ?? servers,
                    element: element
                )
                result.operations.append(operation)
                report("Callbacks", element["callbacks"])
            }
        }
    }

    private mutating func report(_ requests: String, _ element: DocumentElement?) {
        guard let element, element.entries?.isEmpty == false else { return }
        result.problems.append(element.problem("\(requests) aren't generated: they are requests of the server."))
    }

    /// The names of schemes. `nil` without a `security` of the element.
    private static func security(of element: DocumentElement) -> [[String]]? {
        element["security"]?.list.map { list in list.map { ($0.entries ?? []).map(\.key) } }
    }

    private static func scheme(_ element: DocumentElement) -> SecurityScheme {
        let type = element["type"]?.string ?? ""
        let name = element["name"]?.string ?? ""
        return switch (type, element["in"]?.string) {
        case ("http", _): .http((element["scheme"]?.string ?? "bearer").lowercased())
        case ("oauth2", _), ("openIdConnect", _): .http("bearer")
        case ("apiKey", "header"): .header(name)
        case ("apiKey", "query"): .query(name)
        case ("apiKey", "cookie"): .cookie(name)
        default: .other(type)
        }
    }
}
