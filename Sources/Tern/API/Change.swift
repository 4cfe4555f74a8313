/// A property of a PATCH request: left as it is, set to `null`, or set to a value (RFC 7396, section 1).
///
/// ```swift
/// struct TaskChanges: Encodable, Sendable {
///     var title: Change<String> = .unchanged
///     var due: Change<Date> = .unchanged
/// }
///
/// .patch("/tasks/\(id)").json(TaskChanges(due: .null))      // {"due":null}
/// ```
///
/// | | `.unchanged` | `.null` | `.value(x)` |
/// | --- | --- | --- | --- |
/// | a property in JSON, a member of a ``JSONLiteral`` | omitted | `null` | `x` |
/// | a property or a parameter of a query or a form | omitted | as ``QueryEncoder/nils`` says: omitted by default, or `due=` | `due=x` |
/// | an element of an array, a value of a dictionary in JSON | fails with `TernError.Code.encodingFailed` | `null` | `x` |
///
/// Decoding a property tells an absent key from `null`, too. Declare the property without `?`.
public enum Change<Value> {
    /// The property is omitted, so that the server leaves it as it is.
    case unchanged
    /// The property is `null`, so that the server removes the value.
    case null
    /// The new value.
    case value(Value)
}

extension Change: Sendable where Value: Sendable {}
extension Change: Equatable where Value: Equatable {}
extension Change: Hashable where Value: Hashable {}

extension Change: Encodable where Value: Encodable {
    /// Encodes the value or `null`. A container that knows the type omits ``unchanged`` instead.
    ///
    /// - Throws: `EncodingError` for ``unchanged``.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .value(let value): try container.encode(value)
        case .null: try container.encodeNil()
        case .unchanged:
            let text = "An unchanged value can be omitted only as a property whose type is Change, without \"?\"."
            throw EncodingError.invalidValue(Self.self, .init(codingPath: encoder.codingPath, debugDescription: text))
        }
    }
}

extension Change: Decodable where Value: Decodable {
    /// Decodes a value or `null`.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        self = container.decodeNil() ? .null : .value(try container.decode(Value.self))
    }
}

// The compiler prefers these functions for a property of a synthesized conformance.

extension KeyedEncodingContainer {
    /// Encodes a change: a value, `null`, or nothing for ``Change/unchanged``.
    public mutating func encode<Value: Encodable>(_ change: Change<Value>, forKey key: Key) throws {
        switch change {
        case .unchanged: break
        case .null: try encodeNil(forKey: key)
        case .value(let value): try encode(value, forKey: key)
        }
    }
}

extension KeyedDecodingContainer {
    /// Decodes a change: ``Change/unchanged`` without a value for the key, and ``Change/null`` for `null`.
    public func decode<Value: Decodable>(_ type: Change<Value>.Type, forKey key: Key) throws -> Change<Value> {
        guard contains(key) else { return .unchanged }
        return try decodeNil(forKey: key) ? .null : .value(decode(Value.self, forKey: key))
    }
}

/// A value that is omitted where it stands in a literal, a query or a form.
protocol OmittableValue {
    var isOmitted: Bool { get }
}

extension Change: OmittableValue {
    var isOmitted: Bool { if case .unchanged = self { true } else { false } }
}
