import Foundation

/// What the server knows. It stays while the server restarts.
nonisolated struct TaskStore: Sendable {
    struct Attachment: Sendable {
        let name: String
        let data: Data
    }

    static let password = "tern"
    private static let todosPerPage = 3

    /// The number of refreshes so far.
    private(set) var refreshes = 0
    /// Which of the requests fail: each third one for 3. `nil` for none.
    private let failEvery: Int?
    /// Whether the next request fails.
    var failsNext = false
    /// Whether the next download breaks off after half of the file.
    var breaksOff = false
    /// The part of the file that the last download asked for. `nil` for the whole file.
    var range: String?
    private(set) var attachments: [Int: Attachment] = [:]
    private var requests = 0
    private var todos: [Todo]
    private var accessToken = UUID().uuidString
    private var refreshToken = UUID().uuidString
    private var changes: [TaskEvent] = []
    private var added: [String: Todo] = [:]
    private var watchers: [UUID: AsyncStream<Void>.Continuation] = [:]

    init(failEvery: Int? = nil) {
        self.failEvery = failEvery
        todos = Self.titles.enumerated().map { Todo(id: $0.offset + 1, title: $0.element) }
    }

    /// Counts a request, and decides whether it fails.
    mutating func fails() -> Bool {
        requests += 1
        defer { failsNext = false }
        return failsNext || failEvery.map { requests.isMultiple(of: $0) } == true
    }

    // MARK: - Sessions

    mutating func logIn(_ user: String, _ password: String) -> Tokens? {
        password == Self.password ? tokens : nil
    }

    mutating func refresh(_ token: String) -> Tokens? {
        guard token == refreshToken else { return nil }
        refreshes += 1
        expireToken()
        return tokens
    }

    mutating func expireToken() { accessToken = UUID().uuidString }

    func accepts(_ authorization: String?) -> Bool { authorization == "Bearer \(accessToken)" }

    private var tokens: Tokens { Tokens(accessToken: accessToken, refreshToken: refreshToken, expiresIn: 3_600) }

    // MARK: - Tasks

    func page(after cursor: String?) -> TodoPage {
        let rest = todos.drop { $0.id <= cursor.flatMap(Int.init) ?? 0 }
        let page = Array(rest.prefix(Self.todosPerPage))
        return TodoPage(todos: page, next: page.count < rest.count ? page.last.map { "\($0.id)" } : nil)
    }

    /// - Parameter key: The idempotency key. A repeated request adds nothing, and receives the same task.
    mutating func add(_ title: String, key: String?) -> Todo {
        if let key, let todo = added[key] { return todo }
        let todo = Todo(id: todos.count + 1, title: title)
        todos.append(todo)
        if let key { added[key] = todo }
        record(.added, todo)
        return todo
    }

    mutating func finish(_ id: Int) -> Todo? { change(id, .done) { $0.isDone = true } }

    mutating func attach(_ attachment: Attachment, to id: Int) -> Todo? {
        guard let todo = change(id, .attached, { $0.attachment = attachment.name }) else { return nil }
        attachments[id] = attachment
        return todo
    }

    private mutating func change(_ id: Int, _ kind: TaskEvent.Kind, _ change: (inout Todo) -> Void) -> Todo? {
        guard let index = todos.firstIndex(where: { $0.id == id }) else { return nil }
        change(&todos[index])
        record(kind, todos[index])
        return todos[index]
    }

    // MARK: - Changes

    var changeCount: Int { changes.count }

    func changes(after number: Int) -> [TaskEvent] { Array(changes.dropFirst(max(0, number))) }

    /// - Returns: A signal for each change. Changes that come before the signal is read share one.
    mutating func watch(_ id: UUID) -> AsyncStream<Void> {
        let (signals, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        watchers[id] = continuation
        continuation.yield()
        return signals
    }

    mutating func stopWatching(_ id: UUID) { watchers[id] = nil }

    private mutating func record(_ kind: TaskEvent.Kind, _ todo: Todo) {
        changes.append(TaskEvent(kind: kind, todo: todo))
        for watcher in watchers.values { watcher.yield() }
    }

    private static let titles = [
        "Print the posters", "Call the ferry about Saturday", "Count the nests on the north shore",
        "Repair the hide before the storm season begins, and paint its door", "Order rings, size 2",
        "Write the report", "Feed the terns",
    ]
}
