/// The key of a request attribute, with the attribute's default value.
///
/// ```swift
/// enum Priority: RequestAttributeKey {
///     static let defaultValue = 0
/// }
///
/// request.attributes[Priority.self] = 2
/// ```
public protocol RequestAttributeKey: SendableMetatype {
    /// The type of the attribute's value.
    associatedtype Value: Sendable

    /// The value in a request that doesn't set the attribute.
    static var defaultValue: Value { get }
}

/// Typed values that plugins and transports read by key. Tern never sends them.
///
/// With `trackInflights`, requests can share a response even if their attributes differ, except for ``urlRequest`` and
/// ``Request/decoding``. If the responses of a transport depend on another attribute, use a provider without
/// `trackInflights`.
public struct RequestAttributes: Sendable {
    private var values: [(key: ObjectIdentifier, value: any Sendable)] = []

    /// Creates attributes without values: each key has its default.
    public init() {}

    /// The value for this key, or the key's default.
    public subscript<Key: RequestAttributeKey>(key: Key.Type) -> Key.Value {
        get { value(of: ObjectIdentifier(key)) ?? Key.defaultValue }
        set { set(newValue, for: ObjectIdentifier(key)) }
    }

    /// Sets every attribute that `other` sets.
    public mutating func merge(_ other: RequestAttributes) {
        for (key, value) in other.values { set(value, for: key) }
    }

    private func value<Value>(of key: ObjectIdentifier) -> Value? {
        guard let value = values.first(where: { $0.key == key })?.value else { return nil }
        return value as? Value
    }

    private mutating func set(_ value: any Sendable, for key: ObjectIdentifier) {
        if let index = values.firstIndex(where: { $0.key == key }) {
            values[index].value = value
        } else {
            values.append((key, value))
        }
    }
}

extension RequestAttributes: CustomStringConvertible, TextReflectable {
    /// The number of attributes, without their values, which may be secrets.
    public var description: String { "\(values.count) attributes" }
}
