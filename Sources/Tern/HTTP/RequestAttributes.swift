/// Names an attribute of a request, and says what it is where nothing has set it.
///
/// ```swift
/// enum Priority: RequestAttributeKey {
///     static let defaultValue = 0
/// }
///
/// request.attributes[Priority.self] = 2
/// ```
public protocol RequestAttributeKey {
    associatedtype Value: Sendable

    /// The value of a request for which none was set.
    static var defaultValue: Value { get }
}

/// Typed values that plugins and transports read by key, and that never reach the wire by themselves.
///
/// With `trackInflights`, requests can share a response though they differ in attributes other than ``urlRequest``. A
/// transport whose responses depend on another attribute needs a provider without `trackInflights`.
public struct RequestAttributes: Sendable {
    private var values: [ObjectIdentifier: any Sendable] = [:]

    public init() {}

    /// The value that was set for this key, or the key's default.
    public subscript<Key: RequestAttributeKey>(key: Key.Type) -> Key.Value {
        get { values[ObjectIdentifier(key)] as? Key.Value ?? Key.defaultValue }
        set { values[ObjectIdentifier(key)] = newValue }
    }

    /// Sets all that is set in `other`.
    public mutating func merge(_ other: RequestAttributes) {
        if values.isEmpty { values = other.values } else { values.merge(other.values) { $1 } }
    }
}

extension RequestAttributes: CustomStringConvertible, CustomReflectable {
    /// How many there are: a value may hold a secret.
    public var description: String { "\(values.count) attributes" }

    public var customMirror: Mirror { Mirror(self, children: ["count": values.count], displayStyle: .struct) }
}
