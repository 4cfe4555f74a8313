import Tern
import TernTesting

/// The loop of a server's thread. It accepts connections, reads requests, executes the steps of scripts, and writes
/// output.
struct HTTP2Loop {
    private static let listenerToken = 0
    private static let wakeToken = -1

    private let listener: Listener
    private let commands: HTTP2Commands
    private let log: HTTP2Log
    private let script: HTTP2Script
    private let tls: HTTP2TLS?
    private var poller = Poller()
    private var connections: [Int: HTTP2Connection] = [:]

    init(listener: Listener, commands: HTTP2Commands, log: HTTP2Log, script: HTTP2Script, tls: HTTP2TLS?) {
        self.tls = tls
        self.listener = listener
        self.commands = commands
        self.log = log
        self.script = script
    }

    /// Runs until the server is stopped. Then it closes all descriptors.
    mutating func run() {
        poller.add(listener.descriptor, token: Self.listenerToken, interest: .read)
        poller.add(commands.wakeDescriptor, token: Self.wakeToken, interest: .read)
        var events: [PollEvent] = []
        var isRunning = true
        while isRunning {
            poller.wait(&events)
            for event in events where isRunning {
                switch event.token {
                case Self.wakeToken: isRunning = execute(commands.takeAll())
                case Self.listenerToken: isRunning = accept()
                default: handle(event)
                }
            }
        }
        for connection in sortedConnections { close(connection) }
        listener.close()
        commands.close()
    }

    // MARK: - Private

    /// The connections in the order in which they were accepted.
    private var sortedConnections: [HTTP2Connection] { connections.values.sorted { $0.number < $1.number } }

    /// - Returns: Whether the loop continues.
    private mutating func accept() -> Bool {
        while true {
            switch listener.accept() {
            case .accepted(let descriptor):
                let number = log.record.acceptedConnections + 1
                log.update { record in
                    record.acceptedConnections += 1
                    record.openConnections += 1
                    record.mostOpenConnections = max(record.mostOpenConnections, record.openConnections)
                }
                let connection = HTTP2Connection(
                    number: number,
                    descriptor: descriptor,
                    tls: tls?.session(),
                    script: script,
                    log: log
                )
                connections[number] = connection
                poller.add(descriptor, token: number, interest: .read)
                advance(connection)
            case .nonePending: return true
            // The clients in the same process share the descriptor limit, and will close descriptors soon.
            case .descriptorsExhausted: return true
            case .listenerClosed: return false
            }
        }
    }

    /// - Returns: Whether the loop continues.
    private mutating func execute(_ commands: [HTTP2Commands.Command]) -> Bool {
        for command in commands {
            switch command {
            case .release:
                for connection in sortedConnections {
                    connection.release()
                    advance(connection)
                }
            case .perform(let steps, let number):
                for connection in sortedConnections where number == nil || number == connection.number {
                    connection.perform(steps)
                    advance(connection)
                }
            case .stop: return false
            }
        }
        return true
    }

    private mutating func handle(_ event: PollEvent) {
        guard let connection = connections[event.token] else { return }
        if event.isReadable || event.isBroken { connection.receive() }
        advance(connection)
    }

    /// Writes as much as the socket accepts, and closes the connection if it has ended.
    private mutating func advance(_ connection: HTTP2Connection) {
        connection.advance()
        if connection.isOver {
            close(connection)
        } else {
            poller.update(
                token: connection.number,
                interest: connection.hasOutput ? [.read, .write] : .read
            )
        }
    }

    private mutating func close(_ connection: HTTP2Connection) {
        guard connections.removeValue(forKey: connection.number) != nil else { return }
        poller.remove(token: connection.number)
        connection.closeDescriptor()
        log.update { $0.openConnections -= 1 }
    }
}
