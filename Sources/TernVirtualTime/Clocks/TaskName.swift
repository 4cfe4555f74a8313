/// The name of the current task, for messages.
enum TaskName {
    static var current: String {
        guard #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *), let name = Task.name else {
            return "a task"
        }
        return "the task “\(name)”"
    }
}
