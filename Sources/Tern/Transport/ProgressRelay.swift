import Foundation

/// Reports progress on a queue of its own, so that a slow handler holds up neither the engine nor other transfers. One that
/// is slower than the network receives the latest update, so that it doesn't hold up the end either.
///
/// There is no queue, and so no thread, before a handler has to be called.
struct ProgressRelay: Sendable {
    private struct State {
        /// Made for the first update that needs it; used for all that come after.
        var queue: DispatchQueue?
        /// The latest update that no handler has received.
        var pending: TransferProgress?
    }

    private struct Reporting: Sendable {
        let handler: ProgressHandler
        let record: (@Sendable (TransferProgress) -> Bool)?
        let state = Locked(State())
    }

    private let reporting: Reporting?

    /// - Parameter request: Its `progress` receives what is reported.
    init(for request: Request) {
        reporting = request.progress.map { Reporting(handler: $0, record: request.recordProgress) }
    }

    func report(_ progress: TransferProgress) {
        guard let reporting else { return }
        // An update that overtakes those on the queue would be replaced by an older one.
        if reporting.state.withLock({ $0.queue == nil }), reporting.record?(progress) == true { return }
        let queue = reporting.state.withLock { state -> DispatchQueue? in
            let queue = state.queue ?? DispatchQueue(label: "Tern.progress")
            state.queue = queue
            defer { state.pending = progress }
            return state.pending == nil ? queue : nil
        }
        queue?.async {
            let progress = reporting.state.withLock { state in
                defer { state.pending = nil }
                return state.pending
            }
            if let progress { reporting.handler(progress) }
        }
    }

    /// Runs `action` after everything that was reported; at once where no handler had to be called.
    func afterAll(_ action: @escaping @Sendable () -> Void) {
        guard let queue = reporting?.state.withLock(\.queue) else { return action() }
        queue.async(execute: action)
    }
}
