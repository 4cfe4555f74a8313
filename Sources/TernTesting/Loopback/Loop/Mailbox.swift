import Foundation
import Tern

/// How other threads reach the loop: they leave a letter, or the wish to stop, and wake it.
final class Mailbox: Sendable {
    enum Letter: Sendable {
        /// What a handler answers.
        case reply(LoopbackResponse, connection: Int)
        /// What is to become of a request whose head was shown.
        case headAnswer(LoopbackHeadAnswer, connection: Int)
        /// What a script sends.
        case bytes(OutgoingBytes, connection: Int)
        /// A script is done; what completes the body, or `nil` if it broke off.
        case scriptEnd(Data?, connection: Int)
    }

    struct Mail: Sendable {
        var letters: [Letter] = []
        var asksToStop = false
        /// The first that asked.
        var stoppingThread: ObjectIdentifier?
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

    /// What a handler answers after ``askToStop()`` is dropped, so that it doesn't depend on which of them is faster.
    func post(_ letter: Letter) {
        let isOpen = update { mail in
            switch letter {
            case .reply where mail.asksToStop, .headAnswer where mail.asksToStop: break
            default: mail.letters.append(letter)
            }
        }
        if !isOpen { Self.drop([letter]) }
    }

    /// Whether another thread than this has called ``askToStop()``, though the loop may not have heard of it.
    var isAskedToStopElsewhere: Bool {
        let thread = ObjectIdentifier(Thread.current)
        return state.withLock { $0.mail.asksToStop && $0.mail.stoppingThread != thread }
    }

    func askToStop() {
        let thread = ObjectIdentifier(Thread.current)
        _ = update { mail in
            if !mail.asksToStop { mail.stoppingThread = thread }
            mail.asksToStop = true
        }
    }

    /// Takes all mail.
    func collect() -> Mail {
        state.withLock { state in
            defer { state.mail.letters = [] }
            if state.isWoken, !state.isClosed { Sockets.drain(wakeDescriptor) }
            state.isWoken = false
            return state.mail
        }
    }

    /// Closes the pipe; later mail is dropped.
    func close() {
        let letters = state.withLock { state -> [Letter] in
            guard !state.isClosed else { return [] }
            state.isClosed = true
            Sockets.close(wakeDescriptor)
            Sockets.close(writeEnd)
            defer { state.mail.letters = [] }
            return state.mail.letters
        }
        Self.drop(letters)
    }

    // MARK: - Private

    /// - Returns: Whether the mailbox is open.
    private func update(_ change: @Sendable (inout Mail) -> Void) -> Bool {
        state.withLock { state in
            guard !state.isClosed else { return false }
            change(&state.mail)
            // Writing to a pipe with room does not block, and under the lock the pipe can't be closed meanwhile.
            if !state.isWoken { Sockets.writeByte(writeEnd) }
            state.isWoken = true
            return true
        }
    }

    private static func drop(_ letters: [Letter]) {
        for case .bytes(let outgoing, _) in letters { outgoing.continuation?.resume(throwing: CancellationError()) }
    }
}
