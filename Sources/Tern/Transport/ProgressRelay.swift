import Foundation

/// Tells progress on a queue of its own, so that a slow listener holds up neither the engine nor other transfers. One
/// that is slower than the network gets the latest, so that it doesn't hold up the end either.
struct ProgressRelay: Sendable {
    private final class Listener: Sendable {
        let queue = DispatchQueue(label: "Tern.progress")
        let handler: ProgressHandler
        let untold = Locked<TransferProgress?>(nil)

        init(_ handler: @escaping ProgressHandler) {
            self.handler = handler
        }
    }

    private let listener: Listener?

    init(_ handler: ProgressHandler?) {
        listener = handler.map(Listener.init)
    }

    func report(_ progress: TransferProgress) {
        guard let listener else { return }
        let isTelling = listener.untold.withLock { untold in
            defer { untold = progress }
            return untold != nil
        }
        if isTelling { return }
        listener.queue.async {
            let progress = listener.untold.withLock { untold in
                defer { untold = nil }
                return untold
            }
            if let progress { listener.handler(progress) }
        }
    }

    /// Runs `action` after all that was reported; at once where nobody listens.
    func afterAll(_ action: @escaping @Sendable () -> Void) {
        guard let listener else { return action() }
        listener.queue.async(execute: action)
    }
}
