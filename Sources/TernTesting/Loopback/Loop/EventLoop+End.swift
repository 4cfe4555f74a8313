/// The end of the connections after the server was stopped.
extension EventLoop {
    /// Maximum time for clients to disconnect.
    private static let patience = Duration.seconds(3)

    /// Closes all connections. A connection is closed immediately unless its client waits for a response that the
    /// journal records: such a client may just have been cancelled, and may disconnect a little later. If it doesn't
    /// disconnect, the journal records an interrupted request.
    func end() {
        isEnding = true
        sockets.stopListening()
        closeConnectionsWithoutWaitingClient()
        for connection in sockets.connections where !connection.isWritingScript { connection.handlerTask?.cancel() }

        let end = ContinuousClock.now + Self.patience
        var isOver = false
        while !sockets.connections.isEmpty, !isOver {
            let left = ContinuousClock.now.duration(to: end)
            // After a delay of the whole process, the events that have arrived in the meantime are still handled.
            isOver = left <= .zero
            // Scripts that have sent all their bytes may end in this time.
            step(atMost: isOver ? 0 : Int32(left / .milliseconds(1)) + 1)
            closeConnectionsWithoutWaitingClient()
        }
        for connection in sockets.connections {
            log.report?.interrupt(connection.call)
            close(connection)
        }
    }

    private func closeConnectionsWithoutWaitingClient() {
        for connection in sockets.connections where connection.call == nil || !connection.hasUnfinishedResponse {
            close(connection)
        }
    }
}
