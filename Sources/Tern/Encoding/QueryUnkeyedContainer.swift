/// Collects the elements of an array.
struct QueryUnkeyedContainer: UnkeyedEncodingContainer {
    let encoder: QueryNodeEncoder

    var codingPath: [any CodingKey] { encoder.codingPath }
    var count: Int { encoder.node.children.count }

    func encodeNil() {
        child().node.setNull()
    }

    func encode(_ value: some Encodable) throws {
        try encodeAny(value)
    }

    private func encodeAny(_ value: some Encodable) throws {
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

// The default implementations of these requirements throw an error.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension QueryUnkeyedContainer {
    func encode(_ value: Int128) throws { try encodeAny(value) }
    func encode(_ value: UInt128) throws { try encodeAny(value) }
}
