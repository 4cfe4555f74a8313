/// The bounds of values. `nil` for none.
package struct SchemaLimits: Sendable {
    package var minimum: Double?
    package var maximum: Double?
    package var isMinimumExclusive = false
    package var isMaximumExclusive = false
    package var multipleOf: Double?
    package var minimumLength: Int?
    package var maximumLength: Int?
    /// A regular expression of ECMA-262.
    package var pattern: String?
    package var minimumItems: Int?
    package var maximumItems: Int?
    package var hasUniqueItems = false
    package var minimumProperties: Int?
    package var maximumProperties: Int?
}
