/// The exchanges that wait for a wakeup, by number. If a wakeup comes before its wait, the next wait returns
/// immediately.
struct LinkWakeups: Sendable {
    typealias Continuation = CheckedContinuation<Void, Never>

    private var waiting: [Int: Continuation] = [:]
    private var pending: Set<Int> = []

    /// - Returns: Whether the exchange has to wait.
    mutating func wait(_ id: Int, _ continuation: Continuation) -> Bool {
        if pending.remove(id) != nil { return false }
        waiting[id] = continuation
        return true
    }

    /// - Returns: The continuations to resume.
    mutating func wake(_ ids: [Int]) -> [Continuation] {
        ids.compactMap { id in
            if let continuation = waiting.removeValue(forKey: id) { return continuation }
            pending.insert(id)
            return nil
        }
    }

    /// Stops a wait.
    mutating func stop(_ id: Int) -> Continuation? { waiting.removeValue(forKey: id) }

    /// Discards the wakeup of an exchange that has ended.
    mutating func remove(_ id: Int) { pending.remove(id) }
}
