/// The server's steps for one arrival of a request. The seed determines them, so that the client knows them, too.
struct MutationPlan {
    enum Step {
        case send([UInt8])
        case pause(milliseconds: Int)
        case close
        case reset
        /// No more bytes, until the client disconnects.
        case stall
    }

    /// The time at which the client can receive bytes that belong to no response.
    enum Visibility {
        /// At the latest with the end of the response.
        case withTheResponse
        /// With the end of a head without content, so that a client may have read and discarded them with the head.
        case withTheHead
        /// Soon after the response.
        case later
        /// Soon after a head without content, or with it.
        case perhapsWithTheHead
        /// The response may have ended for the client before all bytes arrived.
        case perhaps
    }

    let kind: MutationKind
    let status: Int
    /// The body that the caller receives after an intact response.
    let body: [UInt8]
    private(set) var steps: [Step] = []
    /// Whether the response itself is valid and complete. Other bytes may follow.
    private(set) var isIntact = false
    /// Whether the request's body is read before the response is sent.
    private(set) var readsBodyFirst = true
    /// The bytes that may be left on the connection.
    private(set) var leftovers: Visibility?

    init(_ call: MutationCall, sending: Int, seed: UInt64, kinds: [MutationKind]) {
        var random = MutationRandom(seed: seed, call.number, sending, 2)
        var response = MutationResponse(to: call, &random)
        (status, body) = (response.status, response.body)
        kind = MutationKind.pick(from: kinds, &random)
        var end: Step?
        var bytes: [UInt8]
        switch kind {
        case .nothing:
            bytes = response.bytes
            isIntact = true
        case .flippedBytes, .deletedBytes, .insertedBytes, .duplicatedLine:
            bytes = response.bytes
            for _ in 0..<random.pick(1, 1, 1, 2, 8) { MutationBytes.change(&bytes, by: kind, &random) }
        case .truncated:
            bytes = response.bytes
            bytes.removeLast(Int.random(in: 1...bytes.count, using: &random))
            end = random.pick(.close, .reset, .stall)
        case .extraBytes:
            bytes = response.bytes + MutationBytes.unasked(for: call.number, response.bytes, &random)
            isIntact = true
        case .sentTwice:
            bytes = response.bytes + response.bytes
            isIntact = true
        case .wrongLength:
            let length = response.content.count + random.pick(-100, -10, -1, 1, 10, 1_000)
            response.fields.removeAll { $0.0 == "Transfer-Encoding" }
            response.set("Content-Length", "\(length)")
            bytes = response.bytes
            end = random.pick(nil, .close, .stall)
        case .lengthAndChunks:
            response.set("Transfer-Encoding", "chunked")
            response.set("Content-Length", "\(response.body.count)")
            bytes = response.bytes
        case .foldedField:
            response.fields.insert(("X-Folded", "one\r\n\(random.pick(" ", "\t", "  "))two"), at: random.pick(0, 1, 2))
            bytes = response.bytes
        case .informationalFlood:
            let head = random.pick(
                "HTTP/1.1 100 Continue\r\n\r\n",
                "HTTP/1.1 103 Early Hints\r\nX-Number: early\r\n\r\n"
            )
            bytes = Array(String(repeating: head, count: random.pick(1, 2, 10, 1_000)).utf8) + response.bytes
        case .longLine:
            let line = String(repeating: "x", count: random.pick(10_000, 90_000, 300_000))
            response.fields.insert(random.pick(("X-Long", line), (line, "x")), at: 0)
            bytes = response.bytes
        case .unexpectedBody:
            response.status = random.pick(204, 304, response.status)
            let line = "\(MutationToken(kind: .extra, number: call.number))\n"
            bytes = response.bytes + Array(String(repeating: line, count: random.pick(1, 10, 1_000, 3_000)).utf8)
        case .earlyResponse:
            bytes = response.bytes
            readsBodyFirst = false
            end = random.pick(nil, .close, .reset)
        case .noResponse:
            bytes = []
            end = random.pick(.close, .reset)
        case .silence:
            bytes = []
            end = .stall
        case .closedAfter:
            if random.happens(0.5) { response.set("Connection", "close") }
            bytes = response.bytes
            isIntact = true
            end = random.pick(.close, .reset)
            // A reset may overtake earlier bytes.
            if case .reset = end { isIntact = false }
        case .endedByClose:
            response.fields.removeAll { $0.0 == "Transfer-Encoding" || $0.0 == "Content-Length" }
            response.content = response.body
            bytes = response.bytes
            end = .close
        case .oddVersion:
            response.version = random.pick("HTTP/1.0", "HTTP/2", "HTTP/1.9", "HTTP/0.9", "http/1.1", "HTTP/1.1 ", "ICY")
            response.status = random.pick(response.status, 0, 99, 600, 1_000)
            bytes = response.bytes
        case .oddCoding:
            let coding = random.pick(
                "identity",
                "gzip, chunked",
                "chunked, chunked",
                "xchunked",
                "chunked;q=1",
                "gzip",
                ""
            )
            response.set("Transfer-Encoding", coding)
            bytes = response.bytes
            end = random.pick(nil, .close)
        case .oddChunk:
            response.fields.removeAll { $0.0 == "Content-Length" }
            response.set("Transfer-Encoding", "chunked")
            let size = random.pick(
                "3,3",
                "-1",
                "0x5",
                "5 ",
                "+5",
                "ffffffffffffffffff",
                "5;a=b",
                "",
                "00000000000000005"
            )
            response.content =
                Array("\(size)\r\nhello\r\n0\r\n".utf8) + Array(random.pick("\r\n", "X: y\r\n\r\n", "").utf8)
            bytes = response.bytes
        }
        send(bytes, after: response, &random)
        steps += end.map { [$0] } ?? []
    }

    /// Whether the bytes that the server sends contain a text.
    func sends(_ text: String) -> Bool {
        let bytes = steps.flatMap { step -> [UInt8] in if case .send(let bytes) = step { bytes } else { [] } }
        return String(decoding: bytes, as: UTF8.self).contains(text)
    }

    /// A summary of the steps: sizes of sent bytes, pauses, ends.
    var outline: String {
        steps.map { step in
            switch step {
            case .send(let bytes): "\(bytes.count)"
            case .pause(let milliseconds): "pause\(milliseconds)"
            default: "\(step)"
            }
        }.joined(separator: "+")
    }

    // MARK: - Private

    /// In one piece, or in several segments.
    private mutating func send(_ bytes: [UInt8], after response: MutationResponse, _ random: inout MutationRandom) {
        // Above this size, the kernel may not deliver all bytes at once, and the client may not read all bytes at once.
        let (atOnce, readAtOnce) = (32 * 1024, 8 * 1024)
        let isSplit = random.happens(0.4)
        if kind != .nothing, isSplit || bytes.count > atOnce {
            leftovers = .perhaps
        } else if kind == .extraBytes || kind == .sentTwice {
            leftovers = response.content.isEmpty && bytes.count <= readAtOnce ? .withTheHead : .withTheResponse
        }
        guard isSplit, bytes.count > 1 else { return steps.append(.send(bytes)) }
        var rest = bytes[...]
        for _ in 0..<Int.random(in: 1...5, using: &random) where rest.count > 1 {
            steps.append(.send(Array(rest.prefix(Int.random(in: 1..<rest.count, using: &random)))))
            if case .send(let sent)? = steps.last { rest = rest.dropFirst(sent.count) }
            let pause = random.pick(0, 0, 1, 3)
            if pause > 0 { steps.append(.pause(milliseconds: pause)) }
        }
        steps.append(.send(Array(rest)))
    }
}
