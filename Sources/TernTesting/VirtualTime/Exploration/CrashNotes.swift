import CTernHooks

/// Notes that are written to standard error if the process dies, for example in a `fatalError` of the code under test.
enum CrashNotes {
    /// Keeps a note while the body runs. Bodies can run at the same time: the process writes all of their notes.
    static func with<Value>(
        _ note: String,
        isolation: isolated (any Actor)? = #isolation,
        _ body: () async -> Value
    ) async -> Value {
        let slot = tern_add_crash_note(note)
        defer { tern_remove_crash_note(slot) }
        return await body()
    }
}
