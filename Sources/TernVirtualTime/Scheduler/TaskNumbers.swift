/// Numbers the tasks of one run in the order in which they first became ready, from 1. So a task has the same number in
/// each repetition of the run.
struct TaskNumbers: Sendable {
    private var numbers: [UInt64: Int] = [:]
    private var descriptions: [Int: String] = [:]
    private var beginnings: [Int: TaskBeginning] = [:]

    /// - Parameter processNumber: The number of a task in its process. 0 for a job that isn't a task.
    /// - Returns: The number of the task in its run. 0 for a job that isn't a task.
    mutating func number(of processNumber: UInt64) -> Int {
        guard processNumber > 0 else { return 0 }
        if let number = numbers[processNumber] { return number }
        numbers[processNumber] = numbers.count + 1
        return numbers.count
    }

    /// - Parameter processNumber: The number of a task in its process.
    /// - Returns: The number of the task in its run. 0 for a task that has not become ready yet, and for other code.
    func knownNumber(of processNumber: UInt64) -> Int { numbers[processNumber] ?? 0 }

    mutating func setName(_ name: String, of number: Int) {
        descriptions[number] = "the task “\(name)”"
    }

    mutating func setBeginning(_ beginning: TaskBeginning, of number: Int) {
        beginnings[number] = beginning
    }

    /// The function with which a task begins. `nil` if the runtime doesn't provide it.
    func beginning(of number: Int) -> String? { beginnings[number]?.functionOfTest }

    /// Describes a task that has no name.
    mutating func setDescription(_ description: String, of number: Int) {
        descriptions[number] = descriptions[number] ?? description
    }

    /// - Parameter processNumber: The number of a task in its process.
    func description(ofTask processNumber: UInt64) -> String {
        numbers[processNumber].map { description(of: $0) } ?? "a task"
    }

    /// The description of a task: its name, or its number if it has no name. All texts use this description.
    func description(of number: Int) -> String {
        number == 0 ? "a job of an actor" : descriptions[number] ?? "task \(number)"
    }
}

extension TaskNumbers {
    /// For each task except the operation, the function with which it begins. In the order of the task numbers.
    func beginnings(of tasks: [Int]) -> [String] {
        Set(tasks).subtracting([0, 1]).sorted().compactMap { task in
            beginning(of: task).map { "\(description(of: task)) begins in \($0)" }
        }
    }

    func description(of candidate: Choice.Candidate) -> String {
        let task = description(of: candidate.task)
        return switch candidate.kind {
        case .job: task
        case .mainJob: "\(task) on the main actor"
        case .timer: candidate.task == 0 ? "a timer" : "the timer of \(task)"
        }
    }

    /// The difference between a choice and a normal run.
    func description(of choice: Choice) -> String {
        let candidate = description(of: choice.candidate)
        switch choice.place.kind {
        case .order:
            let others = choice.index - choice.overtaken.count
            let overtaken = choice.overtaken.map { description(of: $0) } + (others > 0 ? ["\(others) more"] : [])
            return "at \(choice.time), \(candidate) ran before \(overtaken.formatted)"
        case .delay:
            return "\(candidate), set at \(choice.time), fired \(choice.delay) late"
        }
    }
}

extension [String] {
    /// For example `a, b and c`.
    fileprivate var formatted: String {
        count < 2 ? joined() : dropLast().joined(separator: ", ") + " and " + self[count - 1]
    }
}
