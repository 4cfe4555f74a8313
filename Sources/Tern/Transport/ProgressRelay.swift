import Foundation

/// Tells progress on a queue of its own, so that a slow listener holds up neither the engine nor other transfers.
struct ProgressRelay: Sendable {
    private let listener: (queue: DispatchQueue, handler: ProgressHandler)?

    init(_ handler: ProgressHandler?) {
        listener = handler.map { (DispatchQueue(label: "Tern.progress"), $0) }
    }

    func report(_ progress: TransferProgress) {
        guard let listener else { return }
        listener.queue.async { listener.handler(progress) }
    }

    /// Runs `action` after all that was reported; at once where nobody listens.
    func afterAll(_ action: @escaping @Sendable () -> Void) {
        guard let listener else { return action() }
        listener.queue.async(execute: action)
    }
}
