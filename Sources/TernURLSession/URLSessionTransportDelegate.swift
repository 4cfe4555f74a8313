import Foundation
import TernHTTP

/// Forwards each event of a session.
final class URLSessionTransportDelegate: NSObject, URLSessionDataDelegate {
    private let events: SessionEvents

    init(_ events: SessionEvents) {
        self.events = events
    }

    func urlSession(_ session: URLSession, didBecomeInvalidWithError error: (any Error)?) {
        events.invalidated(with: error)
    }

    func urlSession(
        _ session: URLSession,
        dataTask: URLSessionDataTask,
        didReceive response: URLResponse,
        completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
    ) {
        events.received(response, of: dataTask, completion: completionHandler)
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        events.transfer(of: dataTask)?.received(data)
    }

    func urlSession(
        _ session: URLSession,
        task: URLSessionTask,
        didSendBodyData bytesSent: Int64,
        totalBytesSent: Int64,
        totalBytesExpectedToSend: Int64
    ) {
        events.transfer(of: task)?.sent(totalBytesSent, of: totalBytesExpectedToSend)
    }

    func urlSession(
        _ session: URLSession,
        task: URLSessionTask,
        needNewBodyStream completionHandler: @escaping @Sendable (InputStream?) -> Void
    ) {
        events.needsBody(of: task, completion: completionHandler)
    }

    func urlSession(
        _ session: URLSession,
        task: URLSessionTask,
        willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest,
        completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {
        events.redirected(by: response, of: task) { request in
            #if canImport(FoundationNetworking)
                // In FoundationNetworking, the completion handler may only be called for a running task. A cancellation
                // uses the queue that calls this method, so the state can't change during this method. Apple's session
                // always needs the call.
                guard task.state == .running else { return }
            #endif
            completionHandler(request)
        }
    }

    func urlSession(
        _ session: URLSession,
        task: URLSessionTask,
        didReceive challenge: URLAuthenticationChallenge,
        completionHandler: @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
    ) {
        #if canImport(FoundationNetworking)
            events.transfer(of: task)?.challenged()
            // The completion handler is called on another queue, because it waits for the queue of this method. With
            // this disposition the task always ends: it fails as cancelled, and `URLSessionTransfer` replaces that
            // error.
            DispatchQueue.global().async { completionHandler(.cancelAuthenticationChallenge, nil) }
        #else
            // Challenges of a connection also arrive here, since the delegate has no method for challenges of the
            // session (documentation of URLSessionTaskDelegate.urlSession(_:task:didReceive:completionHandler:)).
            events.hooks.challenges.respond(to: challenge, of: events.transfer(of: task), completion: completionHandler)
        #endif
    }

    #if !canImport(FoundationNetworking)
        func urlSession(_ session: URLSession, taskIsWaitingForConnectivity task: URLSessionTask) {
            events.isWaitingForConnectivity(task)
        }

        func urlSession(
            _ session: URLSession,
            task: URLSessionTask,
            didFinishCollecting metrics: URLSessionTaskMetrics
        ) {
            if let metrics = Response.Metrics(metrics) { events.transfer(of: task)?.measured(metrics) }
        }
    #endif

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        events.completed(task, with: error)
    }
}
