/// Those who wait for others, by number. A bell that rings before anybody waits for it lets the next wait pass.
struct LinkBells: Sendable {
    typealias Continuation = CheckedContinuation<Void, Never>

    private var waiting: [Int: Continuation] = [:]
    private var rung: Set<Int> = []

    /// - Returns: Whether there is something to wait for.
    mutating func wait(_ id: Int, _ continuation: Continuation) -> Bool {
        if rung.remove(id) != nil { return false }
        waiting[id] = continuation
        return true
    }

    /// - Returns: Whom to resume.
    mutating func ring(_ ids: [Int]) -> [Continuation] {
        ids.compactMap { id in
            if let continuation = waiting.removeValue(forKey: id) { return continuation }
            rung.insert(id)
            return nil
        }
    }

    /// Gives up a wait.
    mutating func stop(_ id: Int) -> Continuation? { waiting.removeValue(forKey: id) }

    /// Nobody waits for it any more.
    mutating func remove(_ id: Int) { rung.remove(id) }
}
