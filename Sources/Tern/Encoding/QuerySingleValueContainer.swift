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
