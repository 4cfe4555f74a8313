/// A JSON object or array, written as a literal of mixed values and variables.
///
/// ```swift
/// .json(["name": name, "count": 2, "tags": tags, "note": note])
/// .json([1, "two", true, nil])
/// .json(["owner": ["login": login, "id": 7] as JSONLiteral, "draft": draft])
/// ```
///
/// Each value can have any type that is `Encodable` and `Sendable`. It is encoded like the property of a struct: a
/// `Date` by the encoder's strategy, an enum by its raw value. A `nil` becomes `null`, at any depth, as in a
/// `Dictionary`. To omit a `nil`, encode a struct. A ``Change`` that is `.unchanged` is omitted.
///
/// Swift infers no type for a literal **within** a literal if its values have mixed types, or if it is empty: each value
/// has the type `any Encodable & Sendable`, so that it can be a variable, and this type says nothing about the elements.
/// Name the type of such a literal: `["login": login, "id": 7] as JSONLiteral`, `["tags": [] as JSONLiteral]`.
///
/// Names are sorted and sent as written, regardless of the encoder's `keyEncodingStrategy`. A repeated name fails with
/// an `EncodingError`. Descriptions show only the names, since values may be secrets.
public struct JSONLiteral: Sendable {
    enum Content: Sendable {
        case object([(name: String, value: (any Encodable & Sendable)?)])
        case array([(any Encodable & Sendable)?])
    }

    let content: Content
}

extension JSONLiteral {
    /// An object with these members.
    package init(object: KeyValuePairs<String, (any Encodable & Sendable)?>) {
        content = .object(object.map { (name: $0.key, value: $0.value) })
    }
}

extension JSONLiteral: ExpressibleByDictionaryLiteral {
    /// An object.
    public init(dictionaryLiteral elements: (String, (any Encodable & Sendable)?)...) {
        content = .object(elements.map { (name: $0.0, value: $0.1) })
    }
}

extension JSONLiteral: ExpressibleByArrayLiteral {
    /// An array.
    public init(arrayLiteral elements: (any Encodable & Sendable)?...) {
        content = .array(elements)
    }
}

extension JSONLiteral: CustomStringConvertible, TextReflectable {
    /// The names of an object or the number of an array's elements, without any value: `[name, count]`, `[2 elements]`.
    public var description: String {
        switch content {
        case .object(let members): "[\(members.map(\.name).joined(separator: ", "))]"
        case .array(let values): values.count == 1 ? "[1 element]" : "[\(values.count) elements]"
        }
    }
}

extension JSONLiteral: Encodable {
    /// One value, of any type.
    private struct Element: Encodable {
        let value: (any Encodable & Sendable)?

        func encode(to encoder: any Encoder) throws {
            var container = encoder.singleValueContainer()
            if let value { try container.encode(value) } else { try container.encodeNil() }
        }
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch content {
        case .array(let values):
            try container.encode(values.map(Element.init))
        case .object(let members):
            // A dictionary, since encoders don't convert its keys.
            let elements = members.filter { ($0.value as? any OmittableValue)?.isOmitted != true }
                .map { ($0.name, Element(value: $0.value)) }
            let object = try Dictionary(
                elements,
                uniquingKeysWith: { _, _ in
                    throw Self.repeatedName(in: members.map(\.name), at: encoder.codingPath)
                }
            )
            try container.encode(object)
        }
    }

    private static func repeatedName(in names: [String], at path: [any CodingKey]) -> EncodingError {
        var seen: Set<String> = []
        let name = names.first { !seen.insert($0).inserted } ?? ""
        let context = EncodingError.Context(
            codingPath: path + [QueryKey(stringValue: name)],
            debugDescription: "The literal repeats this name. Write each name once."
        )
        return EncodingError.invalidValue(JSONLiteral.self, context)
    }
}
