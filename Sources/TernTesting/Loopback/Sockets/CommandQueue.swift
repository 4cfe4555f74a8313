import Foundation
import Tern

/// A command for the thread of a server.
package protocol ServerCommand: Sendable {
    /// Whether the command is executed although a stop was requested before. Otherwise it is dropped, so that the result
    /// doesn't depend on the order in which two threads happen to run.
    var survivesStop: Bool { get }

    /// Called if the command is dropped.
    func drop()
}

extension ServerCommand {
    package var survivesStop: Bool { false }

    package func drop() {}
}

/// A queue with which other threads send commands, and the request to stop, to the loop of a server.
package final class CommandQueue<Command: ServerCommand>: Sendable {
    package struct Batch: Sendable {
        package var commands: [Command] = []
        package var isStopRequested = false
        /// The first thread that requested the stop.
        fileprivate var stoppingThread: ObjectIdentifier?
    }

    private struct State {
        var batch = Batch()
        /// Whether a byte is in the pipe, or the loop has ended and there is no pipe.
        var isWoken = false
        var isClosed = false
    }

    /// Readable while there are commands.
    package let wakeDescriptor: Int32
    private let writeEnd: Int32
    private let state = Locked(State())

    package init() throws(TestKitError) {
        (wakeDescriptor, writeEnd) = try Sockets.makePipe()
    }

    deinit {
        close()
    }

    /// Adds a command and wakes the loop.
    package func add(_ command: Command) {
        let isAdded = update { batch in
            if batch.isStopRequested, !command.survivesStop { return false }
            batch.commands.append(command)
            return true
        }
        if !isAdded { command.drop() }
    }

    /// Whether another thread has called ``requestStop()``. The loop may not have processed the request yet.
    package var isStopRequestedByOtherThread: Bool {
        let thread = ObjectIdentifier(Thread.current)
        return state.withLock { $0.batch.isStopRequested && $0.batch.stoppingThread != thread }
    }

    package func requestStop() {
        let thread = ObjectIdentifier(Thread.current)
        _ = update { batch in
            if !batch.isStopRequested { batch.stoppingThread = thread }
            batch.isStopRequested = true
            return true
        }
    }

    /// Takes all commands.
    package func takeAll() -> Batch {
        state.withLock { state in
            defer { state.batch.commands = [] }
            if state.isWoken, !state.isClosed { Sockets.drain(wakeDescriptor) }
            state.isWoken = false
            return state.batch
        }
    }

    /// Closes the pipe. Later commands are dropped.
    package func close() {
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

    /// - Returns: Whether the queue is open, and the batch was changed.
    private func update(_ change: @Sendable (inout Batch) -> Bool) -> Bool {
        state.withLock { state in
            guard !state.isClosed, change(&state.batch) else { return false }
            // Writing to a pipe with room does not block. Under the lock, the pipe can't be closed in the meantime.
            if !state.isWoken { Sockets.writeByte(writeEnd) }
            state.isWoken = true
            return true
        }
    }
}
