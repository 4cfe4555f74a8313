extension LoopbackServer {
    /// The newest requests, in the order of their arrival, up to the limits in ``Options``. ``droppedRequests`` is the
    /// number of older requests.
    public var requests: [RecordedRequest] { log.requests }

    /// The number of requests that aren't in ``requests``, because of the limits in ``Options``.
    public var droppedRequests: Int { log.droppedRequests }

    /// The newest malformed requests, in the order of their arrival. Each one is recorded before the server responds.
    public var malformedRequests: [MalformedRequest] { log.malformedRequests }

    /// The number of requests so far, including requests that aren't recorded.
    public var requestCount: Int { log.counts.requests }

    /// The number of open connections. A client may notice a new connection slightly earlier, and a closed connection
    /// slightly later.
    public var openConnections: Int { log.counts.openConnections }

    /// The number of connections that were accepted so far, including closed connections.
    public var acceptedConnections: Int { log.counts.acceptedConnections }

    /// The number of bytes that the kernel has accepted for sending so far, including heads.
    public var sentBytes: Int { log.counts.sentBytes }

    /// The number of bytes that were received so far, including heads. Bytes after the last response of a connection
    /// aren't counted.
    public var receivedBytes: Int { log.counts.receivedBytes }

    /// Waits until this number of requests has arrived, and returns ``requests``. A request counts as soon as
    /// the handler receives it, before its response.
    ///
    /// - Throws: `CancellationError` when the task is cancelled; `TestKitError` with code `.serverStopped` when the
    ///   server is stopped first.
    @discardableResult
    public func waitForRequests(atLeast minimum: Int) async throws -> [RecordedRequest] {
        try await log.wait(forAtLeast: minimum, "requests") { $0.requests }
        return log.requests
    }

    /// Waits until the kernel has accepted this number of bytes for sending.
    ///
    /// - Throws: `CancellationError` when the task is cancelled; `TestKitError` with code `.serverStopped` when the
    ///   server is stopped first.
    public func waitForSentBytes(atLeast minimum: Int) async throws {
        try await log.wait(forAtLeast: minimum, "sent bytes") { $0.sentBytes }
    }

    /// Waits until this number of bytes has been received.
    ///
    /// - Throws: `CancellationError` when the task is cancelled; `TestKitError` with code `.serverStopped` when the
    ///   server is stopped first.
    public func waitForReceivedBytes(atLeast minimum: Int) async throws {
        try await log.wait(forAtLeast: minimum, "received bytes") { $0.receivedBytes }
    }

    /// Waits until at most this number of connections is open. After ``stop()``, a `maximum` of 0 waits until all
    /// connections are closed.
    ///
    /// - Throws: `CancellationError` when the task is cancelled.
    public func waitForOpenConnections(atMost maximum: Int) async throws {
        try await log.wait(forOpenConnectionsAtMost: maximum)
    }
}
