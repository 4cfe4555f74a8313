import Foundation
import Tern

extension Cassette {
    /// The recorded response to a request, for the closure of a ``StubSession`` or a ``LoopbackServer``:
    ///
    /// ```swift
    /// let stub = StubSession { try cassette.response(to: $0) }
    /// let server = try LoopbackServer { try cassette.response(to: $0, matching: [.method, .path, .query, .body]) }
    /// ```
    ///
    /// The body has no content coding, so fields that announce one are omitted.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - matching: What must be equal. That of the cassette by default. A server is no recorded origin.
    /// - Throws: `TestKitError` with code `.unmatchedRequest`, which names the nearest recorded request and what differs.
    public func response(
        to request: RecordedRequest,
        matching: Matching? = nil
    ) throws(TestKitError) -> SampleResponse {
        guard mode == .replay || mode == .recordMissing else {
            let reason = "\(url.lastPathComponent) doesn't replay with the mode \(mode.rawValue)."
            throw TestKitError(.unmatchedRequest, "\(reason) Record with a provider or a transport: .played(by:).")
        }
        let matching = matching ?? self.matching
        let request = request.recognizable
        guard let number = take(request, nil, matching) else {
            throw TestKitError(.unmatchedRequest, missing(request, nil, matching).reasonAndAdvice)
        }
        return try sample(number) { $0.removeCodings() }
    }

    /// The recorded response to the request of a case, for its sample. It may be asked for any number of times. Without
    /// the mode `.replay`, `TERN_CASSETTES=record` also makes this cassette one that is recorded, and has no samples.
    ///
    /// ```swift
    /// case .user(let login): .get("/users/\(login)").sample(recorded.sample(of: self) ?? .status(404))
    /// ```
    ///
    /// A file that a browser or a proxy has written is a cassette as well.
    ///
    /// - Returns: `nil` if no request of the recording is equal, or if the file has no body of its response: export the
    ///   file with contents.
    public func sample(of target: some TargetType) -> SampleResponse? {
        guard let request = try? Endpoint(target).request() else { return nil }
        let recorded = RecordedRequest(request).recognizable
        let numbers = withIndex(matching) { index, _ in index.numbers(recorded, targetName(of: target)) }
        let samples = (numbers ?? []).lazy.compactMap { number -> (status: Int, sample: SampleResponse)? in
            guard let sample = try? self.sample(number, { $0.removeCodings() }) else { return nil }
            return (self.file?.entries[number].exchange.head?.status ?? 0, sample)
        }
        // A browser also records requests that it has cancelled, and 304 for what it has stored.
        return (samples.first { $0.status >= 200 && $0.status != 304 } ?? samples.first)?.sample
    }

    /// The recorded response to a request of a transport. `nil` if it isn't recorded.
    func replayed(
        _ request: RecordedRequest,
        _ target: (any TargetType)?
    ) throws(TestKitError) -> SampleResponse? {
        let name = matching.contains(.target) ? target.map(targetName) : nil
        guard let number = take(request, name, matching) else { return nil }
        return try sample(number) { message in
            // The recording has the body as the engine delivered it.
            if message.headers.contains("Content-Encoding") { message.isDecoded = true }
        }
    }

    /// The error of a request that isn't recorded, which names the nearest recorded request.
    func missing(_ request: RecordedRequest, _ target: String?, _ matching: Matching) -> TernError {
        let found = withIndex(matching) { index, _ in
            (nearest: index.nearest(to: request, target), equal: index.numbers(request, target).count)
        }
        let line = "\(request.method) \(redaction.text(ofURL: request.url))"
        var message = "\(url.lastPathComponent) has no recording of \(line). "
        if let found, found.equal > 0 {
            let times = found.equal == 1 ? "once" : "\(found.equal) times"
            message += "It was recorded \(times), and is requested more often."
        } else if let nearest = found?.nearest {
            message += "The nearest is entry \(nearest.number + 1): \(nearest.difference)."
            if file?.entries[nearest.number].lacksRequestBody == true {
                message += " The file lacks the body of this request, so that any body is equal."
            }
            if !stubs.isEmpty, nearest.difference.isOfBody { journal?.miss(stubs[nearest.number]) }
            do { _ = try file?.request(nearest.number) } catch { message += " Its body can't be read: \(error)" }
        } else {
            message += "It is empty."
        }
        let advice = "Correct the request, or record again with TERN_CASSETTES=record."
        return TernError(.missingSample, reason: message, advice: advice)
    }

    /// Adds a finding to a journal for each exchange of a file that isn't replayed.
    ///
    /// - Returns: The numbers of the exchanges in the journal.
    static func stubs(
        for file: HARFile?,
        named name: String,
        _ redaction: Redaction,
        _ journal: Journal?,
        _ source: SourcePosition
    ) -> [Int] {
        guard let journal, let file else { return [] }
        return file.entries.enumerated().map { number, entry in
            let request = entry.exchange.request
            let line = "\(request.method) \(redaction.text(ofURL: request.url))"
            let stub = "The recording of \(line) (\(name), entry \(number + 1))"
            return journal.add(stub: stub, expectedUses: 1, at: source)
        }
    }

