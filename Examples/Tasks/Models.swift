/// A task of the service. Swift's concurrency has the name `Task` already.
nonisolated struct Todo: Codable, Hashable, Sendable {
    let id: Int
    var title: String
    var isDone = false
    /// The name of the attached file.
    var attachment: String?
}

nonisolated struct TodoPage: Codable, Sendable {
    let todos: [Todo]
    /// The cursor of the next page. `nil` on the last page.
    let next: String?
}

/// A change of a task, as a server-sent event.
nonisolated struct TaskEvent: Codable, Hashable, Sendable {
    enum Kind: String, Codable {
        /// The server sends the changes from now on. This event has no task.
        case ready
        case added, done, attached
    }

    let kind: Kind
    var todo: Todo?
}

nonisolated struct Tokens: Codable, Equatable, Sendable {
    let accessToken: String
    let refreshToken: String
    /// In seconds.
    let expiresIn: Int
}
