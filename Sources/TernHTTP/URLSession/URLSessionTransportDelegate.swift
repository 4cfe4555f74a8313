import Foundation

/// Forwards each event of a session to the transfer of its task.
final class URLSessionTransportDelegate: NSObject, URLSessionDataDelegate {
    private let transfers = Locked<[Int: URLSessionTransfer]>([:])
    private let hooks: URLSessionHooks

    init(_ hooks: URLSessionHooks) {
        self.hooks = hooks
    }

    func add(_ transfer: URLSessionTransfer, for task: URLSessionTask) {
        let id = task.taskIdentifier
        transfers.withLock { $0[id] = transfer }
    }

    private func transfer(of task: URLSessionTask) -> URLSessionTransfer? {
        let id = task.taskIdentifier
        return transfers.withLock { $0[id] }
    }

    func urlSession(
        _ session: URLSession,
        dataTask: URLSessionDataTask,
        didReceive response: URLResponse,
        completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
    ) {
        transfer(of: dataTask)?.received(response)
        completionHandler(.allow)
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        transfer(of: dataTask)?.received(data)
    }

    func urlSession(
        _ session: URLSession,
        task: URLSessionTask,
        didSendBodyData bytesSent: Int64,
        totalBytesSent: Int64,
        totalBytesExpectedToSend: Int64
    ) {
        transfer(of: task)?.sent(totalBytesSent, of: totalBytesExpectedToSend)
    }

    func urlSession(
        _ session: URLSession,
        task: URLSessionTask,
        needNewBodyStream completionHandler: @escaping @Sendable (InputStream?) -> Void
    ) {
        completionHandler(transfer(of: task)?.needsBody())
    }

    func urlSession(
        _ session: URLSession,
        task: URLSessionTask,
        willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest,
        completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {
        // The redirect is the response of this task; `Redirect` decides how to continue.
        transfer(of: task)?.received(response)
        #if canImport(FoundationNetworking)
            // FoundationNetworking traps if the completion handler is called after a cancellation. It cancels on the
            // queue that calls this method, so the state can't change during this method. Apple's session always needs
            // the call.
            guard task.state == .running else { return }
        #endif
        completionHandler(nil)
    }

    func urlSession(
        _ session: URLSession,
        task: URLSessionTask,
        didReceive challenge: URLAuthenticationChallenge,
        completionHandler: @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
    ) {
        #if canImport(FoundationNetworking)
            transfer(of: task)?.challenged()
            // The completion handler is called on another queue, because it waits for the queue of this method. With
            // any other disposition, FoundationNetworking waits forever. With this disposition the task fails as
            // cancelled, and `URLSessionTransfer` replaces that error.
            DispatchQueue.global().async { completionHandler(.cancelAuthenticationChallenge, nil) }
        #else
            // Challenges of a connection also arrive here, since the delegate has no method for challenges of the
            // session (documentation of URLSessionDelegate.urlSession(_:didReceive:completionHandler:)).
            guard let transfer = transfer(of: task) else {
                // The task has ended. Its challenge handler and its trust rules can't refuse the server any more.
                let isTrust = challenge.protectionSpace.authenticationMethod == NSURLAuthenticationMethodServerTrust
                return completionHandler(isTrust ? .cancelAuthenticationChallenge : .performDefaultHandling, nil)
            }
            hooks.responder.respond(to: challenge, of: transfer, completion: completionHandler)
        #endif
    }

    #if !canImport(FoundationNetworking)
        func urlSession(_ session: URLSession, taskIsWaitingForConnectivity task: URLSessionTask) {
            guard let onWaiting = hooks.onWaiting, let transfer = transfer(of: task) else { return }
            onWaiting(transfer.request)
        }

        func urlSession(
            _ session: URLSession,
            task: URLSessionTask,
            didFinishCollecting metrics: URLSessionTaskMetrics
        ) {
            if let metrics = TransportMetrics(metrics) { transfer(of: task)?.measured(metrics) }
        }
    #endif

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        let id = task.taskIdentifier
        let transfer = transfers.withLock { $0.removeValue(forKey: id) }
        // FoundationNetworking doesn't report the head of a redirect without a Location.
        if error == nil, transfer?.hasHead == false, let response = task.response { transfer?.received(response) }
        transfer?.completed(error)
    }
}
