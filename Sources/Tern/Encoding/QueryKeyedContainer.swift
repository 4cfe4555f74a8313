/// Collects the properties of an object.
struct QueryKeyedContainer<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let encoder: QueryNodeEncoder

    var codingPath: [any CodingKey] { encoder.codingPath }

    func encodeNil(forKey key: Key) {
        child(key).node.setNull()
    }

    func encode(_ value: some Encodable, forKey key: Key) throws {
        try encodeAny(value, forKey: key)
    }

    private func encodeAny(_ value: some Encodable, forKey key: Key) throws {
        let child = child(key)
        try child.node.set(value, for: child)
    }

    func nestedContainer<NestedKey: CodingKey>(
        keyedBy keyType: NestedKey.Type,
        forKey key: Key
    ) -> KeyedEncodingContainer<NestedKey> {
        child(key).container(keyedBy: keyType)
    }

    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
        child(key).unkeyedContainer()
    }

    func superEncoder() -> any Encoder {
        encoder.child(QueryKey(stringValue: "super"), named: "super")
    }

    func superEncoder(forKey key: Key) -> any Encoder {
        child(key)
    }

    private func child(_ key: Key) -> QueryNodeEncoder {
        encoder.child(key, named: encoder.keepsKeys ? key.stringValue : QueryKey.snakeCase(of: key.stringValue))
    }
}

// The default implementations skip a property that is nil. This encoder needs such a property, since it may have to
// write `a=`.
extension QueryKeyedContainer {
    func encodeIfPresent(_ value: Bool?, forKey key: Key) throws { try encodeOrNil(value, forKey: key) }
    func encodeIfPresent(_ value: String?, forKey key: Key) throws { try encodeOrNil(value, forKey: key) }
    func encodeIfPresent(_ value: Double?, forKey key: Key) throws { try encodeOrNil(value, forKey: key) }
    func encodeIfPresent(_ value: Float?, forKey key: Key) throws { try encodeOrNil(value, forKey: key) }
    func encodeIfPresent(_ value: Int?, forKey key: Key) throws { try encodeOrNil(value, forKey: key) }
    func encodeIfPresent(_ value: Int8?, forKey key: Key) throws { try encodeOrNil(value, forKey: key) }
    func encodeIfPresent(_ value: Int16?, forKey key: Key) throws { try encodeOrNil(value, forKey: key) }
    func encodeIfPresent(_ value: Int32?, forKey key: Key) throws { try encodeOrNil(value, forKey: key) }
    func encodeIfPresent(_ value: Int64?, forKey key: Key) throws { try encodeOrNil(value, forKey: key) }
    func encodeIfPresent(_ value: UInt?, forKey key: Key) throws { try encodeOrNil(value, forKey: key) }
    func encodeIfPresent(_ value: UInt8?, forKey key: Key) throws { try encodeOrNil(value, forKey: key) }
    func encodeIfPresent(_ value: UInt16?, forKey key: Key) throws { try encodeOrNil(value, forKey: key) }
    func encodeIfPresent(_ value: UInt32?, forKey key: Key) throws { try encodeOrNil(value, forKey: key) }
    func encodeIfPresent(_ value: UInt64?, forKey key: Key) throws { try encodeOrNil(value, forKey: key) }
    func encodeIfPresent<T: Encodable>(_ value: T?, forKey key: Key) throws { try encodeOrNil(value, forKey: key) }

    private func encodeOrNil<T: Encodable>(_ value: T?, forKey key: Key) throws {
        guard let value else { return encodeNil(forKey: key) }
        try encode(value, forKey: key)
    }
}

// The default implementations of these requirements throw an error.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension QueryKeyedContainer {
    func encode(_ value: Int128, forKey key: Key) throws { try encodeAny(value, forKey: key) }
    func encode(_ value: UInt128, forKey key: Key) throws { try encodeAny(value, forKey: key) }
    func encodeIfPresent(_ value: Int128?, forKey key: Key) throws { try encodeOrNil(value, forKey: key) }
    func encodeIfPresent(_ value: UInt128?, forKey key: Key) throws { try encodeOrNil(value, forKey: key) }
}
