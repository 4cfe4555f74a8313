/// A connection of a ``SocketLoop``. Only the loop's thread uses it.
package protocol SocketConnection: AnyObject {
    /// Counted from 1 in the order in which the server accepted connections.
    var number: Int { get }
    var descriptor: Int32 { get }
    /// The events that ``SocketLoop/update(_:)`` has to wait for.
    var interest: PollInterest { get }
}

/// The sockets of a server with one thread: accepts connections, and waits for events of them and for commands.
package final class SocketLoop<Connection: SocketConnection> {
    private let listener: Listener
    private var poller = Poller()
    private var events: [PollEvent] = []
    private var connectionsByNumber: [Int: Connection] = [:]
    private var acceptsConnections = true
    /// Whether a client in the queue may wait for a free file descriptor.
    private var waitsForDescriptor = false

    private static var listenerToken: Int { 0 }
    private static var wakeToken: Int { -1 }
    private static var maximumAcceptsPerWake: Int { 64 }
    private static var descriptorWaitMilliseconds: Int32 { 50 }

    /// - Parameter wakeDescriptor: Readable while there are commands.
    package init(listener: Listener, wakeDescriptor: Int32) {
        self.listener = listener
        poller.add(listener.descriptor, token: Self.listenerToken, interest: .read)
        poller.add(wakeDescriptor, token: Self.wakeToken, interest: .read)
    }

    /// The connections in the order in which they were accepted.
    package var connections: [Connection] { connectionsByNumber.values.sorted { $0.number < $1.number } }

    package func connection(_ number: Int) -> Connection? { connectionsByNumber[number] }

    /// Waits for events, and handles them.
    ///
    /// - Parameters:
    ///   - limit: The longest wait in milliseconds. Unlimited by default.
    ///   - execute: Executes commands, before all other events. Returns whether to continue.
    ///   - accept: Makes a connection.
    ///   - handle: Reads from a connection and writes to it.
    /// - Returns: Whether to continue.
    package func step(
        atMost limit: Int32 = -1,
        execute: () -> Bool,
        accept: (_ descriptor: Int32) -> Connection,
        handle: (Connection, PollEvent) -> Void
    ) -> Bool {
        // No event tells that another part of the process has closed a file.
        poller.wait(&events, atMost: waitsForDescriptor ? Self.descriptorWaitMilliseconds : limit)
        if waitsForDescriptor { resumeAccepting() }
        if events.contains(where: { $0.token == Self.wakeToken }), !execute() { return false }
        for event in events where event.token != Self.wakeToken {
            if event.token == Self.listenerToken {
                acceptAll(accept)
            } else if let connection = connectionsByNumber[event.token] {
                // An earlier event of the same batch may have closed other connections.
                handle(connection, event)
            }
        }
        return true
    }

    /// Waits for other events from now on.
    package func update(_ connection: Connection) {
        poller.update(token: connection.number, interest: connection.interest)
    }

    /// - Returns: Whether the connection was open.
    @discardableResult
    package func close(_ connection: Connection, byReset isReset: Bool) -> Bool {
        guard connectionsByNumber.removeValue(forKey: connection.number) != nil else { return false }
        poller.remove(token: connection.number)
        if isReset { Sockets.reset(connection.descriptor) } else { Sockets.close(connection.descriptor) }
        if !acceptsConnections { resumeAccepting() }
        return true
    }

    /// Closes the port.
    package func stopListening() {
        listener.close()
        poller.remove(token: Self.listenerToken)
    }

    // MARK: - Private

    private func acceptAll(_ make: (_ descriptor: Int32) -> Connection) {
        // The number is limited, so that a continuous stream of new clients doesn't delay the accepted connections.
        for _ in 0..<Self.maximumAcceptsPerWake {
            switch listener.accept() {
            case .accepted(let descriptor):
                let connection = make(descriptor)
                connectionsByNumber[connection.number] = connection
                poller.add(descriptor, token: connection.number, interest: connection.interest)
            case .descriptorsExhausted:
                // A queued client would make every wait return immediately.
                waitsForDescriptor = true
                return pauseAccepting()
            case .nonePending: return
            case .listenerClosed: return pauseAccepting()
            }
        }
    }

    private func resumeAccepting() {
        (acceptsConnections, waitsForDescriptor) = (true, false)
        poller.update(token: Self.listenerToken, interest: .read)
    }

    private func pauseAccepting() {
        acceptsConnections = false
        poller.update(token: Self.listenerToken, interest: [])
    }
}
