/// The body of a request.
package struct RequestBody: Sendable {
    package var isRequired: Bool
    package var description: String?
    /// In the order of the document. Never empty.
    package var contents: [MediaContent]
}
