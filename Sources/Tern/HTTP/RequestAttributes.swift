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
/// With `trackInflights`, requests can share a response even if their attributes differ, except for ``urlRequest``. If
/// the responses of a transport depend on another attribute, use a provider without `trackInflights`.
public struct RequestAttributes: Sendable {
    /// An array, since a request has few attributes.
    private var values: [(key: ObjectIdentifier, value: any Sendable)] = []

    /// Creates attributes without values: each key has its default.
    public init() {}

    /// The value for this key, or the key's default.
    public subscript<Key: RequestAttributeKey>(key: Key.Type) -> Key.Value {
        get {
            guard let index = index(of: ObjectIdentifier(key)) else { return Key.defaultValue }
            return values[index].value as? Key.Value ?? Key.defaultValue
        }
        set { set(newValue, for: ObjectIdentifier(key)) }
    }

    /// Sets every attribute that `other` sets.
    public mutating func merge(_ other: RequestAttributes) {
        if values.isEmpty { values = other.values } else { for (key, value) in other.values { set(value, for: key) } }
    }

    /// The value that this object has set. Objects have values of their own, apart from those of keys.
    func value<Value>(of object: AnyObject, as type: Value.Type) -> Value? {
        index(of: ObjectIdentifier(object)).flatMap { values[$0].value as? Value }
    }

    /// Sets the value of this object, which must live as long as any call reads the attribute.
    mutating func set(_ value: some Sendable, of object: AnyObject) { set(value, for: ObjectIdentifier(object)) }

    private func index(of key: ObjectIdentifier) -> Int? { values.firstIndex { $0.key == key } }

    private mutating func set(_ value: any Sendable, for key: ObjectIdentifier) {
        if let index = index(of: key) { values[index].value = value } else { values.append((key, value)) }
    }
}

extension RequestAttributes: CustomStringConvertible, CustomReflectable {
    /// The number of attributes, without their values, which may be secrets.
    public var description: String { "\(values.count) attributes" }

    public var customMirror: Mirror { Mirror(self, children: ["count": values.count], displayStyle: .struct) }
}
