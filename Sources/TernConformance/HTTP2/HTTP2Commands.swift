import Tern
import TernTesting

/// Commands from other threads to the thread of a server.
final class HTTP2Commands: Sendable {
    enum Command: Sendable {
        case release
        case perform([HTTP2Step], connection: Int?)
        case stop
    }

    private struct State {
        var commands: [Command] = []
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

    func post(_ command: Command) {
        state.withLock { state in
            guard !state.isClosed else { return }
            state.commands.append(command)
            // The byte is written under the lock, so that the pipe can't be closed in the meantime.
            Sockets.writeByte(writeEnd)
        }
    }

    func takeAll() -> [Command] {
        state.withLock { state in
            if !state.isClosed { Sockets.drain(wakeDescriptor) }
            defer { state.commands = [] }
            return state.commands
        }
    }

    func close() {
        state.withLock { state in
            guard !state.isClosed else { return }
            state.isClosed = true
            Sockets.close(wakeDescriptor)
            Sockets.close(writeEnd)
        }
    }
}
