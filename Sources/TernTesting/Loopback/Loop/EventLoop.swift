import Foundation
import Tern

/// The one thread's work of a server: accepts, reads, runs handlers, writes.
///
/// A handler starts on this thread; one that never suspends answers without leaving it.
struct EventLoop {
    static let listenerToken = 0
    static let mailboxToken = -1
    private static let maximumAcceptsPerWake = 64
    /// Bytes read and dropped for a peer that goes on sending after its last response.
    private static let maximumDroppedBytes = 64 * 1024 * 1024

    private let listener: Listener
    let mailbox: Mailbox
    let log: ServerLog
    private let maximumBodyBytes: Int
    let handler: LoopbackServer.Handler
    let headHandler: LoopbackServer.HeadHandler?

    var poller = Poller()
    var connections: [Int: Connection] = [:]
    private var buffer: [UInt8] = []
    private var acceptsConnections = true
    /// Whether nothing new is taken any more.
    var isEnding = false
    private var spareDescriptor: Int32 = -1

    init(
        listener: Listener,
        mailbox: Mailbox,
        log: ServerLog,
        maximumBodyBytes: Int,
        handler: @escaping LoopbackServer.Handler,
        headHandler: LoopbackServer.HeadHandler?
    ) {
        self.listener = listener
        self.mailbox = mailbox
        self.log = log
        self.maximumBodyBytes = maximumBodyBytes
        self.handler = handler
        self.headHandler = headHandler
    }

    /// Runs until the mailbox asks to stop; then closes all there is.
    mutating func run() {
        buffer = [UInt8](repeating: 0, count: 64 * 1024)
        spareDescriptor = Sockets.openSpare()
        poller.add(listener.descriptor, token: Self.listenerToken, interest: .read)
        poller.add(mailbox.wakeDescriptor, token: Self.mailboxToken, interest: .read)

        var events: [PollEvent] = []
        var isRunning = true
        while isRunning {
            poller.wait(&events)
            if events.contains(where: { $0.token == Self.mailboxToken }) { isRunning = deliver(mailbox.collect()) }
            for event in events where isRunning {
                switch event.token {
                case Self.mailboxToken: continue
                case Self.listenerToken: accept()
                default: handle(event)
                }
            }
        }

        listener.close()
        end()
        Sockets.close(spareDescriptor)
        mailbox.close()
        log.serverDidEnd()
    }

    /// - Returns: Whether to go on.
    mutating func deliver(_ mail: Mailbox.Mail) -> Bool {
        for letter in mail.letters {
            switch letter {
            case .reply(let response, let number):
                guard let connection = connections[number] else { continue }
                connection.handlerTask = nil
                write(response, on: connection)
                advance(connection)
            case .headAnswer(let answer, let number):
                guard let connection = connections[number] else { continue }
                connection.handlerTask = nil
                obey(answer, on: connection)
                advance(connection)
            case .bytes(let bytes, let number):
                guard let connection = connections[number] else {
                    bytes.continuation?.resume(throwing: CancellationError())
                    continue
                }
                connection.send(bytes)
                advance(connection)
            case .scriptEnd(let lastBytes, let number):
                guard let connection = connections[number] else { continue }
                connection.endScript(lastBytes)
                advance(connection)
            }
        }
        return !mail.asksToStop
    }

    mutating func handle(_ event: PollEvent) {
        // Events of one batch may be for a connection that an earlier one closed.
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
        log.requestIsAbandoned(connection.call)
        connection.dropScript()
        poller.remove(token: connection.number)
        if case .resetting = connection.phase {
            Sockets.reset(connection.descriptor)
        } else {
            Sockets.close(connection.descriptor)
        }
        log.connectionDidClose()
        guard !acceptsConnections else { return }
        acceptsConnections = true
        if spareDescriptor < 0 { spareDescriptor = Sockets.openSpare() }
        poller.update(token: Self.listenerToken, interest: .read)
    }

    // MARK: - Private

    private mutating func accept() {
        // Bounded, so that clients that come without end don't keep the accepted ones waiting.
        for _ in 0..<Self.maximumAcceptsPerWake {
            switch listener.accept() {
            case .accepted(let descriptor):
                let number = log.connectionDidOpen()
                let parser = RequestParser(
                    connection: number,
                    maximumBodyBytes: maximumBodyBytes,
                    reportsHeads: headHandler != nil
                )
                let connection = Connection(number: number, descriptor: descriptor, parser: parser)
                connections[number] = connection
                poller.add(descriptor, token: number, interest: connection.interest)
            case .descriptorsExhausted:
                guard turnOneAway() else { return }
            case .nonePending:
                return
            case .listenerClosed:
                return pauseAccepting()
            }
        }
    }

    /// Left in the queue, a client for whom there is no descriptor would make every wait return at once; the spare
    /// descriptor lets it be accepted and closed.
    ///
    /// - Returns: Whether there was one. Linux reports that descriptors are exhausted for an empty queue too.
    private mutating func turnOneAway() -> Bool {
        guard spareDescriptor >= 0 else {
            pauseAccepting()
            return false
        }
        Sockets.close(spareDescriptor)
        defer { spareDescriptor = Sockets.openSpare() }
        guard case .accepted(let descriptor) = listener.accept() else { return false }
        Sockets.close(descriptor)
        return true
    }

    private mutating func pauseAccepting() {
        acceptsConnections = false
        poller.update(token: Self.listenerToken, interest: [])
    }

    /// Reads once: a peer that sends without end must not keep the others waiting.
    private mutating func receive(_ connection: Connection) {
        buffer.withUnsafeMutableBytes { buffer in
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

    /// Does all that can be done for a connection without waiting.
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
            // Requests that waited for room in the output, not for bytes, have no event that would wake them.
        } while waitsForRoom && connection.takesRequest
        settle(connection)
    }

    /// Decides what becomes of a connection for which nothing more can be done now.
    private mutating func settle(_ connection: Connection) {
        // A handler whose client is gone has nobody to answer.
        if connection.peerHasEnded, connection.handlerTask != nil || connection.output.isEmpty {
            return close(connection)
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
