import Tern

/// The number of occurrences of each priority. Determines the highest priority.
struct PriorityCounts: Sendable {
    private var counts: [CallOptions.Priority: Int] = [:]
    /// The highest priority. `.normal` if there are no priorities.
    private(set) var highest = CallOptions.Priority.normal

    var isEmpty: Bool { counts.isEmpty }

    mutating func add(_ priority: CallOptions.Priority) {
        highest = isEmpty ? priority : max(highest, priority)
        counts[priority, default: 0] += 1
    }

    mutating func remove(_ priority: CallOptions.Priority) {
        guard let count = counts[priority] else { return }
        counts[priority] = count > 1 ? count - 1 : nil
        if count == 1, priority == highest { highest = counts.keys.max() ?? .normal }
    }
}
