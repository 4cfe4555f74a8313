import Foundation
import Tern

/// The event loop of a server on one thread: accepts connections, reads requests, calls handlers and writes responses.
///
/// A handler starts on this thread. The response of a handler that never suspends is written without a change of
/// threads.
final class EventLoop {
    /// Maximum number of bytes to read and discard from a peer that continues to send after its last response.
    private static let maximumDroppedBytes = 64 * 1024 * 1024

    let sockets: SocketLoop<Connection>
    let commandQueue: CommandQueue<LoopbackCommand>
    let log: ServerLog
    private let maximumBodyBytes: Int
    let responder: ServerResponder
    let clock: any Clock<Duration>
    let time: DoubleTime
    let onResponse: (@Sendable (RecordedRequest, Int, Duration) -> Void)?
    var dateField: DateField

    private var buffer = [UInt8](repeating: 0, count: 64 * 1024)
    /// Whether new connections and requests are ignored.
    var isEnding = false

    init(
        listener: Listener,
        commandQueue: CommandQueue<LoopbackCommand>,
        log: ServerLog,
        options: LoopbackServer.Options,
        responder: ServerResponder
    ) {
        sockets = SocketLoop(listener: listener, wakeDescriptor: commandQueue.wakeDescriptor)
        self.commandQueue = commandQueue
        self.log = log
        self.responder = responder
        clock = options.clock
        time = DoubleTime(of: options.clock)
        onResponse = options.onResponse
        maximumBodyBytes = options.maximumBodyBytes
        dateField = DateField(now: options.currentDate)
    }

    /// Runs until a stop is requested; then closes everything.
    func run() {
        while step() {}
        end()
        commandQueue.close()
        log.serverDidEnd()
    }

    /// Handles the next events.
    ///
    /// - Returns: Whether no stop is requested.
    @discardableResult
    func step(atMost limit: Int32 = -1) -> Bool {
        sockets.step(atMost: limit, execute: execute, accept: makeConnection, handle: handle)
    }

    func close(_ connection: Connection) {
        var isReset = false
        if case .resetting = connection.phase { isReset = true }
        guard sockets.connection(connection.number) != nil else { return }
        connection.handlerTask?.cancel()
        connection.endHold?()
        // The journal comes first, so that a client that has seen the end of the connection finds it there.
        connection.call?.abandon()
        connection.dropScript()
        sockets.close(connection, byReset: isReset)
        log.connectionDidClose()
    }

    // MARK: - Private

    private func execute() -> Bool {
        let batch = commandQueue.takeAll()
        for command in batch.commands {
            guard let connection = sockets.connection(command.connection) else {
                command.drop()
                continue
            }
            switch command.event {
            case .response(let response):
                connection.handlerTask = nil
                write(response, on: connection)
            case .readBody(let sendsContinue):
                connection.handlerTask = nil
                if sendsContinue { connection.output.write(ResponseWriter.writeContinue) }
            case .earlyResponse(let response):
                connection.handlerTask = nil
                respondBeforeBody(response, on: connection)
            case .bytes(let bytes): connection.send(bytes)
            case .scriptEnd(let lastBytes): connection.endScript(lastBytes)
            }
            advance(connection)
        }
        return isEnding || !batch.isStopRequested
    }

    private func makeConnection(_ descriptor: Int32) -> Connection {
        let number = log.connectionDidOpen()
        let parser = RequestParser(
            connection: number,
            maximumBodyBytes: maximumBodyBytes,
            reportsHeads: responder.headHandler != nil,
            keepsBodies: responder.immediateHandler == nil
        )
        return Connection(number: number, descriptor: descriptor, parser: parser)
    }

    private func handle(_ connection: Connection, _ event: PollEvent) {
        if connection.interest.contains(.read), event.isReadable || event.isBroken {
            receive(connection)
        } else if event.isBroken {
            return close(connection)
        }
        advance(connection)
    }

    /// Reads once, so that a peer that sends endlessly doesn't delay the other connections.
    private func receive(_ connection: Connection) {
        buffer.withUnsafeMutableBytes { [log] buffer in
            switch Sockets.receive(connection.descriptor, into: buffer) {
            case .bytes(let count) where connection.isServing:
                log.didReceive(count)
                connection.parser.append(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
            case .bytes(let count):
                connection.droppedBytes += count
                connection.peerHasEnded = connection.droppedBytes > Self.maximumDroppedBytes
            case .wouldBlock:
                break
            case .ended:
                connection.peerHasEnded = true
            }
        }
    }

    /// Does all work for a connection that is possible without waiting.
    private func advance(_ connection: Connection) {
        var waitsForRoom = false
        repeat {
            waitsForRoom = handleRequests(of: connection)
            let descriptor = connection.descriptor
            var sentBytes = 0
            let isOpen = connection.flush { bytes in
                let transfer = Sockets.send(descriptor, bytes)
                if case .bytes(let count) = transfer { sentBytes += count }
                return transfer
            }
            if sentBytes > 0 { log.didSend(sentBytes) }
            guard isOpen else { return close(connection) }
            // Requests that waited for room in the output have no event that would continue them.
        } while waitsForRoom && connection.takesRequest
        settle(connection)
    }

    /// Closes a connection if no work remains for it. Otherwise updates its interest.
    private func settle(_ connection: Connection) {
        // A handler without a client isn't needed.
        if connection.peerHasEnded, connection.handlerTask != nil || connection.output.isEmpty {
            return close(connection)
        }
        if connection.output.isEmpty, connection.endHold == nil, case .stalled = connection.phase {
            connection.endHold = time.hold()
        }
        if connection.output.isEmpty, case .resetting = connection.phase { return close(connection) }
        if connection.output.isEmpty, case .ending(let lingers) = connection.phase {
            guard lingers else { return close(connection) }
            Sockets.finishSending(connection.descriptor)
            connection.phase = .lingering
        }
        let needed = connection.neededInterest
        guard needed != connection.interest else { return }
        connection.interest = needed
        sockets.update(connection)
    }
}
