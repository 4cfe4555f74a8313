extension SchemaLimits {
    /// The limits of all parts. The first one that is there counts.
    init(_ parts: SchemaParts) {
        self.init()
        (minimum, isMinimumExclusive) = Self.bound(parts.first("minimum"), parts.first("exclusiveMinimum"))
        (maximum, isMaximumExclusive) = Self.bound(parts.first("maximum"), parts.first("exclusiveMaximum"))
        multipleOf = Self.double(parts.first("multipleOf"))
        minimumLength = Self.count(parts.first("minLength"))
        maximumLength = Self.count(parts.first("maxLength"))
        pattern = parts.first("pattern")?.string
        minimumItems = Self.count(parts.first("minItems"))
        maximumItems = Self.count(parts.first("maxItems"))
        hasUniqueItems = parts.first("uniqueItems")?.bool == true
        minimumProperties = Self.count(parts.first("minProperties"))
        maximumProperties = Self.count(parts.first("maxProperties"))
    }

    // MARK: - Private

    /// - Parameter exclusive: `true` in OpenAPI 3.0, and a number from 3.1 on.
    private static func bound(_ bound: DocumentElement?, _ exclusive: DocumentElement?) -> (Double?, Bool) {
        (double(exclusive) ?? double(bound), exclusive.map { $0.bool ?? true } ?? false)
    }

    private static func double(_ element: DocumentElement?) -> Double? {
        element?.node.number.flatMap(Double.init)
    }

    private static func count(_ element: DocumentElement?) -> Int? {
        double(element).flatMap(Int.init(exactly:)).flatMap { $0 < 0 ? nil : $0 }
    }
}
