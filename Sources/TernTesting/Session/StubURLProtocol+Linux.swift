#if canImport(FoundationNetworking)
    import Foundation
    import Tern

    /// The protocol for FoundationNetworking. Its client may be called only on the queue of the session, and only while
    /// the task runs. It reads the registration of the task without a check.
    ///
    /// `resume()` is the only access to that queue: for a running task, it calls ``startLoading()`` again on the queue.
    /// So parts wait in the exchange, and are delivered from that call. A cancellation also runs on the queue, so it
    /// comes before or after a delivery, never during one.
    extension StubURLProtocol {
        func load() {
            guard let task, task.state == .running, !isOver else { return }
            guard let exchange else { return begin(task) }
            guard let client, let offer = exchange.take() else { return }
            isOver = offer.isLast
            deliverOnOtherThread(offer.parts, to: client, from: exchange.core.deliveryQueue)
            let queue = URLSessionTaskReflection(task).session?.delegateQueue
            guard !offer.isLast else {
                offer.isDelivered()
                return endWait(after: queue)
            }
            // The next piece is delivered after the delegate's call, so that the delegate can cancel between the
            // pieces.
            exchange.core.requestQueue.async {
                guard let queue else { return offer.isDelivered() }
                queue.addOperation { offer.isDelivered() }
            }
        }

        func stop() {
            // FoundationNetworking also calls this method for a `suspend()`. The task continues afterwards.
            guard task?.state != .suspended else { return }
            exchange?.cancel()
            endWait(after: task.flatMap { URLSessionTaskReflection($0).session?.delegateQueue })
        }

        /// Ends the external wait after the calls of the delegate and of the completion handler.
        private func endWait(after queue: OperationQueue?) {
            guard let end = endWait.take() else { return }
            if let queue { queue.addOperation(end) } else { end() }
        }

        private func begin(_ task: URLSessionTask) {
            guard let core = StubProtocolClasses.core(of: Self.self) else {
                client?.urlProtocol(self, didFailWithError: TestKitError.releasedStub)
                isOver = true
                return endWait(after: URLSessionTaskReflection(task).session?.delegateQueue)
            }
            let reflection = URLSessionTaskReflection(task)
            let channel = StubChannel(
                task: task,
                session: reflection.session,
                takesPieces: reflection.isForDelegate
            )
            let exchange = StubExchange(core: core, channel: channel, time: time ?? DoubleTime(of: core.clock))
            self.exchange = exchange
            let upload = reflection.upload
            exchange.start(reflection.withAdditionalHeaders(request)) { upload?.data }
        }

        /// Calls the client from another thread, while this thread, which runs the session's queue, waits.
        ///
        /// An async method of `URLSession` resumes its continuation inside the client's call. Resuming needs the lock
        /// of the Swift task. A `cancel()` of that task holds the lock while it waits for the session's queue. A call
        /// of the client on the session's queue would then be a deadlock. So the session's queue waits only until the
        /// client no longer needs the queue, which takes a few microseconds. A longer wait can only be a wait for the
        /// lock.
        private func deliverOnOtherThread(
            _ parts: [StubExchange.Part],
            to client: any URLProtocolClient,
            from queue: DispatchQueue
        ) {
            // The type isn't Sendable. This thread doesn't use the object until the other thread is done, or only waits
            // for a lock.
            nonisolated(unsafe) let this = self
            let isTaken = Locked(false)
            let take: @Sendable () -> Bool = {
                isTaken.withLock { isTaken in
                    defer { isTaken = true }
                    return !isTaken
                }
            }
            let hasBegun = DispatchSemaphore(value: 0)
            let isDelivered = DispatchSemaphore(value: 0)
            queue.async {
                guard take() else { return }
                hasBegun.signal()
                this.deliver(parts, to: client)
                isDelivered.signal()
            }
            // The other queue may get no thread, if more queues than threads are waiting.
            if hasBegun.wait(timeout: .now() + .seconds(1)) == .timedOut, take() { return deliver(parts, to: client) }
            _ = isDelivered.wait(timeout: .now() + .milliseconds(100))
        }
    }

    /// The connection from an exchange to its session.
    struct StubChannel: Sendable {
        let task: URLSessionTask
        let session: URLSession?
        /// Whether the body may be delivered piece by piece.
        let takesPieces: Bool

        /// Notifies the session that ``StubExchange/take()`` has parts to deliver.
        func wake() {
            // A suspended task calls the protocol itself when it is resumed.
            if task.state == .running { task.resume() }
        }

        /// - Throws: `TestKitError` if the task is of an unsupported kind.
        func check(_ request: RecordedRequest) throws {
            if task is URLSessionDownloadTask { throw TestKitError.downloadTask(request) }
            guard task is URLSessionDataTask else { throw TestKitError.unsupportedTask(request) }
        }

        func redirect(to next: URLRequest, by response: HTTPURLResponse) async throws -> StubExchange.Redirection {
            // The client's own method for redirects can't be used here.
            guard let session, let delegate = task.delegate else { return .follow(next) }
            let decision = WaitableState<StubExchange.Redirection?>(nil)
            session.delegateQueue.addOperation { [task] in
                delegate.urlSession(session, task: task, willPerformHTTPRedirection: response, newRequest: next) {
                    next in
                    decision.update { $0 = next.map(StubExchange.Redirection.follow) ?? .useAsResponse }
                }
            }
            try await decision.wait { $0 == nil ? nil : .success(()) }
            return decision.value ?? .useAsResponse
        }
    }
#endif
