import Foundation
import Tern

/// Collects the bodies of a session's tasks, and nothing else.
final class BareDelegate: NSObject, URLSessionDataDelegate {
    private struct Transfer {
        let continuation: CheckedContinuation<Int, any Error>
        var body = Data()
    }

    private let transfers = Locked<[Int: Transfer]>([:])

    /// Starts the task. The continuation receives the bytes of its body.
    func run(_ task: URLSessionTask, _ continuation: CheckedContinuation<Int, any Error>) {
        let id = task.taskIdentifier
        transfers.withLock { $0[id] = Transfer(continuation: continuation) }
        task.resume()
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        let id = dataTask.taskIdentifier
        transfers.withLock { $0[id]?.body.append(data) }
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        let id = task.taskIdentifier
        guard let transfer = transfers.withLock({ $0.removeValue(forKey: id) }) else { return }
        transfer.continuation.resume(with: error.map { .failure($0) } ?? .success(transfer.body.count))
    }
}
