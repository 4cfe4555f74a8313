import Foundation

/// Calls a progress handler on its own queue, so that a slow handler delays neither the engine nor other transfers.
///
/// A handler that is slower than the network receives only the latest update, so that it doesn't delay the end of the
/// transfer.
///
/// The queue is created when a handler is first called.
package struct ProgressRelay: Sendable {
    private struct Reporting: Sendable {
        let record: (@Sendable (TransferProgress) -> Bool)?
        /// Created for the first update that calls the handler, and used for all later updates.
        let queue: Locked<DispatchQueue?>
        /// Holds the latest update, if the handler hasn't received it yet.
        let delivery: SerialDelivery<TransferProgress?, TransferProgress>

        init(_ sink: ProgressSink) {
            let queue = Locked<DispatchQueue?>(nil)
            self.queue = queue
            record = sink.record
            delivery = SerialDelivery(
                nil,
                on: { Self.queue(in: queue).async(execute: $0) },
                take: { $0.take() },
                deliver: sink.report
            )
        }

        private static func queue(in queue: Locked<DispatchQueue?>) -> DispatchQueue {
            queue.withLock { queue in
                let known = queue ?? DispatchQueue(label: "Tern.progress")
                queue = known
                return known
            }
        }
    }

    private let reporting: Reporting?

    /// - Parameter hop: The hop whose `progress` handler receives the updates.
    package init(for hop: Hop) {
        reporting = hop.sink.map(Reporting.init)
    }

    /// Passes an update to the handler, and returns at once. The numbers of bytes must not decrease between updates.
    package func report(_ progress: TransferProgress) {
        guard let reporting, reporting.record?(progress) != true else { return }
        reporting.delivery.update { $0 = progress }
    }

    /// Returns after the handler has received the last update. A transport awaits this before it returns or throws, so
    /// that no update arrives after the end of the call.
    package func finish() async {
        await withCheckedContinuation { end in afterAll { end.resume() } }
    }

    /// Runs `action` after all reported updates. Runs it at once if the handler was never called.
    package func afterAll(_ action: @escaping @Sendable () -> Void) {
        guard let queue = reporting?.queue.withLock(\.self) else { return action() }
        queue.async(execute: action)
    }
}
