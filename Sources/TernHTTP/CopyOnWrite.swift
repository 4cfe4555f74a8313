/// A value behind one reference.
///
/// A change copies the value, unless this is the only reference to it.
package struct CopyOnWrite<Value: Sendable>: Sendable {
    /// Unchecked, since only the holder of the sole reference changes the value.
    private final class Storage: @unchecked Sendable {
        @exclusivity(unchecked) var value: Value

        init(_ value: Value) {
            self.value = value
        }
    }

    private var storage: Storage

    package init(_ value: Value) {
        storage = Storage(value)
    }

    package var value: Value {
        _read { yield storage.value }
        _modify {
            if !isKnownUniquelyReferenced(&storage) { storage = Storage(storage.value) }
            yield &storage.value
        }
    }
}
