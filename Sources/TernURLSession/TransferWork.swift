/// Tasks and streams that belong to one exchange, and end with it.
struct TransferWork: Sendable {
    /// Writes the request's body to the session's stream, if the body has to be read in pieces.
    var pump: Task<Void, Never>?
    /// Calls of the handler of challenges.
    var handlers: [Task<Void, Never>] = []
    /// The streams to which pumps have written. They are closed after the end of the session's task.
    var writers: [any BodyWriter] = []

    /// Removes and returns the tasks, which the caller must cancel.
    mutating func takeTasks() -> [Task<Void, Never>] {
        defer { (pump, handlers) = (nil, []) }
        return handlers + [pump].compactMap(\.self)
    }
}
