/// A parameter of a request, outside of its body.
package struct Parameter: Sendable {
    package enum Location: String, Sendable {
        case path, query, header, cookie
        /// The whole query, of OpenAPI 3.2.
        case querystring
    }

    package enum Style: String, Sendable {
        case form, spaceDelimited, pipeDelimited, deepObject, simple, label, matrix, cookie
    }

    package var name: String
    package var location: Location
    package var isRequired: Bool
    /// The default of the location if the document has none.
    package var style: Style
    package var explode = false
    /// `nil` if the document has no schema.
    package var schema: SchemaUse?
    /// The media type of a parameter that is given by `content`, such as `application/json`.
    package var mediaType: String?
    package var description: String?
    package var examples: [DocumentNode] = []
    package var element: DocumentElement
}
