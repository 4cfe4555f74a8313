/// A body that fails under some order of its jobs.
public struct ExplorationFailure: Error, Sendable {
    /// The first one that fails: `explore(seeds: seed...seed)` and `VirtualScheduler(seed:)` repeat it.
    public let seed: UInt64
    /// What is enough for the failure: jobs or timers that went before others that had come earlier, a line each.
    public let reorderings: [String]
    /// How many the seed made.
    public let reorderingsBefore: Int
    /// Why the body failed.
    public let failure: String
}

extension ExplorationFailure: CustomStringConvertible {
    public var description: String {
        let cause =
            switch reorderings.count {
            case 0: "It fails in the order in which the jobs come, too."
            case 1: "One reordering of \(reorderingsBefore) is enough:"
            default: "\(reorderings.count) reorderings of \(reorderingsBefore) are enough:"
            }
        let lines = ["Seed \(seed) fails: \(failure)", cause] + reorderings.map { "- \($0)" }
        return lines.joined(separator: "\n") + "\nRepeat it with explore(seeds: \(seed)...\(seed))."
    }
}
