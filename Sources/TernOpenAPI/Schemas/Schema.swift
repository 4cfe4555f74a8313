/// A schema of the document, in one of few shapes.
package struct Schema: Sendable {
    /// The name within `components/schemas`, or of the file or the definition that a reference names. `nil` for a schema
    /// that is written where it is used.
    package var name: String?
    package var title: String?
    package var description: String?
    package var isDeprecated = false
    package var defaultValue: DocumentNode?
    package var examples: [DocumentNode] = []
    package var shape: SchemaShape
    package var limits = SchemaLimits()
    /// The first place of the schema.
    package var element: DocumentElement
}
