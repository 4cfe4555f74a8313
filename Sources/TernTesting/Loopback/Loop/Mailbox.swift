import Tern

/// How other threads reach the loop: they leave a reply, or the wish to stop, and wake it.
final class Mailbox: Sendable {
    struct Reply: Sendable {
        var connection: Int
        var response: LoopbackResponse
    }

    struct Mail: Sendable {
        var replies: [Reply] = []
        var asksToStop = false
    }

    private struct State {
        var mail = Mail()
        /// Whether a byte is in the pipe, or the loop is done and there is no pipe.
        var isWoken = false
        var isClosed = false
    }

    /// Readable while there is mail.
    let wakeDescriptor: Int32
    private let writeEnd: Int32
    private let state = Locked(State())

    init() throws(LoopbackServerError) {
        (wakeDescriptor, writeEnd) = try Sockets.makePipe()
    }

    deinit {
        close()
    }

    func post(_ reply: Reply) {
        update { $0.replies.append(reply) }
    }

    func askToStop() {
        update { $0.asksToStop = true }
    }

    /// Takes all mail.
    func collect() -> Mail {
        state.withLock { state in
            defer { state.mail.replies = [] }
            if state.isWoken, !state.isClosed { Sockets.drain(wakeDescriptor) }
            state.isWoken = false
            return state.mail
        }
    }

    /// Closes the pipe; later mail is dropped.
    func close() {
        state.withLock { state in
            guard !state.isClosed else { return }
            state.isClosed = true
            state.mail.replies = []
            Sockets.close(wakeDescriptor)
            Sockets.close(writeEnd)
        }
    }

    // MARK: - Private

    private func update(_ change: @Sendable (inout Mail) -> Void) {
        state.withLock { state in
            guard !state.isClosed else { return }
            change(&state.mail)
            // Writing to a pipe with room does not block, and under the lock the pipe can't be closed meanwhile.
            if !state.isWoken { Sockets.writeByte(writeEnd) }
            state.isWoken = true
        }
    }
}
