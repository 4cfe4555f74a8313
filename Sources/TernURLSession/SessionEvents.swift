import Foundation
import TernHTTP

/// Passes each event of a session to the transfer of its task. The session's delegate only forwards to it, so that a
/// test can report events in any order.
///
/// Events for a task that has completed have no effect, and their completion handlers are still called.
final class SessionEvents: Sendable {
    let hooks: URLSessionHooks
    private let transfers = Locked<[Int: URLSessionTransfer]>([:])

    init(_ hooks: URLSessionHooks) {
        self.hooks = hooks
    }

    func add(_ transfer: URLSessionTransfer, for task: any SessionTask) {
        let id = task.taskIdentifier
        transfers.withLock { $0[id] = transfer }
    }

    /// The transfer of a task. `nil` after the task has completed.
    func transfer(of task: any SessionTask) -> URLSessionTransfer? {
        let id = task.taskIdentifier
        return transfers.withLock { $0[id] }
    }

    /// - Parameter completion: The session reports nothing more about the task until this is called.
    func received(
        _ response: URLResponse,
        of task: any SessionTask,
        completion: (URLSession.ResponseDisposition) -> Void
    ) {
        transfer(of: task)?.received(response)
        completion(.allow)
    }

    /// The redirect is the response of the task; `Redirect` decides how to continue.
    func redirected(by response: HTTPURLResponse, of task: any SessionTask, completion: (URLRequest?) -> Void) {
        transfer(of: task)?.received(response)
        completion(nil)
    }

    func needsBody(of task: any SessionTask, completion: (InputStream?) -> Void) {
        completion(transfer(of: task)?.needsBody())
    }

    func isWaitingForConnectivity(_ task: any SessionTask) {
        guard let onWaiting = hooks.onWaiting, let transfer = transfer(of: task), !transfer.isEnded else { return }
        onWaiting(transfer.request)
    }

    func completed(_ task: any SessionTask, with error: (any Error)?) {
        let id = task.taskIdentifier
        let transfer = transfers.withLock { $0.removeValue(forKey: id) }
        // FoundationNetworking doesn't report the head of a redirect without a Location.
        if error == nil, transfer?.hasHead == false, let response = task.response { transfer?.received(response) }
        transfer?.completed(error)
    }

    /// The session's last event (documentation of `urlSession(_:didBecomeInvalidWithError:)`). A task that hasn't
    /// completed by then never does, so its call would wait forever.
    func invalidated(with error: (any Error)?) {
        let transfers = transfers.withLock { transfers in
            defer { transfers = [:] }
            return Array(transfers.values)
        }
        for transfer in transfers {
            let reason = "The system invalidated the URLSession. Create another transport."
            transfer.completed(TernError(.transportFailed, reason: reason, underlying: error))
        }
    }
}
