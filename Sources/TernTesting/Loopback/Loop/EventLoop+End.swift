/// What becomes of the connections when the server is stopped.
extension EventLoop {
    /// How long it may take until a client turns out to be gone.
    private static let patience = Duration.seconds(3)

    /// Closes all connections: at once, but for those whose client waits for an answer that is in the journal. Such a
    /// client may have been cancelled just now, and close its end a little later; if it doesn't, the journal is told.
    mutating func end() {
        isEnding = true
        poller.remove(token: Self.listenerToken)
        closeAllButAwaited()
        for connection in connections.values where !connection.isWritingScript { connection.handlerTask?.cancel() }

        let end = ContinuousClock.now + Self.patience
        var events: [PollEvent] = []
        var isOver = false
        while !connections.isEmpty, !isOver {
            let left = ContinuousClock.now.duration(to: end)
            // Where the process itself was held up, what has come meanwhile is looked at all the same.
            isOver = left <= .zero
            poller.wait(&events, atMost: isOver ? 0 : Int32(left / .milliseconds(1)) + 1)
            // Scripts may come to their end, which is a matter of moments if they have sent all.
            _ = deliver(mailbox.collect())
            for event in events { handle(event) }
            closeAllButAwaited()
        }
        for connection in Array(connections.values) {
            log.requestIsInterrupted(connection.call)
            close(connection)
        }
    }

    private mutating func closeAllButAwaited() {
        for connection in Array(connections.values) where connection.call == nil || !connection.owesAnswer {
            close(connection)
        }
    }
}