    // MARK: - Private

    /// The next unused exchange of a request, which counts as used now.
    private func take(_ request: RecordedRequest, _ target: String?, _ matching: Matching) -> Int? {
        let number = withIndex(matching) { index, used in
            let number = index.next(request, target, except: used)
            if let number { used.insert(number) }
            return number
        }
        if let number, !stubs.isEmpty { journal?.use(stubs[number]) }
        return number
    }

    /// Calls a closure with the index of the file, and the numbers of the exchanges that were replayed. `nil` without a
    /// file.
    private func withIndex<Result: Sendable>(
        _ matching: Matching,
        _ use: @Sendable (inout CassetteIndex, inout Set<Int>) -> Result?
    ) -> Result? {
        guard let file else { return nil }
        return state.withLock { state in
            use(&state.indexes[matching, default: CassetteIndex(file, matching, redaction)], &state.used)
        }
    }

    private func sample(
        _ number: Int,
        _ change: (inout SampleResponse.Parts) -> Void
    ) throws(TestKitError) -> SampleResponse {
        guard let file else { return .status(500) }
        let entry = file.entries[number]
        let exchange = entry.exchange
        let failure = exchange.failure.map { TernError($0.code, reason: $0.reason) }
        // A call that was cancelled waits until it is cancelled again.
        let isCancelled = failure?.code == .cancelled
        guard let head = exchange.head else {
            if isCancelled { return .status(204).held(by: SampleGate()) }
            return arriving(.networkError(failure ?? URLError(.unknown)), after: exchange.duration ?? .zero)
        }
        var place: String { "\(url.lastPathComponent), entry \(number + 1)" }
        if let length = entry.missingLength {
            let advice = "Export the file with the bodies of responses."
            throw TestKitError(.unreadableCassette, "\(place), has no body, \(length). \(advice)")
        }
        var body: Data
        do {
            body = try file.responseBody(number)
        } catch {
            throw TestKitError(.unreadableCassette, "\(place): \(error)")
        }
        var fields = head.headers
        if dates == .shifted, let recorded = entry.date,
            let seconds = Int64(exactly: start.timeIntervalSince(recorded).rounded())
        {
            fields = fields.shifted(by: seconds)
            body = Placeholder.shifted(body, by: seconds)
        }
        var message = SampleResponse.Parts(status: head.status, headers: fields)
        message.trailers = exchange.trailers
        message.setBody(body, of: exchange, isDelayed: delays == .recorded)
        change(&message)
        // Other programs write the length of the coded body.
        let hasBody = exchange.request.method != .head && head.status != 304
        if failure == nil, hasBody { message.correctLength(of: body) }
        var sample = SampleResponse(message)
        if isCancelled {
            sample = sample.stayingOpen(until: SampleGate())
        } else if let failure {
            sample = sample.breakingOff(after: body.count, with: failure)
        }
        return arriving(sample, after: head.time)
    }

    private func arriving(_ sample: SampleResponse, after wait: Duration) -> SampleResponse {
        delays == .recorded && wait > .zero ? sample.delayed(by: wait) : sample
    }
}

extension SampleResponse.Parts {
    /// Removes the fields of codings that the recorded body doesn't have.
    fileprivate mutating func removeCodings() {
        for name in ["Content-Encoding", "Content-Length", "Transfer-Encoding"] { headers.remove(name) }
    }

    /// Removes the length of another body.
    fileprivate mutating func correctLength(of body: Data) {
        guard let length = headers["Content-Length"], !isDecoded, length != "\(body.count)" else { return }
        headers.remove("Content-Length")
    }

    /// - Parameter exchange: Has the pieces and the times of the body.
    fileprivate mutating func setBody(_ body: Data, of exchange: CassetteExchange, isDelayed: Bool) {
        let end = (exchange.duration ?? .zero) - (exchange.head?.time ?? .zero)
        let pieces = exchange.pieces
        // The numbers of a file may be any.
        let areValid = pieces.allSatisfy { (0...body.count).contains($0.bytes) }
        let isInPieces = !pieces.isEmpty && areValid && pieces.reduce(0) { $0 + $1.bytes } == body.count
        let whole = body.isEmpty ? [] : [CassetteExchange.Piece(time: end, bytes: body.count)]
        let parts = isInPieces ? pieces : whole
        var rest = body
        let chunks = parts.map { piece in
            defer { rest = rest.dropFirst(piece.bytes) }
            return Data(rest.prefix(piece.bytes))
        }
        setChunks(chunks, at: isDelayed ? parts.map(\.time) : [], end: isDelayed ? end : .zero)
    }
}
