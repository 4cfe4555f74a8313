import Foundation
import Tern

/// Waits for one value from another thread.
enum Delivery {
    /// - Parameters:
    ///   - description: The description of the wait.
    ///   - limit: The longest wait for the value.
    ///   - start: Begins the work. `yield` returns `.enqueued` if the value is still wanted.
    /// - Throws: `TernError` with code `.timedOut`; `CancellationError`.
    static func value<Value: Sendable>(
        of description: String,
        within limit: Duration,
        _ start: @escaping @Sendable (AsyncStream<Value>.Continuation) -> Void
    ) async throws -> Value {
        try await ExternalWait.run(description) {
            let (values, sink) = AsyncStream<Value>.makeStream()
            let timer = DispatchWorkItem { sink.finish() }
            defer { timer.cancel() }
            let seconds = min(limit, .seconds(1_000_000)) / .seconds(1)
            DispatchQueue.global().asyncAfter(deadline: .now() + seconds, execute: timer)
            start(sink)
            for await value in values { return value }
            try Task.checkCancellation()
            throw TernError(.timedOut, reason: "Waiting for \(description) took longer than \(limit).")
        }
    }
}
