import CTernHooks

/// Notes that are written to standard error if the process crashes, for example in a `fatalError` of the code under
/// test.
enum CrashNotes {
    /// Stores a note while the operation runs. Several operations can run at the same time. If the process crashes, all of their
    /// notes are written.
    static func with<Value>(
        _ note: String,
        isolation: isolated (any Actor)? = #isolation,
        _ operation: () async -> Value
    ) async -> Value {
        let slot = tern_add_crash_note(note)
        defer { tern_remove_crash_note(slot) }
        return await operation()
    }
}
