/// What an OpenAPI document says, with all references resolved.
package struct Specification: Sendable {
    package var title = ""
    /// The version of the API, not of the format.
    package var version = ""
    package var description: String?
    package var servers: [Server] = []
    /// In the order of the document.
    package var operations: [Operation] = []
    /// By the names of the document.
    package var securitySchemes: [String: SecurityScheme] = [:]
    /// Each schema once. Those of `components` come first, in their order.
    package var schemas: [Schema] = []
    /// What is wrong in the document, or isn't read: callbacks and webhooks, for example.
    package var problems: [DocumentProblem] = []

    package subscript(id: SchemaID) -> Schema { schemas[id.index] }
    package subscript(use: SchemaUse) -> Schema { schemas[use.schema.index] }
}
