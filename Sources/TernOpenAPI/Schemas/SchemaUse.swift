/// A place where a schema is used, with what stands beside its reference.
///
/// References, lists with one alternative, and all notations of `null` are resolved: `nullable`, `type: [string, "null"]`,
/// `anyOf` and `oneOf` with `null`.
package struct SchemaUse: Sendable {
    package var schema: SchemaID
    package var isNullable = false
    package var isReadOnly = false
    package var isWriteOnly = false
    package var isDeprecated = false
    package var description: String?
    package var defaultValue: DocumentNode?
    package var examples: [DocumentNode] = []
}
