/// The first difference between two runs that should have made the same choices.
struct Divergence: Sendable {
    let description: String

    /// - Returns: `nil` if the runs made the same choices and ended in the same way.
    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    init?(_ one: Exploration.Run, _ other: Exploration.Run) {
        let (first, second) = (one.order.choices, other.order.choices)
        let index = zip(first, second).enumerated().first { $1.0 != $1.1 }?.offset ?? min(first.count, second.count)
        guard index < max(first.count, second.count) || (one.failure == nil) != (other.failure == nil) else {
            return nil
        }
        func text(_ run: Exploration.Run) -> String {
            guard run.order.choices.indices.contains(index) else {
                return "the end of the run, which \(run.failure.map { "failed: \($0)" } ?? "passed")"
            }
            let choice = run.order.choices[index]
            return "\(run.tasks.description(of: choice.candidate)), one of \(choice.count), at \(choice.time)"
        }
        description = """
            A repetition with the same choices differs at choice \(index): first \(text(one)); then \(text(other)). \
            Some code isn't under the scheduler's control: a queue, a thread, a random number, the real time, or state \
            that remains from one run to the next.
            """
    }
}
