import Foundation

/// What the loop knows about one accepted socket. Only the loop's thread touches it.
final class Connection {
    enum Phase {
        case serving
        /// The last response is written. After it the socket is closed, at once if nothing was received that is
        /// left unread; else the kernel would throw the response away, so the rest is read and dropped first.
        case ending(lingers: Bool)
        /// The last response is written. After it the socket is reset.
        case resetting
        /// Nothing more is sent, and nothing more is answered, until the peer closes.
        case stalled
        /// The peer was told that nothing more comes.
        case lingering
    }

    /// Bytes that may wait in the parser while a handler runs; above it, reading pauses.
    private static let maximumBufferedBytes = 256 * 1024

    let number: Int
    let descriptor: Int32
    var parser: RequestParser
    var output = OutputQueue()
    var phase = Phase.serving
    var peerHasEnded = false
    var droppedBytes = 0

    /// The handler that hasn't answered yet, and what its response depends on.
    var handlerTask: Task<Void, Never>?
    var context = ResponseWriter.Context()

    /// The request that was handled last, in the journal.
    var call: ServerReport.Call?

    /// Pieces of a script that wait until there is nothing before them, and the one that is being sent.
    private var outgoing: [OutgoingBytes] = []
    private var sending: OutgoingBytes?
    /// What becomes of the connection when the script that writes now is done.
    private var phaseAfterScript: Phase?

    /// The request whose head is shown now, and whether its client waits to be asked for the body.
    var shownRequest: LoopbackRequest?
    var expectsContinue = false
    /// Whether a body may still come that belongs to no request.
    var answersEarly = false

    /// What the poller was told last.
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

    /// Whether the next request may be taken: one at a time, so that responses keep the order of the requests.
    var takesRequest: Bool { isServing && handlerTask == nil && output.takesMore && !isSendingScript }

    /// Whether its client waits for an answer, or for the rest of one.
    var owesAnswer: Bool {
        if case .stalled = phase { return true }
        return handlerTask != nil || isSendingScript || !output.isEmpty
    }

    /// Whether a script writes, rather than a handler is asked.
    var isWritingScript: Bool { phaseAfterScript != nil }

    var neededInterest: PollInterest {
        var needed: PollInterest = output.isEmpty ? [] : .write
        let hasRoom = !isServing || parser.bufferedBytes < Self.maximumBufferedBytes
        if !peerHasEnded, hasRoom { needed.insert(.read) }
        return needed
    }

    /// - Returns: How the response's script is to frame what it sends; `nil` if there is nothing for one to send.
    func write(_ response: LoopbackResponse) -> ResponseWriter.Framing? {
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
            next = .ending(lingers: answersEarly || parser.bufferedBytes > 0)
        }
        guard response.script != nil, let framing = result.framing else {
            phase = next
            return nil
        }
        phaseAfterScript = next
        return framing
    }

    // MARK: - Scripts

    var isSendingScript: Bool { sending != nil || !outgoing.isEmpty }

    func send(_ bytes: OutgoingBytes) {
        outgoing.append(bytes)
    }

    /// - Parameter lastBytes: What completes the body; `nil` if it breaks off.
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

    /// Hands as much to `send` as it takes.
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

    /// Tells scripts that nothing can be sent any more.
    func dropScript() {
        sending?.continuation?.resume(throwing: CancellationError())
        for bytes in outgoing { bytes.continuation?.resume(throwing: CancellationError()) }
        (sending, outgoing) = (nil, [])
    }

    /// Answers what isn't a request, and ends.
    func refuse(_ error: RequestParseError) -> LoopbackMalformedRequest {
        context = ResponseWriter.Context(keepsAlive: false)
        _ = write(.text(error.reason + "\n", status: error.status))
        phase = .ending(lingers: true)
        let (status, reason, head) = (error.status, error.reason, parser.currentHead)
        return LoopbackMalformedRequest(status: status, reason: reason, connection: number, head: head)
    }
}
