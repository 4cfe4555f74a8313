import Foundation
import Tern

/// One task of a stub session, from its start until its response is delivered: requests the sample, follows redirects,
/// and delivers the response.
final class StubExchange: Sendable {
    /// One event for the session.
    enum Part: Sendable {
        case head(HTTPURLResponse)
        case chunk(Data)
        /// A redirect that the platform may follow. If the platform doesn't follow it, the following parts are the
        /// response.
        case redirect(to: URLRequest, HTTPURLResponse)
        case end(HTTPURLResponse, HTTPHeaders)
        case failure(any Error)
    }

    /// Parts that the session can deliver now.
    struct Offer: Sendable {
        let parts: [Part]
        let isLast: Bool
        fileprivate let continuation: CheckedContinuation<Void, any Error>

        /// Lets the exchange go on after these parts.
        func isDelivered() {
            continuation.resume()
        }
    }

    /// What becomes of a redirect.
    enum Redirection: Sendable {
        /// Follows the redirect with this request.
        case follow(URLRequest)
        /// Uses the redirect as the response.
        case useAsResponse
        /// Leaves the decision to the session.
        case passToSession(URLRequest)
    }

    private struct State: Sendable {
        var hasBegun = false
        var isOver = false
        var offer: Offer?
        /// The call in the journal, after its first events were recorded.
        var call: JournalCall?
        /// The task that responds.
        var task: Task<Void, Never>?
    }

    let core: StubSessionCore
    private let channel: StubChannel
    private let time: DoubleTime
    private let state = Locked(State())

    init(core: StubSessionCore, channel: StubChannel, time: DoubleTime) {
        self.core = core
        self.channel = channel
        self.time = time
    }

    /// Starts the exchange. A second call does nothing.
    ///
    /// - Parameter body: Returns the body of a task if its request doesn't contain the body. Called on a queue that may
    ///   block.
    func start(_ request: URLRequest, body: @escaping @Sendable () -> Data?) {
        let isFirst = state.withLock { state in
            defer { state.hasBegun = true }
            return !state.hasBegun
        }
        guard isFirst else { return }
        core.requestQueue.async { [self] in
            let body = body() ?? StubRequestBody.data(of: request)
            let match = core.table.match(RecordedRequest(request, body: body))
            guard beginCall(with: match.request) else { return }
            // Not structured, because a callback calls this method. The end of the exchange cancels the task.
            let task = HandlerTask.start { [self] in await time.run { await respond(to: request, as: match) } }
            let isOver = state.withLock { state in
                state.task = task
                return state.isOver
            }
            if isOver { task.cancel() }
        }
    }

    /// The parts to deliver now. `nil` if no parts are ready.
    func take() -> Offer? {
        let (offer, call) = state.withLock { state -> (Offer?, JournalCall?) in
            let offer = state.offer.take()
            if offer?.isLast == true { state.isOver = true }
            return (offer, state.call)
        }
        for part in offer?.parts ?? [] { call?.record(part) }
        return offer
    }

    /// Ends the exchange after the task was cancelled. No more parts are delivered.
    func cancel() {
        let old = state.withLock { state -> State? in
            guard !state.isOver else { return nil }
            defer { (state.isOver, state.offer) = (true, nil) }
            return state
        }
        guard let old else { return }
        old.task?.cancel()
        old.offer?.continuation.resume(throwing: CancellationError())
        old.call?.fail(.cancelled)
    }

    // MARK: - Private

    private func respond(to request: URLRequest, as match: ResponderTable.Match) async {
        do {
            try channel.check(match.request)
            let (response, next) = try await response(to: request, as: match)
            try await deliver(response, afterRedirectTo: next)
        } catch {
            if case .downloadTask? = (error as? TestKitError)?.code {
                core.journal?.report(Journal.Finding(.misuse, "\(error)", at: core.source))
            }
            // Not delivered if the exchange is over, which cancels this task. A clock may throw its own errors.
            try? await deliver([.failure(error)], isLast: true)
        }
    }

