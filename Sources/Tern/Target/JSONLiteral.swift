/// A JSON object or array that is written as a literal of mixed values, variables included.
///
/// ```swift
/// .json(["name": name, "count": 2, "tags": tags, "note": note])
/// .json([1, "two", true, nil])
/// .json(["owner": ["login": login, "id": 7] as JSONLiteral, "draft": draft])
/// ```
///
/// Each value can be of any type that is `Encodable` and `Sendable`, and is encoded as it would be within a struct: a
/// `Date` by the encoder's strategy, an enum by its raw value. A `nil` is `null`, at any depth, as it is in a `Dictionary`;
/// to leave a `nil` out, encode a struct.
///
/// Swift infers no common type for a literal **within** a literal if its values are of mixed types, or if it is empty. Such
/// a literal names its type: `["login": login, "id": 7] as JSONLiteral`, `[] as JSONLiteral`.
///
/// Names are sent as written, whatever the encoder's `keyEncodingStrategy`, and sorted. A name that is written twice is an
/// `EncodingError`. Text forms show names only, as values may be secrets.
public struct JSONLiteral: Sendable {
    enum Content: Sendable {
        case object([(name: String, value: (any Encodable & Sendable)?)])
        case array([(any Encodable & Sendable)?])
    }

    let content: Content
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

extension JSONLiteral: CustomStringConvertible, CustomReflectable {
    /// The names of an object or the number of an array's elements, without any value: `[name, count]`, `[2 elements]`.
    public var description: String {
        switch content {
        case .object(let members): "[\(members.map(\.name).joined(separator: ", "))]"
        case .array(let values): values.count == 1 ? "[1 element]" : "[\(values.count) elements]"
        }
    }

    public var customMirror: Mirror {
        Mirror(self, children: ["json": description])
    }
}
