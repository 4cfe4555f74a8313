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
