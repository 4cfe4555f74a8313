/// Takes the one value that another value encodes itself as.
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