    /// The response after all redirects, and the request of a redirect that the session decides about.
    private func response(
        to first: URLRequest,
        as match: ResponderTable.Match
    ) async throws -> (StubSessionResponse, URLRequest?) {
        var (request, match, redirects) = (first, match, 0)
        while true {
            let sample = try await core.sample(for: match)
            try await sample.parts.arrival?.wait(on: core.clock)
            let response = try StubSessionResponse(sample, to: request)
            guard let next = try response.redirect(of: request, count: redirects) else { return (response, nil) }
            switch try await channel.redirect(to: next, by: response.head) {
            case .useAsResponse: return (response, nil)
            case .passToSession(let next): return (response, next)
            case .follow(let next):
                let body = next.httpMethod == request.httpMethod ? match.request.body : Data()
                match = core.table.match(RecordedRequest(next, body: next.httpBody ?? body))
                (request, redirects) = (next, redirects + 1)
                let call = state.withLock(\.call)
                call?.record(.redirected(status: response.head.statusCode, to: match.request))
            }
        }
    }

    /// Delivers a response, with the gates and the pauses of its body.
    private func deliver(_ response: StubSessionResponse, afterRedirectTo next: URLRequest?) async throws {
        var parts: [Part] = next.map { [.redirect(to: $0, response.head)] } ?? []
        parts.append(.head(response.head))
        var last = Part.end(response.head, response.message.headers)
        for step in response.message.steps {
            let isNextPiece =
                switch (step, parts.last) {
                case (.chunk, .head?), (_, nil): false
                default: true
                }
            if channel.takesPieces, isNextPiece {
                try await deliver(parts, isLast: false)
                parts = []
            }
            switch step {
            case .chunk(let data): parts.append(.chunk(data))
            case .hold(let gate): try await gate.pass()
            case .pause(let interval): try await Waiting.wait(for: interval, on: core.clock)
            case .loss(let error):
                // The error of a session whose body can't be decoded.
                let undecodable = (error as? TernError).map {
                    URLError(.cannotDecodeRawData, userInfo: [NSLocalizedDescriptionKey: $0.reason])
                }
                last = .failure(undecodable ?? error)
            }
        }
        parts.append(last)
        try await deliver(channel.takesPieces ? parts : Self.inOneChunk(parts), isLast: true)
    }

    private static func inOneChunk(_ parts: [Part]) -> [Part] {
        let body = parts.reduce(into: Data()) { if case .chunk(let data) = $1 { $0.append(data) } }
        let others = parts.filter { if case .chunk = $0 { false } else { true } }
        return body.isEmpty ? others : [others[0], .chunk(body)] + others.dropFirst()
    }

    /// Returns when the session has delivered the parts.
    ///
    /// - Throws: `CancellationError` when the exchange is over.
    private func deliver(_ parts: [Part], isLast: Bool) async throws {
        try await withCheckedThrowingContinuation { continuation in
            let isOver = state.withLock { state in
                if !state.isOver { state.offer = Offer(parts: parts, isLast: isLast, continuation: continuation) }
                return state.isOver
            }
            if isOver { continuation.resume(throwing: CancellationError()) } else { channel.wake() }
        }
    }

    /// - Returns: Whether the exchange continues.
    private func beginCall(with request: RecordedRequest) -> Bool {
        guard !state.withLock(\.isOver) else { return false }
        guard let journal = core.journal else { return true }
        let call = JournalCall(request, in: journal, at: core.source)
        call.record(.sent(request))
        let goesOn = state.withLock { state in
            if !state.isOver { state.call = call }
            return !state.isOver
        }
        if !goesOn { call.fail(.cancelled) }
        return goesOn
    }
}

extension JournalCall {
    /// Records a part that is delivered.
    fileprivate func record(_ part: StubExchange.Part) {
        switch part {
        case .head, .redirect: break
        case .chunk(let data): record(.received(bytes: data.count))
        case .failure(let error): fail(TernError(wrapping: error).code)
        case .end(let head, let headers):
            record(.responded(status: head.statusCode, headers: headers))
            end(with: head.statusCode)
        }
    }
}
