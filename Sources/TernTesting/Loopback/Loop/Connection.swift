import Foundation

/// The state of one accepted socket. Only the loop's thread uses it.
final class Connection: SocketConnection {
    enum Phase {
        case serving
        /// The last response has been written. Then the socket is closed. With `lingers`, unread bytes are read and
        /// discarded first, because closing a socket with unread bytes would discard the response.
        case ending(lingers: Bool)
        /// The last response has been written. Then the socket is reset.
        case resetting
        /// The server sends no more bytes until the peer closes the connection. Requests receive no responses.
        case stalled
        /// The sending side is shut down.
        case lingering
    }

    /// Maximum number of bytes in the parser while a handler runs. Above it, reading pauses.
    private static let maximumBufferedBytes = 256 * 1024

    let number: Int
    let descriptor: Int32
    var parser: RequestParser
    var output = OutputQueue()
    var phase = Phase.serving
    var peerHasEnded = false
    var droppedBytes = 0

    /// The running handler, and the context of its response.
    var handlerTask: Task<Void, Never>?
    var context = ResponseWriter.Context()

    /// Ends the suspension of the client's wait for the rest of a response that stalls in virtual time.
    var endHold: (@Sendable () -> Void)?

    /// The journal's call for the last request.
    var call: JournalCall?

    /// The pieces of a script that wait to be sent, and the piece that is being sent.
    private var outgoing: [OutgoingBytes] = []
    private var sending: OutgoingBytes?
    /// The phase after the running script has ended.
    private var phaseAfterScript: Phase?

    /// The request whose head the head handler received, until its body or its response.
    var headRequest: RecordedRequest?
    /// Whether the body of a request may still arrive after the response to its head.
    var respondsBeforeBody = false

    /// The last interest that was passed to the poller.
    var interest: PollInterest = .read

    init(number: Int, descriptor: Int32, parser: RequestParser) {
        self.number = number
        self.descriptor = descriptor
        self.parser = parser
    }

    var isServing: Bool {
        if case .serving = phase { return true }
        return false
    }

    /// Whether the next request can be handled. Requests are handled one at a time, so that responses keep the order of
    /// the requests.
    var takesRequest: Bool { isServing && handlerTask == nil && output.takesMore && !isSendingScript }

    /// Whether the client waits for a response, or for the rest of one.
    var hasUnfinishedResponse: Bool {
        if case .stalled = phase { return true }
        return handlerTask != nil || isSendingScript || !output.isEmpty
    }

    /// Whether the task runs a script rather than a handler.
    var isWritingScript: Bool { phaseAfterScript != nil }

    var neededInterest: PollInterest {
        var needed: PollInterest = output.isEmpty ? [] : .write
        let hasRoom = !isServing || parser.bufferedBytes < Self.maximumBufferedBytes
        if !peerHasEnded, hasRoom { needed.insert(.read) }
        return needed
    }

    /// - Returns: The framing for the bytes of the response's script. `nil` if no script has to run.
    func write(_ response: WireResponse) -> ResponseWriter.Framing? {
        var result = ResponseWriter.Result(closes: false)
        output.write { bytes in
            result = ResponseWriter.write(response, in: context, to: &bytes)
            return result.remainder
        }
        var next = phase
        if response.isStalling {
            next = .stalled
        } else if response.isResetting {
            next = .resetting
        } else if result.closes {
            next = .ending(lingers: respondsBeforeBody || parser.bufferedBytes > 0)
        }
        guard response.script != nil, let framing = result.framing else {
            phase = next
            return nil
        }
        phaseAfterScript = next
        return framing
    }

    /// Writes the complete bytes of a response.
    func write(_ message: Data) {
        output.write { ResponseWriter.append(message, to: &$0) }
        if !context.keepsAlive { phase = .ending(lingers: parser.bufferedBytes > 0) }
    }

    // MARK: - Scripts

    var isSendingScript: Bool { sending != nil || !outgoing.isEmpty }

    func send(_ bytes: OutgoingBytes) {
        outgoing.append(bytes)
    }

    /// - Parameter lastBytes: The bytes that complete the body. `nil` if the script failed.
    func endScript(_ lastBytes: Data?) {
        handlerTask = nil
        guard let lastBytes else {
            phase = .ending(lingers: parser.bufferedBytes > 0)
            return
        }
        if !lastBytes.isEmpty { send(OutgoingBytes(bytes: lastBytes)) }
        phase = phaseAfterScript ?? phase
        phaseAfterScript = nil
    }

    /// Passes as many bytes to `send` as it accepts.
    ///
    /// - Returns: `false` if the connection is broken.
    func flush(_ send: (UnsafeRawBufferPointer) -> Sockets.Transfer) -> Bool {
        while output.flush(send) {
            guard output.isEmpty, isSendingScript else { return true }
            sending?.continuation?.resume()
            sending = outgoing.isEmpty ? nil : outgoing.removeFirst()
            guard let sending else { continue }
            output.write { _ in sending.bytes }
        }
        return false
    }

    /// Fails the pending pieces of a script, because nothing can be sent any more.
    func dropScript() {
        sending?.continuation?.resume(throwing: CancellationError())
        for bytes in outgoing { bytes.continuation?.resume(throwing: CancellationError()) }
        (sending, outgoing) = (nil, [])
    }

    /// Responds to a malformed request, and ends the connection.
    func reject(_ error: RequestParseError, date: String?) -> LoopbackServer.MalformedRequest {
        context = ResponseWriter.Context(keepsAlive: false, date: date)
        _ = write(.text(error.reason + "\n", status: error.status))
        phase = .ending(lingers: true)
        let (status, reason, head) = (error.status, error.reason, parser.currentHead)
        return LoopbackServer.MalformedRequest(status: status, reason: reason, connection: number, head: head)
    }
}
