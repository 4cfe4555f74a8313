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
        let matching = matching ?? self.matching
        guard let number = take(request, nil, matching) else { throw missing(request, nil, matching) }
        return try sample(number) { $0.removeCodings() }
    }

    /// The recorded response to the request of a case, for its sample. It may be asked for any number of times.
    ///
    /// ```swift
    /// case .user(let login): .get("/users/\(login)").sample(recorded.sample(of: self) ?? .status(404))
    /// ```
    ///
    /// A file that a browser or a proxy has written is a cassette as well.
    ///
    /// - Returns: `nil` if no request of the recording is equal.
    public func sample(of target: some TargetType) -> SampleResponse? {
        guard let request = try? Endpoint(target).request() else { return nil }
        let recorded = RecordedRequest(request).recognizable
        let number = state.withLock { state in
            var index = state.index(matching, redaction)
            return index.numbers(of: recorded, targetName(of: target)).first
                ?? index.numbersHidingSecrets(of: recorded, targetName(of: target)).first
        }
        return number.flatMap { number in try? sample(number) { $0.removeCodings() } }
    }

    /// The recorded response to a request of a transport. `nil` if it isn't recorded.
    func replayed(_ request: RecordedRequest, _ target: String?) throws(TestKitError) -> SampleResponse? {
        guard let number = take(request, target, matching) else { return nil }
        return try sample(number) { message in
            // The recording has the body as the engine delivered it.
            if message.headers.contains("Content-Encoding") { message.isDecoded = true }
        }
    }

    func missing(_ request: RecordedRequest, _ target: String?, _ matching: Matching) -> TestKitError {
        let (nearest, equal) = state.withLock { state in
            let equal = state.index(matching, redaction)
            var index = equal
            return (index.nearest(to: request, target), index.numbersHidingSecrets(of: request, target).count)
        }
        let line = "\(request.method) \(redaction.text(ofURL: request.url))"
        var message = "\(url.lastPathComponent) has no recording of \(line). "
        switch (nearest, equal) {
        case (nil, _): message += "It is empty."
        case (_, 1...):
            message += "It was recorded \(equal == 1 ? "once" : "\(equal) times"), and is requested more often."
        case (let (number, difference)?, _): message += "The nearest is entry \(number + 1): \(difference)."
        }
        return TestKitError(.unmatchedRequest, message + " Record it with TERN_CASSETTES=recordMissing.")
    }

    /// Adds a finding for each exchange that isn't replayed.
    func noteUnused(_ file: HARFile?) {
        guard mode == .replay, let journal, let file else { return }
        let stubs = file.items.enumerated().map { number, item in
            let line = "\(item.entry.request.method) \(redaction.text(ofURL: item.entry.request.url))"
            let name = "The recording of \(line) (\(url.lastPathComponent), entry \(number + 1))"
            return journal.add(stub: name, expectedUses: 1, at: source)
        }
        state.withLock { $0.stubs = stubs }
    }

    // MARK: - Private

    /// The next unused exchange of a request, which counts as used now.
    private func take(_ request: RecordedRequest, _ target: String?, _ matching: Matching) -> Int? {
        let request = request.recognizable
        let (number, stub) = state.withLock { state -> (Int?, Int?) in
            var index = state.index(matching, redaction)
            var number = index.numbers(of: request, target).first { !state.used.contains($0) }
            if number == nil {
                number = index.numbersHidingSecrets(of: request, target).first { !state.used.contains($0) }
                state.indexes[matching] = index
            }
            guard let number else { return (nil, nil) }
            state.used.insert(number)
            return (number, state.stubs.isEmpty ? nil : state.stubs[number])
        }
        if let stub { journal?.use(stub) }
        return number
    }

    private func sample(
        _ number: Int,
        _ change: (inout SampleMessage) -> Void
    ) throws(TestKitError) -> SampleResponse {
        guard let file = state.withLock(\.file) else { return .status(500) }
        let item = file.items[number]
        let wait = Duration(recordedMilliseconds: item.entry.timings?.wait ?? 0)
        let arrival = delays == .recorded && wait > .zero ? wait : nil
        let failure = item.entry._failure.map { TernError(.init(rawValue: $0.code), reason: $0.reason) }
        if let failure, item.entry.response.status == 0 {
            let sample = SampleResponse.networkError(failure)
            return arrival.map { sample.delayed(by: $0) } ?? sample
        }
        let body: Data
        do {
            body = try file.responseBody(of: item)
        } catch {
            throw TestKitError(.unreadableCassette, "\(url.lastPathComponent), entry \(number + 1): \(error)")
        }
        var fields = HTTPHeaders(HTTPHeaders(item.entry.response.headers).filter { !$0.name.hasPrefix(":") })
        if dates == .shifted, let recorded = item.entry.date {
            fields = fields.shifted(by: Int64(start.timeIntervalSince(recorded).rounded()))
        }
        var message = SampleMessage(status: item.entry.response.status, headers: fields, chunks: [])
        message.setBody(body, in: item.entry._pieces ?? [], isDelayed: delays == .recorded)
        change(&message)
        var sample = SampleResponse(message)
        if let failure { sample = sample.breakingOff(after: body.count, with: failure) }
        return arrival.map { sample.delayed(by: $0) } ?? sample
    }
}

extension Cassette.State {
    mutating func index(_ matching: Cassette.Matching, _ rules: Redaction) -> CassetteIndex {
        if let index = indexes[matching] { return index }
        let index = CassetteIndex(file?.requests ?? [], matching, rules)
        indexes[matching] = index
        return index
    }
}

extension HARFile {
    fileprivate var requests: [(request: RecordedRequest, target: String?)] {
        items.map { item in
            let recorded = item.entry.request
            var request = RecordedRequest(
                method: HTTPMethod(rawValue: recorded.method),
                url: recorded.url,
                headers: HTTPHeaders(recorded.headers),
                body: (try? requestBody(of: item)) ?? Data()
            )
            if let digest = recorded.postData?._digest { request.body = Data(digest.utf8) }
            return (request.recognizable, item.entry._target)
        }
    }
}

extension SampleMessage {
    /// Removes the fields of codings that the recorded body doesn't have.
    fileprivate mutating func removeCodings() {
        for name in ["Content-Encoding", "Content-Length", "Transfer-Encoding"] { headers.remove(name) }
    }

    /// - Parameter pieces: As recorded. Empty for a body that arrived at once.
    fileprivate mutating func setBody(_ body: Data, in pieces: [HAREntry.Piece], isDelayed: Bool) {
        // The numbers of a file may be any.
        let areValid = pieces.allSatisfy { (0...body.count).contains($0.bytes) }
        guard !pieces.isEmpty, areValid, pieces.reduce(0, { $0 + $1.bytes }) == body.count else {
            setChunks(body.isEmpty ? [] : [body], pauses: [])
            return
        }
        var rest = body
        let chunks = pieces.map { piece in
            defer { rest = rest.dropFirst(piece.bytes) }
            return Data(rest.prefix(piece.bytes))
        }
        let times = pieces.map { Duration(recordedMilliseconds: $0.time) }
        let pauses = zip(times.dropFirst(), times).map { max(.zero, $0 - $1) }
        setChunks(chunks, pauses: isDelayed ? pauses : [])
    }
}

extension Duration {
    /// The time that a file tells: at most a year, and not negative.
    fileprivate init(recordedMilliseconds: Double) {
        self = .milliseconds(max(0, min(recordedMilliseconds, 365 * 86_400_000)))
    }
}
