import CTernHooks

/// The code with which a task begins.
struct TaskBeginning: Sendable {
    private let function: UInt
    private let captured: (UInt, UInt, UInt)

    /// - Parameter address: The address of a task that is ready and has not run yet.
    /// - Returns: `nil` if the runtime doesn't provide it.
    init?(of address: UInt, number: UInt64) {
        var beginning = tern_task_beginning()
        tern_read_task_beginning(address, number, &beginning)
        guard beginning.function > 0 else { return nil }
        (function, captured) = (beginning.function, beginning.captured)
    }

    /// The function of the code under test with which the task begins. For a closure, the function in which it is
    /// written.
    var functionOfTest: String? {
        // A word that doesn't point to an async function doesn't lead to the beginning of a function.
        let adapted = [captured.0, captured.1, captured.2].map { tern_read_async_function($0) }
        return FunctionNames(beginningAt: [function] + adapted.filter { $0 > 0 }).ofTest
    }
}
