/// A version of OpenAPI that is read.
package enum OpenAPIVersion: String, Comparable, Sendable {
    case v30 = "3.0"
    case v31 = "3.1"
    case v32 = "3.2"

    package static func < (left: OpenAPIVersion, right: OpenAPIVersion) -> Bool { left.rawValue < right.rawValue }

    /// - Throws: a problem that names the version if it isn't read.
    init(of root: DocumentElement) throws(DocumentProblem) {
        if let swagger = root["swagger"] {
            let name = swagger.string ?? swagger.node.number ?? ""
            throw swagger.problem("Swagger \(name) isn't read: convert the document to OpenAPI 3.")
        }
        guard let element = root["openapi"], let text = element.string ?? element.node.number else {
            throw (root["openapi"] ?? root).problem("The document has no text “openapi” with its version.")
        }
        let match = text.wholeMatch(of: /(3\.[0-9]+)(\.[0-9]+)?/)
        guard let match, let version = OpenAPIVersion(rawValue: String(match.1)) else {
            throw element.problem("OpenAPI \(text) isn't read: only 3.0, 3.1 and 3.2 are.")
        }
        self = version
    }
}
