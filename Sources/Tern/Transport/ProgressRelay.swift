import Foundation

/// Calls a progress handler on its own queue, so that a slow handler delays neither the engine nor other transfers.
///
/// A handler that is slower than the network receives only the latest update, so that it doesn't delay the end of the
/// transfer.
///
/// The queue is created when a handler is first called.
public struct ProgressRelay: Sendable {
    private struct State {
        /// Created for the first update that calls the handler, and used for all later updates.
        var queue: DispatchQueue?
        /// The latest update, if the handler hasn't received it yet.
        var pending: TransferProgress?
    }

    private struct Reporting: Sendable {
        let handler: ProgressHandler
        let record: (@Sendable (TransferProgress) -> Bool)?
        let state = Locked(State())
    }

    private let reporting: Reporting?

    /// - Parameter hop: The hop whose `progress` handler receives the updates.
    public init(for hop: Hop) {
        reporting = hop.sink.map { Reporting(handler: $0.report, record: $0.record) }
    }

    /// Passes an update to the handler, and returns at once. The numbers of bytes must not decrease between updates.
    public func report(_ progress: TransferProgress) {
        guard let reporting else { return }
        if reporting.record?(progress) == true { return }
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

    /// Returns after the handler has received the last update. A transport awaits this before it returns or throws, so
    /// that no update arrives after the end of the call.
    public func finish() async {
        await withCheckedContinuation { end in afterAll { end.resume() } }
    }

    /// Runs `action` after all reported updates. Runs it at once if the handler was never called.
    func afterAll(_ action: @escaping @Sendable () -> Void) {
        guard let queue = reporting?.state.withLock(\.queue) else { return action() }
        queue.async(execute: action)
    }
}
