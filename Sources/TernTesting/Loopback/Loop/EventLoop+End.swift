/// The end of the connections after the server was stopped.
extension EventLoop {
    /// Maximum time for clients to disconnect.
    private static let patience = Duration.seconds(3)

    /// Closes all connections. A connection is closed immediately unless its client waits for a response that the
    /// journal records: such a client may just have been cancelled, and may disconnect a little later. If it doesn't
    /// disconnect, the journal records an interrupted request.
    mutating func end() {
        isEnding = true
        poller.remove(token: Self.listenerToken)
        closeConnectionsWithoutWaitingClient()
        for connection in sortedConnections where !connection.isWritingScript { connection.handlerTask?.cancel() }

        let end = ContinuousClock.now + Self.patience
        var events: [PollEvent] = []
        var isOver = false
        while !connections.isEmpty, !isOver {
            let left = ContinuousClock.now.duration(to: end)
            // After a delay of the whole process, the events that have arrived in the meantime are still handled.
            isOver = left <= .zero
            poller.wait(&events, atMost: isOver ? 0 : Int32(left / .milliseconds(1)) + 1)
            // Scripts that have sent all their bytes may end in this time.
            _ = process(commandQueue.takeAll())
            for event in events { handle(event) }
            closeConnectionsWithoutWaitingClient()
        }
        for connection in sortedConnections {
            log.report?.interrupt(connection.call)
            close(connection)
        }
    }

    /// The connections in the order in which they were accepted.
    private var sortedConnections: [Connection] { connections.values.sorted { $0.number < $1.number } }

    private mutating func closeConnectionsWithoutWaitingClient() {
        for connection in sortedConnections where connection.call == nil || !connection.hasUnfinishedResponse {
            close(connection)
        }
    }
}
