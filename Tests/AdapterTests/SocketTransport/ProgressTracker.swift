import Foundation
import Tern

/// The bytes of body that an exchange has sent and received, reported to the request's progress handler.
final class ProgressTracker: Sendable {
    private let report: TransferProgress.Handler?
    /// Calls the handler, which may be slow.
    private let queue = DispatchQueue(label: "progress")
    private let latest: Guarded<TransferProgress>

    init(for request: Request, _ hop: Hop) {
        report = hop.progress
        latest = Guarded(TransferProgress(expectedSentBytes: request.body?.length))
    }

    var progress: TransferProgress { latest.withLock { $0 } }

    func expectReceived(_ bytes: Int64?) {
        latest.withLock { $0.expectedReceivedBytes = bytes }
    }

    func send(_ bytes: Int) {
        update { $0.sentBytes += Int64(bytes) }
    }

    func receive(_ bytes: Int) {
        update { $0.receivedBytes += Int64(bytes) }
    }

    /// Returns after the handler has received the last update.
    func finish() async {
        guard report != nil else { return }
        await withCheckedContinuation { end in queue.async { end.resume() } }
    }

    /// Reports under the lock, so that updates from both directions keep their order.
    private func update(_ change: (inout TransferProgress) -> Void) {
        latest.withLock { progress in
            change(&progress)
            guard let report else { return }
            queue.async { [progress] in report(progress) }
        }
    }
}
