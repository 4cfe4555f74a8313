import Foundation
import Tern
import TernTesting

/// Records the calls of a session.
final class RecordingDelegate: NSObject, URLSessionDataDelegate {
    private let state = Locked<[String]>([])
    private let ended = SampleGate()
    private let onData: @Sendable (URLSessionTask) -> Void
    private let onRedirect: @Sendable (URLRequest) -> URLRequest?

    init(
        onData: @escaping @Sendable (URLSessionTask) -> Void = { _ in },
        onRedirect: @escaping @Sendable (URLRequest) -> URLRequest? = { $0 }
    ) {
        self.onData = onData
        self.onRedirect = onRedirect
    }

    var events: [String] { state.withLock { $0 } }

    /// Returns when a task has ended.
    func end() async {
        try? await ended.pass()
    }

    func urlSession(
        _ session: URLSession,
        dataTask: URLSessionDataTask,
        didReceive response: URLResponse,
        completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
    ) {
        state.withLock { $0.append("\((response as? HTTPURLResponse)?.statusCode ?? 0)") }
        completionHandler(.allow)
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        state.withLock { $0.append(String(decoding: data, as: UTF8.self)) }
        onData(dataTask)
    }

    func urlSession(
        _ session: URLSession,
        task: URLSessionTask,
        willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest,
        completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {
        state.withLock { $0.append("redirect \(response.statusCode) \(request.url?.path ?? "")") }
        completionHandler(onRedirect(request))
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        state.withLock { $0.append(error.map { "error \(($0 as? URLError)?.code.rawValue ?? 0)" } ?? "end") }
        ended.release()
    }
}

/// The arguments of a data task's completion handler.
func completed(_ session: URLSession, _ request: URLRequest) async throws -> (Data?, URLResponse?) {
    try await withCheckedThrowingContinuation { continuation in
        session.dataTask(with: request) { data, response, error in
            continuation.resume(with: error.map { .failure($0) } ?? .success((data, response)))
        }.resume()
    }
}
