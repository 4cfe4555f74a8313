/// A method of a path.
package struct Operation: Sendable {
    package var id: String?
    /// In upper case.
    package var method: String
    /// With parameters in braces: `/users/{login}`.
    package var path: String
    package var tags: [String] = []
    package var summary: String?
    package var description: String?
    package var isDeprecated = false
    /// Those of the path and of the operation, which win. In the order of the document.
    package var parameters: [Parameter] = []
    package var body: RequestBody?
    /// In the order of the document.
    package var responses: [OperationResponse] = []
    /// The names of schemes. One of the lists suffices, and all schemes of a list are needed; an empty list stands for
    /// a request without credentials. `nil` if the document says nothing for the operation, nor for all.
    package var security: [[String]]?
    /// The operation's or the path's own. `nil` for those of the document.
    package var servers: [Server]?
    /// The place of the operation.
    package var element: DocumentElement
}
