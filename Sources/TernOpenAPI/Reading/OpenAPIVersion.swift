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
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        let isPlain = parts.count <= 3 && parts.allSatisfy { !$0.isEmpty && $0.allSatisfy { ("0"..."9").contains($0) } }
        guard isPlain, let version = OpenAPIVersion(rawValue: parts.prefix(2).joined(separator: ".")) else {
            throw element.problem("OpenAPI \(text) isn't read: only 3.0, 3.1 and 3.2 are.")
        }
        self = version
    }
}
