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
    /// One attribute, followed by the attributes that were set before it. Copies share this list, so that setting an
    /// attribute copies no other attribute.
    private final class Node: Sendable {
        let key: ObjectIdentifier
        let value: any Sendable
        let next: Node?

        init(_ key: ObjectIdentifier, _ value: any Sendable, before next: Node?) {
            self.key = key
            self.value = value
            self.next = next
        }

        var count: Int { 1 + (next?.count ?? 0) }

        func node(of key: ObjectIdentifier) -> Node? { self.key == key ? self : next?.node(of: key) }

        /// The list without this key, which it must contain.
        func removing(_ key: ObjectIdentifier) -> Node? {
            self.key == key ? next : Node(self.key, value, before: next?.removing(key))
        }
    }

    /// The attribute that was set last. Each key occurs once.
    private var first: Node?

    /// Creates attributes without values: each key has its default.
    public init() {}

    /// The value for this key, or the key's default.
    public subscript<Key: RequestAttributeKey>(key: Key.Type) -> Key.Value {
        get { value(of: ObjectIdentifier(key)) ?? Key.defaultValue }
        set { set(newValue, for: ObjectIdentifier(key)) }
    }

    /// Sets every attribute that `other` sets.
    public mutating func merge(_ other: RequestAttributes) {
        guard first != nil else {
            first = other.first
            return
        }
        var node = other.first
        while let current = node {
            set(current.value, for: current.key)
            node = current.next
        }
    }

    /// The value that this object has set. Objects have values of their own, apart from those of keys.
    func value<Value>(of object: AnyObject, as type: Value.Type) -> Value? { value(of: ObjectIdentifier(object)) }

    /// Sets the value of this object, which must live as long as any call reads the attribute.
    mutating func set(_ value: some Sendable, of object: AnyObject) { set(value, for: ObjectIdentifier(object)) }

    private func value<Value>(of key: ObjectIdentifier) -> Value? {
        // Not a cast of an optional value, which takes time even without an attribute.
        guard let node = first?.node(of: key) else { return nil }
        return node.value as? Value
    }

    fileprivate var count: Int { first?.count ?? 0 }

    private mutating func set(_ value: any Sendable, for key: ObjectIdentifier) {
        let isReplaced = first?.node(of: key) != nil
        first = Node(key, value, before: isReplaced ? first?.removing(key) : first)
    }
}

extension RequestAttributes: CustomStringConvertible, CustomReflectable {
    /// The number of attributes, without their values, which may be secrets.
    public var description: String { "\(count) attributes" }

    public var customMirror: Mirror { Mirror(self, children: ["count": count], displayStyle: .struct) }
}
