import Foundation
import Tern

/// The event loop of a server on one thread: accepts connections, reads requests, calls handlers and writes responses.
///
/// A handler starts on this thread. The response of a handler that never suspends is written without a change of
/// threads.
struct EventLoop {
    static let listenerToken = 0
    static let commandQueueToken = -1
    private static let maximumAcceptsPerWake = 64
    private static let descriptorWaitMilliseconds: Int32 = 50
    /// Maximum number of bytes to read and discard from a peer that continues to send after its last response.
    private static let maximumDroppedBytes = 64 * 1024 * 1024

    private let listener: Listener
    let commandQueue: CommandQueue
    let log: ServerLog
    private let maximumBodyBytes: Int
    let responder: ServerResponder
    let clock: any Clock<Duration>
    let time: DoubleTime
    let onResponse: (@Sendable (RecordedRequest, Int, Duration) -> Void)?
    var dateField: DateField

    var poller = Poller()
    var connections: [Int: Connection] = [:]
    private var buffer: [UInt8] = []
    private var acceptsConnections = true
    /// Whether a client in the queue may wait for a free file descriptor.
    private var waitsForDescriptor = false
    /// Whether new connections and requests are ignored.
    var isEnding = false

    init(
        listener: Listener,
        commandQueue: CommandQueue,
        log: ServerLog,
        options: LoopbackServer.Options,
        responder: ServerResponder
    ) {
        self.listener = listener
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
    mutating func run() {
        buffer = [UInt8](repeating: 0, count: 64 * 1024)
        poller.add(listener.descriptor, token: Self.listenerToken, interest: .read)
        poller.add(commandQueue.wakeDescriptor, token: Self.commandQueueToken, interest: .read)

        var events: [PollEvent] = []
        var isRunning = true
        while isRunning {
            // No event tells that another part of the process has closed a file.
            poller.wait(&events, atMost: waitsForDescriptor ? Self.descriptorWaitMilliseconds : -1)
            if waitsForDescriptor { resumeAccepting() }
            if events.contains(where: { $0.token == Self.commandQueueToken }) {
                isRunning = process(commandQueue.takeAll())
            }
            for event in events where isRunning {
                switch event.token {
                case Self.commandQueueToken: continue
                case Self.listenerToken: accept()
                default: handle(event)
                }
            }
        }

        listener.close()
        end()
        commandQueue.close()
        log.serverDidEnd()
    }

    /// - Returns: Whether to continue.
    mutating func process(_ batch: CommandQueue.Batch) -> Bool {
        for command in batch.commands {
            guard let connection = connections[command.connection] else {
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
        return !batch.isStopRequested
    }

    mutating func handle(_ event: PollEvent) {
        // An earlier event of the same batch may have closed the connection.
        guard let connection = connections[event.token] else { return }
        if connection.interest.contains(.read), event.isReadable || event.isBroken {
            receive(connection)
        } else if event.isBroken {
            return close(connection)
        }
        advance(connection)
    }

    mutating func close(_ connection: Connection) {
        guard connections.removeValue(forKey: connection.number) != nil else { return }
        connection.handlerTask?.cancel()
        connection.endHold?()
        log.report?.abandon(connection.call)
        connection.dropScript()
        poller.remove(token: connection.number)
        if case .resetting = connection.phase {
            Sockets.reset(connection.descriptor)
        } else {
            Sockets.close(connection.descriptor)
        }
        log.connectionDidClose()
        if !acceptsConnections { resumeAccepting() }
    }

    // MARK: - Private

    private mutating func accept() {
        // The number is limited, so that a continuous stream of new clients doesn't delay the accepted connections.
        for _ in 0..<Self.maximumAcceptsPerWake {
            switch listener.accept() {
            case .accepted(let descriptor):
                let number = log.connectionDidOpen()
                let parser = RequestParser(
                    connection: number,
                    maximumBodyBytes: maximumBodyBytes,
                    reportsHeads: responder.headHandler != nil,
                    keepsBodies: responder.immediateHandler == nil
                )
                let connection = Connection(number: number, descriptor: descriptor, parser: parser)
                connections[number] = connection
                poller.add(descriptor, token: number, interest: connection.interest)
            case .descriptorsExhausted:
                // A queued client would make every wait return immediately.
                waitsForDescriptor = true
                return pauseAccepting()
            case .nonePending:
                return
            case .listenerClosed:
                return pauseAccepting()
            }
        }
    }

    private mutating func resumeAccepting() {
        (acceptsConnections, waitsForDescriptor) = (true, false)
        poller.update(token: Self.listenerToken, interest: .read)
    }

    private mutating func pauseAccepting() {
        acceptsConnections = false
        poller.update(token: Self.listenerToken, interest: [])
    }

    /// Reads once, so that a peer that sends endlessly doesn't delay the other connections.
    private mutating func receive(_ connection: Connection) {
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
    private mutating func advance(_ connection: Connection) {
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
    private mutating func settle(_ connection: Connection) {
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
        poller.update(token: connection.number, interest: needed)
    }
}
