import Foundation
import Tern

/// The API of the task service: one case for each request.
nonisolated enum TaskAPI: RoutedTarget, Hashable {
    case logIn(user: String, password: String)
    case refresh(token: String)
    /// The page at a cursor. `nil` for the first page.
    case todos(after: String?)
    case add(title: String)
    case finish(id: Int)
    case attach(URL, id: Int)
    case attachment(id: Int)
    case events
}

nonisolated extension TaskAPI {
    /// Where `tasks serve` listens. `--base-url` replaces it.
    static let base = URL(string: "http://127.0.0.1:8080")!

    var baseURL: URL { Self.base }

    var route: HTTPRoute {
        switch self {
        case .logIn(let user, let password): .post("/sessions").json(["user": user, "password": password])
        case .refresh(let token): .post("/sessions/refresh").json(["refreshToken": token])
        case .todos(let cursor): .get("/todos").query(["after": cursor]).authorization(.bearer)
        case .add(let title): .post("/todos").json(["title": title]).authorization(.bearer)
        case .finish(let id): .patch("/todos/\(id)").json(["isDone": true]).authorization(.bearer)
        case .attach(let file, let id):
            .put("/todos/\(id)/attachment").multipart([.file(file, name: "file")]).authorization(.bearer)
        case .attachment(let id): .get("/todos/\(id)/attachment").authorization(.bearer)
        case .events: .get("/events").authorization(.bearer)
        }
    }
}

// The type of each response. A caller then names no type: `try await api.value(.add("Feed the terns"))`.

extension Call<TaskAPI, Tokens> {
    static func logIn(_ user: String, password: String) -> Self { .init(.logIn(user: user, password: password)) }
    static func refresh(_ token: String) -> Self { .init(.refresh(token: token)) }
}

extension Call<TaskAPI, TodoPage> {
    static func todos(after cursor: String? = nil) -> Self { .init(.todos(after: cursor)) }
}

extension Call<TaskAPI, Todo> {
    static func add(_ title: String) -> Self { .init(.add(title: title)) }
    static func finish(_ id: Int) -> Self { .init(.finish(id: id)) }
    static func attach(_ file: URL, to id: Int) -> Self { .init(.attach(file, id: id)) }
}

extension Call<TaskAPI, TaskEvent> {
    static var events: Self { .init(.events) }
}
