/// The `Encoder` that fills one ``QueryNode``.
struct QueryNodeEncoder: Encoder {
    /// The largest depth of nested values. Deeper values are treated as an endless recursion.
    static let maximumDepth = 64

    let node: QueryNode
    let options: QueryEncoder
    let codingPath: [any CodingKey]
    let depth: Int
    /// Whether keys stay as they are, also those of a dictionary.
    var keepsKeys = true

    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        node.become(.keyed)
        return KeyedEncodingContainer(QueryKeyedContainer(encoder: self))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer {
        node.become(.unkeyed)
        return QueryUnkeyedContainer(encoder: self)
    }

    func singleValueContainer() -> any SingleValueEncodingContainer {
        QuerySingleValueContainer(encoder: self)
    }

    /// The encoder of a new property or element.
    func child(_ key: any CodingKey, named name: String = "") -> QueryNodeEncoder {
        QueryNodeEncoder(
            node: node.addChild(named: name),
            options: options,
            codingPath: codingPath + [key],
            depth: depth,
            keepsKeys: keepsKeys
        )
    }

    /// The same encoder, one `encode(to:)` deeper.
    func deeper(keepsKeys: Bool) -> QueryNodeEncoder {
        QueryNodeEncoder(
            node: node,
            options: options,
            codingPath: codingPath,
            depth: depth + 1,
            keepsKeys: keepsKeys
        )
    }

    /// - Throws: `EncodingError` if values are nested too deep.
    func checkDepth(of value: some Encodable) throws {
        guard depth >= Self.maximumDepth else { return }
        let context = EncodingError.Context(
            codingPath: codingPath,
            debugDescription:
                "Values are nested deeper than \(Self.maximumDepth) levels. Check whether one contains itself."
        )
        // The error contains only the type: printing a value that contains itself would not end.
        throw EncodingError.invalidValue(type(of: value), context)
    }
}

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

/// A coding key of encoded parameters: a name, or an index in an array.
struct QueryKey: CodingKey {
    let stringValue: String
    let intValue: Int?

    init(stringValue: String) {
        self.stringValue = stringValue
        intValue = nil
    }

    init(intValue: Int) {
        stringValue = String(intValue)
        self.intValue = intValue
    }

    /// `my_url_property` for `myURLProperty`: an underscore before each word, and no capital letters.
    static func snakeCase(of name: String) -> String {
        let characters = Array(name)
        var text = ""
        for (index, character) in characters.enumerated() {
            if character.isUppercase, index > 0, characters[index - 1] != "_" {
                let endsAcronym = index + 1 < characters.count && characters[index + 1].isLowercase
                if !characters[index - 1].isUppercase || endsAcronym { text.append("_") }
            }
            text += character.lowercased()
        }
        return text
    }
}
