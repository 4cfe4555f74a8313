extension LoopbackServer {
    /// The requests so far, in the order of their arrival; empty if they aren't recorded.
    public var requests: [LoopbackRequest] { log.requests }

    /// What came so far and was no request that this server takes, in the order of arrival; empty if requests aren't
    /// recorded. It is recorded before it is answered.
    public var malformedRequests: [LoopbackMalformedRequest] { log.malformedRequests }

    /// How many requests arrived so far, recorded or not.
    public var requestCount: Int { log.counts.requests }

    /// How many connections are open. A client may know of a new one slightly earlier, and of a closed one later.
    public var openConnections: Int { log.counts.openConnections }

    /// How many connections were accepted so far, the closed ones too.
    public var acceptedConnections: Int { log.counts.acceptedConnections }

    /// How many bytes the kernel has taken so far, heads included.
    public var sentBytes: Int { log.counts.sentBytes }

    /// How many bytes were received so far, heads included. What comes after a connection's last answer isn't counted.
    public var receivedBytes: Int { log.counts.receivedBytes }

    /// Waits until this many requests have arrived, and returns all there are by then. A request counts as soon as it
    /// is handed to the handler, answered or not.
    ///
    /// - Throws: `CancellationError` when the task is cancelled, and `LoopbackServerError` with code `.stopped` when
    ///   the server is stopped before.
    @discardableResult
    public func requests(atLeast minimum: Int) async throws -> [LoopbackRequest] {
        try await log.wait(for: .requests(atLeast: minimum))
        return log.requests
    }

    /// Waits until the kernel has taken this many bytes.
    ///
    /// - Throws: `CancellationError` when the task is cancelled, and `LoopbackServerError` with code `.stopped` when
    ///   the server is stopped before.
    public func sentBytes(atLeast minimum: Int) async throws {
        try await log.wait(for: .sentBytes(atLeast: minimum))
    }

    /// Waits until this many bytes have been received.
    ///
    /// - Throws: `CancellationError` when the task is cancelled, and `LoopbackServerError` with code `.stopped` when
    ///   the server is stopped before.
    public func receivedBytes(atLeast minimum: Int) async throws {
        try await log.wait(for: .receivedBytes(atLeast: minimum))
    }

    /// Waits until no more than this many connections are open; with 0, after ``stop()`` too.
    ///
    /// - Throws: `CancellationError` when the task is cancelled.
    public func openConnections(atMost maximum: Int) async throws {
        try await log.wait(for: .openConnections(atMost: maximum))
    }
}
