/// A value behind one reference.
///
/// Each module has its own: the compiler doesn't specialize the generic code of another module, and reading one part would
/// copy the whole value.
///
/// A change copies the value, unless this is the only reference to it.
struct CopyOnWrite<Value: Sendable>: Sendable {
    /// Unchecked, since only the holder of the sole reference changes the value.
    private final class Storage: @unchecked Sendable {
        @exclusivity(unchecked) var value: Value

        init(_ value: Value) {
            self.value = value
        }
    }

    private var storage: Storage

    init(_ value: Value) {
        storage = Storage(value)
    }

    var value: Value {
        _read { yield storage.value }
        _modify {
            if !isKnownUniquelyReferenced(&storage) { copy() }
            yield &storage.value
        }
    }

    // Apart, so that the compiler inlines a change: a coroutine that is called allocates memory.
    private mutating func copy() {
        storage = Storage(storage.value)
    }
}
