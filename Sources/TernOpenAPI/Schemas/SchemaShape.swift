/// The kinds of values that a schema describes.
package enum SchemaShape: Sendable {
    /// Any JSON value.
    case any
    /// Only `null`.
    case null
    case boolean
    /// With its format: `int32`, `int64`.
    case integer(format: String?)
    /// With its format: `float`, `double`, `decimal`.
    case number(format: String?)
    /// With its format: `date`, `date-time`, `uuid`, `byte`, `binary`. `byte` stands for `contentEncoding: base64`, too.
    case string(format: String?)
    case strings([EnumCase<String>])
    case integers([EnumCase<Int>])
    case array(SchemaUse)
    /// An object with any keys. `nil` for values of any type.
    case map(SchemaUse?)
    /// `allOf` is merged.
    case object(ObjectShape)
    /// `oneOf` and `anyOf`, without `null`. At least two.
    case union(UnionShape)
}

/// A value of an enum, with the name that the document gives it (`title` of a `const`, `x-enum-varnames`).
package struct EnumCase<Value: Hashable & Sendable>: Hashable, Sendable {
    package var value: Value
    package var name: String?
    package var description: String?
}

package struct ObjectShape: Sendable {
    package struct Property: Sendable {
        package var name: String
        package var isRequired: Bool
        package var use: SchemaUse
    }

    /// In the order of the document, those of `allOf` at their place.
    package var properties: [Property] = []
    /// The values of further keys. `nil` if the document has no schema for them.
    package var additional: SchemaUse?
}

package struct UnionShape: Sendable {
    package struct Discriminator: Sendable {
        /// The name of the property.
        package var property: String
        /// The values of the property for each variant, in the order of the variants. From the document's mapping, and
        /// else the name of the variant's schema, or the only value that the variant's property may have.
        package var values: [[String]]
        /// Whether the values are integers, as JSON has them.
        package var isInteger = false
    }

    package var variants: [SchemaUse]
    /// Also if the document has none, but a property with one value each tells the variants apart.
    package var discriminator: Discriminator?
}
