import Tern
import TernTesting

/// The record of a server, for which tasks can wait.
final class HTTP2Log: Sendable {
    private let state = WaitableState(HTTP2Record())

    var record: HTTP2Record { state.value }

    func update(_ change: @Sendable (inout HTTP2Record) -> Void) {
        state.update(change)
    }

    /// - Throws: `TestKitError` with code `.serverStopped` if the server is stopped before the condition is true.
    func wait(until condition: @escaping @Sendable (HTTP2Record) -> Bool) async throws {
        try await state.wait { record in
            if condition(record) { return .success(()) }
            let message = "The server was stopped while a test waited for it."
            return record.isStopped ? .failure(TestKitError(.serverStopped, message)) : nil
        }
    }
}
