/// Collects the elements of an array.
struct QueryUnkeyedContainer: UnkeyedEncodingContainer {
    let encoder: QueryNodeEncoder

    var codingPath: [any CodingKey] { encoder.codingPath }
    var count: Int { encoder.node.children.count }

    func encodeNil() {
        child().node.setNull()
    }

    func encode(_ value: some Encodable) throws {
        let child = child()
        try child.node.set(value, for: child)
    }

    func nestedContainer<NestedKey: CodingKey>(keyedBy keyType: NestedKey.Type) -> KeyedEncodingContainer<NestedKey> {
        child().container(keyedBy: keyType)
    }

    func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
        child().unkeyedContainer()
    }

    func superEncoder() -> any Encoder {
        child()
    }

    private func child() -> QueryNodeEncoder {
        encoder.child(QueryKey(intValue: count))
    }
}
