#if canImport(FoundationNetworking)
    import Foundation
    import Tern

    /// Behind FoundationNetworking, whose client may only be called on the queue of its session while the task runs:
    /// it asks there, unguarded, for what a task is registered with, and traps when that is gone.
    ///
    /// The way to that queue is `resume()`: called again on a task that runs, it calls ``startLoading()`` again, from the
    /// queue. So what is to tell waits in the exchange, and is told from there. A cancel takes its turn on the queue as
    /// well, so it comes before or after, never between.
    extension StubURLProtocol {
        func load() {
            guard let task, task.state == .running, !isOver else { return }
            guard let exchange else { return begin(task) }
            guard let (parts, isLast) = exchange.next(), let client else { return }
            isOver = isLast
            let insides = URLSessionTaskInsides(task)
            if insides.isAnsweredInline {
                tellAside(parts, to: client, from: exchange.core.handing)
            } else {
                tell(parts, to: client)
            }
            guard !isLast else { return }
            // After the delegate's call, so that it can cancel between the pieces.
            let queue = insides.session?.delegateQueue
            exchange.core.asking.async {
                guard let queue else { return StubTaskChannel.wake(task) }
                queue.addOperation { StubTaskChannel.wake(task) }
            }
        }

        func stop() {
            // It is called for a `suspend()` too, after which the task goes on where it was.
            guard task?.state != .suspended else { return }
            exchange?.cancel()
        }

        private func begin(_ task: URLSessionTask) {
            guard let core = StubProtocolClasses.core(of: Self.self) else {
                client?.urlProtocol(self, didFailWithError: StubSessionError.noStub)
                isOver = true
                return
            }
            let insides = URLSessionTaskInsides(task)
            let channel = StubTaskChannel(
                task: task,
                session: insides.session,
                takesPieces: insides.isForDelegate
            )
            let exchange = StubExchange(core: core, channel: channel)
            self.exchange = exchange
            let (request, upload) = (insides.withAdditionalHeaders(request), insides.upload)
            if exchange.begin() { exchange.ask(request) { upload?.data } }
        }

        /// Calls the client from another thread, while this one, the session's queue, waits.
        ///
        /// An async method of `URLSession` resumes its continuation right inside of the client's call. That needs the
        /// lock of the Swift task, which a `cancel()` of that task holds while it waits for the session's queue: a
        /// deadlock, if this were the queue. So the queue waits no longer than it takes to be past what needs it, which
        /// is some microseconds; what takes longer can only wait for that lock.
        private func tellAside(
            _ parts: [StubExchange.Part],
            to client: any URLProtocolClient,
            from queue: DispatchQueue
        ) {
            // Not Sendable by its type; this thread doesn't touch it until the other is done, or only waits for a lock.
            nonisolated(unsafe) let this = self
            let isTaken = Locked(false)
            let take: @Sendable () -> Bool = {
                isTaken.withLock { isTaken in
                    defer { isTaken = true }
                    return !isTaken
                }
            }
            let hasBegun = DispatchSemaphore(value: 0)
            let isTold = DispatchSemaphore(value: 0)
            queue.async {
                guard take() else { return }
                hasBegun.signal()
                this.tell(parts, to: client)
                isTold.signal()
            }
            // There may be no thread for it, if more queues than there are threads wait for one.
            if hasBegun.wait(timeout: .now() + .seconds(1)) == .timedOut, take() { return tell(parts, to: client) }
            _ = isTold.wait(timeout: .now() + .milliseconds(100))
        }
    }

    /// A task of FoundationNetworking.
    private struct StubTaskChannel: StubExchangeChannel {
        let task: URLSessionTask
        let session: URLSession?
        let takesPieces: Bool

        static func wake(_ task: URLSessionTask) {
            // One that is suspended asks by itself when it is resumed.
            if task.state == .running { task.resume() }
        }

        func wake() {
            Self.wake(task)
        }

        func check(_ request: RecordedRequest) throws {
            if task is URLSessionDownloadTask { throw StubSessionError.downloadTask(request) }
            guard task is URLSessionDataTask else { throw StubSessionError.unsupportedTask(request) }
        }

        func redirect(
            to next: URLRequest,
            by response: HTTPURLResponse,
            decide: @escaping @Sendable (StubRedirect) -> Void
        ) {
            // The client's own way for it traps.
            guard let session, let delegate = session.delegate as? any URLSessionTaskDelegate else {
                return decide(.follow(next))
            }
            session.delegateQueue.addOperation { [task] in
                delegate.urlSession(session, task: task, willPerformHTTPRedirection: response, newRequest: next) {
                    next in
                    decide(next.map(StubRedirect.follow) ?? .stay)
                }
            }
        }
    }
#endif
