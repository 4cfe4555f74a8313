/// A value behind a reference. It makes a struct that is passed on often small and quick to copy.
///
/// The value never changes. To change it, the struct replaces the box.
final class Box<Value: Sendable>: Sendable {
    let value: Value

    init(_ value: Value) {
        self.value = value
    }

    /// `nil` for `nil`.
    convenience init?(_ value: Value?) {
        guard let value else { return nil }
        self.init(value)
    }
}
