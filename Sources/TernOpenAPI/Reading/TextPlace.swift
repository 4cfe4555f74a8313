/// A place in a text: line and column, both from 1. Columns count characters.
package struct TextPlace: Hashable, Sendable {
    package var line: Int
    package var column: Int
}
