import Foundation
import Tern
import TernPlugins

/// The app's access to the tasks. The provider decides whether it is live or stubbed.
struct TaskRepository: Sendable {
    private let api: any ProviderType<TaskAPI>

    init(api: any ProviderType<TaskAPI>) {
        self.api = api
    }

    func logIn(_ user: String, password: String) async throws(TaskFailure) -> Tokens {
        try await api.value(.logIn(user, password: password), failingWith: TaskFailure.init)
    }

    /// The pages of the list. Each page is requested when the loop needs it.
    ///
    /// - Parameter isStored: Whether only pages of the cache are used, for a device without a network.
    func pages(isStored: Bool = false) -> Pages<TodoPage> {
        let options = CallOptions(cacheUse: isStored ? .onlyStored : .reload)
        return api.pages(.cursors(at: \.next) { .todos(after: $0) }, options: options)
    }

    func add(_ title: String) async throws(TaskFailure) -> Todo {
        try await api.value(.add(title), failingWith: TaskFailure.init)
    }

    func finish(_ id: Int) async throws(TaskFailure) -> Todo {
        try await api.value(.finish(id), failingWith: TaskFailure.init)
    }

    func attach(_ file: URL, to id: Int, progress: TransferProgress.Handler? = nil) async throws(TaskFailure) -> Todo {
        let options = CallOptions(progress: progress)
        return try await api.value(.attach(file, to: id), options: options, failingWith: TaskFailure.init)
    }

    /// Downloads the attachment of a task. The server names the file. An interrupted download continues.
    func download(
        attachmentOf id: Int,
        to folder: URL,
        progress: TransferProgress.Handler? = nil
    ) async throws(TernError) -> Response {
        try await api.download(
            .attachment(id: id),
            to: .directory(folder),
            options: CallOptions(progress: progress)
        )
    }

    /// The changes of tasks, over as many connections as needed.
    func events(willReconnect: @escaping @Sendable (Reconnection.Wait) -> Void = { _ in }) -> ValueStream<TaskEvent> {
        api.values(.events, reconnecting: Reconnection(maximumFailures: 5, willReconnect: willReconnect))
    }
}
