/// The index of a schema in ``Specification/schemas``.
package struct SchemaID: Hashable, Sendable {
    package let index: Int
}
