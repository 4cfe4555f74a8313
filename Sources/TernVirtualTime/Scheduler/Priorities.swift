/// Runs the task with the highest priority. Each task has a random priority. At a few random choices, the priority of a
/// task drops below all other priorities: Burckhardt, Kothari, Musuvathi and Nagarakatte, "A randomized scheduler with
/// probabilistic guarantees of finding bugs" (ASPLOS 2010).
struct Priorities: Sendable {
    private var generator: SplitMix64
    private var priorities: [Int: UInt64] = [:]
    /// The numbers of the choices at which the priority of the first task drops.
    private var changes: Set<Int> = []
    /// The priority of the next task whose priority drops. All initial priorities are higher.
    private var nextLow: UInt64 = 1 << 62
    /// The task that was selected last, and the number of consecutive selections.
    private var streak = (task: 0, count: 0)

    /// A task that is selected this number of times consecutively probably yields in a loop, and waits for another
    /// task.
    private static let maximumStreak = 50

    /// - Parameter depth: The number of changes, plus one.
    init(seed: UInt64, depth: Int) {
        generator = SplitMix64(seed: seed)
        for _ in 1..<max(depth, 1) {
            // The length of a run isn't known before its end. So half of the changes are among the first 32 choices,
            // and the later choices, up to 1,024, share the other half.
            let magnitude = Int.random(in: 0..<10, using: &generator)
            changes.insert(Int.random(in: (1 << magnitude) - 1..<(2 << magnitude) - 1, using: &generator))
        }
    }

    /// - Parameter number: The number of the choice in its run, from 0.
    mutating func pick(_ tasks: [Int], number: Int) -> Int {
        var index = highest(tasks)
        streak = (tasks[index], tasks[index] == streak.task ? streak.count + 1 : 1)
        let isLoop = streak.count >= Self.maximumStreak
        if changes.contains(number) || isLoop, tasks[index] != 0 {
            priorities[tasks[index]] = nextLow
            nextLow -= 1
            index = highest(tasks)
        }
        return index
    }

    private mutating func highest(_ tasks: [Int]) -> Int {
        let values = tasks.map { priority(of: $0) }
        return values.indices.max { values[$0] < values[$1] } ?? 0
    }

    /// A job that isn't a task has another priority each time.
    private mutating func priority(of task: Int) -> UInt64 {
        if task != 0, let priority = priorities[task] { return priority }
        let priority = generator.next() | 1 << 63
        if task != 0 { priorities[task] = priority }
        return priority
    }
}
