/// A value behind a reference.
///
/// The value never changes. To change it, the struct replaces the box.
package final class Box<Value: Sendable>: Sendable {
    package let value: Value

    package init(_ value: Value) {
        self.value = value
    }

    /// Returns `nil` if `value` is `nil`.
    convenience init?(_ value: Value?) {
        guard let value else { return nil }
        self.init(value)
    }
}
