/// Receives the value of an `encode(to:)` that encodes a single value.
struct QuerySingleValueContainer: SingleValueEncodingContainer {
    let encoder: QueryNodeEncoder

    var codingPath: [any CodingKey] { encoder.codingPath }

    func encodeNil() {
        encoder.node.setNull()
    }

    func encode(_ value: some Encodable) throws {
        try encoder.node.set(value, for: encoder)
    }
}

// The default implementations of these requirements throw an error.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension QuerySingleValueContainer {
    func encode(_ value: Int128) throws { try encoder.node.set(value, for: encoder) }
    func encode(_ value: UInt128) throws { try encoder.node.set(value, for: encoder) }
}
