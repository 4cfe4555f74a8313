import Tern
import TernTesting

/// The loop of a server's thread. It accepts connections, reads requests, executes the steps of scripts, and writes
/// output.
struct HTTP2Loop {
    enum Command: ServerCommand {
        case release
        /// - Parameter connection: The number of a connection. `nil` for all.
        case perform([HTTP2Step], connection: Int?)
    }

    private let sockets: SocketLoop<HTTP2Connection>
    private let commands: CommandQueue<Command>
    private let log: HTTP2Log
    private let script: HTTP2Script
    private let tls: HTTP2TLS?

    init(listener: Listener, commands: CommandQueue<Command>, log: HTTP2Log, script: HTTP2Script, tls: HTTP2TLS?) {
        sockets = SocketLoop(listener: listener, wakeDescriptor: commands.wakeDescriptor)
        self.tls = tls
        self.commands = commands
        self.log = log
        self.script = script
    }

    /// Runs until the server is stopped. Then it closes all descriptors.
    func run() {
        while sockets.step(execute: execute, accept: makeConnection, handle: handle) {}
        for connection in sockets.connections { close(connection) }
        sockets.stopListening()
        commands.close()
    }

    // MARK: - Private

    private func makeConnection(_ descriptor: Int32) -> HTTP2Connection {
        let number = log.record.acceptedConnections + 1
        log.update { record in
            record.acceptedConnections += 1
            record.openConnections += 1
            record.mostOpenConnections = max(record.mostOpenConnections, record.openConnections)
        }
        return HTTP2Connection(
            number: number,
            descriptor: descriptor,
            tls: tls?.session(),
            script: script,
            log: log
        )
    }

    /// - Returns: Whether the loop continues.
    private func execute() -> Bool {
        let batch = commands.takeAll()
        for command in batch.commands {
            for connection in sockets.connections {
                switch command {
                case .release: connection.release()
                case .perform(let steps, let number):
                    guard number == nil || number == connection.number else { continue }
                    connection.perform(steps)
                }
                advance(connection)
            }
        }
        return !batch.isStopRequested
    }

    private func handle(_ connection: HTTP2Connection, _ event: PollEvent) {
        if event.isReadable || event.isBroken { connection.receive() }
        advance(connection)
    }

    /// Writes as much as the socket accepts, and closes the connection if it has ended.
    private func advance(_ connection: HTTP2Connection) {
        connection.advance()
        if connection.isOver { close(connection) } else { sockets.update(connection) }
    }

    private func close(_ connection: HTTP2Connection) {
        if sockets.close(connection, byReset: connection.isReset) { log.update { $0.openConnections -= 1 } }
    }
}
