extension SchemaLimits {
    /// The limits of all parts. The first one that is there counts.
    init(_ parts: SchemaParts) {
        self.init()
        minimum = Self.double(parts.first("minimum"))
        maximum = Self.double(parts.first("maximum"))
        // `true` in OpenAPI 3.0, and a number from 3.1 on.
        if let exclusive = parts.first("exclusiveMinimum") {
            minimum = Self.double(exclusive) ?? minimum
            isMinimumExclusive = exclusive.bool ?? true
        }
        if let exclusive = parts.first("exclusiveMaximum") {
            maximum = Self.double(exclusive) ?? maximum
            isMaximumExclusive = exclusive.bool ?? true
        }
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

    private static func double(_ element: DocumentElement?) -> Double? {
        element?.node.number.flatMap(Double.init)
    }

    private static func count(_ element: DocumentElement?) -> Int? {
        double(element).flatMap(Int.init(exactly:)).flatMap { $0 < 0 ? nil : $0 }
    }
}
