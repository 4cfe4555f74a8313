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

    /// Whether requests with these values can share one response, if the provider has `trackInflights`. `true` by
    /// default. For an attribute on which the response depends:
    ///
    /// ```swift
    /// static func allowsSharing(_ value: Value, _ other: Value) -> Bool { value == other }
    /// ```
    static func allowsSharing(_ value: Value, _ other: Value) -> Bool
}

extension RequestAttributeKey {
    public static func allowsSharing(_ value: Value, _ other: Value) -> Bool { true }

    fileprivate static func allowsSharing(between attributes: RequestAttributes, and other: RequestAttributes) -> Bool {
        allowsSharing(attributes[Self.self], other[Self.self])
    }
}

/// Typed values that plugins and transports read by key. Tern never sends them.
///
/// With `trackInflights`, requests can share a response even if their attributes differ, unless the key of one refuses
/// it in ``RequestAttributeKey/allowsSharing(_:_:)``.
public struct RequestAttributes: Sendable {
    private var values: [(key: any RequestAttributeKey.Type, value: any Sendable)] = []

    /// Creates attributes without values: each key has its default.
    public init() {}

    /// The value for this key, or the key's default.
    public subscript<Key: RequestAttributeKey>(key: Key.Type) -> Key.Value {
        get {
            // A cast of a missing value would succeed if `Key.Value` is optional.
            guard let value = values.first(where: { $0.key == key })?.value else { return Key.defaultValue }
            return value as? Key.Value ?? Key.defaultValue
        }
        set { set(newValue, for: key) }
    }

    /// Sets every attribute that `other` sets.
    public mutating func merge(_ other: RequestAttributes) {
        for (key, value) in other.values { set(value, for: key) }
    }

    /// Whether requests with these attributes can share one response.
    package func allowSharing(with other: RequestAttributes) -> Bool {
        (values + other.values).allSatisfy { $0.key.allowsSharing(between: self, and: other) }
    }

    private mutating func set(_ value: any Sendable, for key: any RequestAttributeKey.Type) {
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
