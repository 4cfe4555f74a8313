/// What the loop knows about one accepted socket. Only the loop's thread touches it.
final class Connection {
    enum Phase {
        case serving
        /// The last response is written. After it the socket is closed, at once if nothing was received that is
        /// left unread; else the kernel would throw the response away, so the rest is read and dropped first.
        case ending(lingers: Bool)
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
    var takesRequest: Bool { isServing && handlerTask == nil && output.takesMore }

    var neededInterest: PollInterest {
        var needed: PollInterest = output.isEmpty ? [] : .write
        let hasRoom = !isServing || parser.bufferedBytes < Self.maximumBufferedBytes
        if !peerHasEnded, hasRoom { needed.insert(.read) }
        return needed
    }

    func write(_ response: LoopbackResponse) {
        var closes = false
        output.write { bytes in
            let result = ResponseWriter.write(response, in: context, to: &bytes)
            closes = result.closes
            return result.remainder
        }
        if response.isStalling {
            phase = .stalled
        } else if closes {
            phase = .ending(lingers: parser.bufferedBytes > 0)
        }
    }

    func refuse(_ error: RequestParseError) {
        context = ResponseWriter.Context(keepsAlive: false)
        write(.text(error.reason + "\n", status: error.status))
        phase = .ending(lingers: true)
    }
}
