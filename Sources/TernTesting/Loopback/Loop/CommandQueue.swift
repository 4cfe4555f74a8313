import Foundation
import Tern

/// A queue with which other threads send commands, and the request to stop, to the event loop.
final class CommandQueue: Sendable {
    enum Event: Sendable {
        /// The response of a handler.
        case response(WireResponse)
        /// The decision of a head handler to read the body.
        case readBody(sendsContinue: Bool)
        /// The response of a head handler.
        case earlyResponse(WireResponse)
        /// Bytes from a script.
        case bytes(OutgoingBytes)
        /// The end of a script, with the bytes that complete the body. `nil` if the script failed.
        case scriptEnd(Data?)
    }

    struct Command: Sendable {
        let event: Event
        /// The number of the connection.
        let connection: Int

        /// Fails the call that waits for this command, if any.
        func drop() {
            if case .bytes(let outgoing) = event { outgoing.continuation?.resume(throwing: CancellationError()) }
        }
    }

    struct Batch: Sendable {
        var commands: [Command] = []
        var isStopRequested = false
        /// The first thread that requested the stop.
        var stoppingThread: ObjectIdentifier?
    }

    private struct State {
        var batch = Batch()
        /// Whether a byte is in the pipe, or the loop has ended and there is no pipe.
        var isWoken = false
        var isClosed = false
    }

    /// Readable while there are commands.
    let wakeDescriptor: Int32
    private let writeEnd: Int32
    private let state = Locked(State())

    init() throws(TestKitError) {
        (wakeDescriptor, writeEnd) = try Sockets.makePipe()
    }

    deinit {
        close()
    }

    /// Adds a command and wakes the loop. A response after ``requestStop()`` is dropped. So the result doesn't depend
    /// on the order in which two threads happen to run.
    func add(_ event: Event, connection: Int) {
        let command = Command(event: event, connection: connection)
        let isOpen = update { batch in
            switch event {
            case .bytes, .scriptEnd: batch.commands.append(command)
            default: if !batch.isStopRequested { batch.commands.append(command) }
            }
        }
        if !isOpen { command.drop() }
    }

    /// Whether another thread has called ``requestStop()``. The loop may not have processed the request yet.
    var isStopRequestedByOtherThread: Bool {
        let thread = ObjectIdentifier(Thread.current)
        return state.withLock { $0.batch.isStopRequested && $0.batch.stoppingThread != thread }
    }

    func requestStop() {
        let thread = ObjectIdentifier(Thread.current)
        _ = update { batch in
            if !batch.isStopRequested { batch.stoppingThread = thread }
            batch.isStopRequested = true
        }
    }

    /// Takes all commands.
    func takeAll() -> Batch {
        state.withLock { state in
            defer { state.batch.commands = [] }
            if state.isWoken, !state.isClosed { Sockets.drain(wakeDescriptor) }
            state.isWoken = false
            return state.batch
        }
    }

    /// Closes the pipe. Later commands are dropped.
    func close() {
        let commands = state.withLock { state -> [Command] in
            guard !state.isClosed else { return [] }
            state.isClosed = true
            Sockets.close(wakeDescriptor)
            Sockets.close(writeEnd)
            defer { state.batch.commands = [] }
            return state.batch.commands
        }
        for command in commands { command.drop() }
    }

    // MARK: - Private

    /// - Returns: Whether the queue is open.
    private func update(_ change: @Sendable (inout Batch) -> Void) -> Bool {
        state.withLock { state in
            guard !state.isClosed else { return false }
            change(&state.batch)
            // Writing to a pipe with room does not block. Under the lock, the pipe can't be closed in the meantime.
            if !state.isWoken { Sockets.writeByte(writeEnd) }
            state.isWoken = true
            return true
        }
    }
}
