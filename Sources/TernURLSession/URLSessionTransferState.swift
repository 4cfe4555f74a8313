import Foundation
import TernHTTP

/// The rules of one exchange of a session: the phase that it is in, and what each event causes in that phase. It is pure,
/// so that it is tested on all platforms.
struct URLSessionTransferState<Caller: Sendable>: Sendable {
    enum Phase: Sendable {
        /// The session's task hasn't started.
        case ready
        /// FoundationNetworking may report the body of a redirect without a `Location` before its head.
        case waiting(Caller, any SessionTask)
        /// The body is collected in memory.
        case collecting(Caller, any SessionTask, HTTPURLResponse)
        /// The response is a followed redirect, whose body is counted and discarded.
        case discarding(Caller, any SessionTask, HTTPURLResponse, bytes: Int)
        /// The caller has the head, and reads the body from the channel.
        case streaming(any SessionTask, HTTPURLResponse, BodyChannel, Flow)
        case ended(HTTPURLResponse?, wasCollecting: Bool)
    }

    /// Whether the task of a streamed body runs.
    enum Flow: Sendable {
        case running
        case paused
        /// Runs again after a pause.
        case resumed
    }

    /// The authentication challenges that the session has reported.
    enum Challenge: Sendable {
        case none
        /// FoundationNetworking fails the task as cancelled after it.
        case toFoundationNetworking
        /// The proxy's challenge, with its response if the session provides it.
        case ofProxy(HTTPURLResponse?)
    }

    /// What the engine has to do after an event.
    enum Action: Sendable {
        case none
        case report(TransferProgress)
        /// Gives the head to the caller, with a stream of the body.
        case respond(Caller, URLSessionResult)
        case deliver(Data, to: BodyChannel, TransferProgress)
        case fail(any Error)
    }

    /// The parts of an exchange that its end has to complete.
    struct Ending: Sendable {
        /// `nil` if the caller has received its head.
        var caller: Caller?
        var task: (any SessionTask)?
        var channel: BodyChannel?
        let metrics: Response.Metrics
    }

    let request: Request
    let hop: Hop
    let kind: SessionKind

    private(set) var phase = Phase.ready
    /// The collected body so far.
    private(set) var body = Data()
    private(set) var progress = TransferProgress()
    var times = URLSessionTimes()
    var sendings = BodySendings()
    var challenge = Challenge.none

    init(_ request: Request, hop: Hop, kind: SessionKind) {
        self.request = request
        self.hop = hop
        self.kind = kind
    }

    var isEnded: Bool { if case .ended = phase { true } else { false } }

    var isWaiting: Bool { if case .waiting = phase { true } else { false } }

    var isStreaming: Bool { if case .streaming = phase { true } else { false } }

    /// The head of the response. `nil` until it is received.
    var head: HTTPURLResponse? {
        switch phase {
        case .ready, .waiting: nil
        case .collecting(_, _, let head), .discarding(_, _, let head, _), .streaming(_, let head, _, _): head
        case .ended(let head, _): head
        }
    }

    // MARK: - Events

    /// - Returns: `false` if the exchange has ended before, so that the task must not run.
    mutating func start(_ task: any SessionTask, for caller: Caller) -> Bool {
        guard case .ready = phase else { return false }
        phase = .waiting(caller, task)
        times.start = .now
        return true
    }

    /// - Parameter makeChannel: Makes the channel of a streamed body.
    mutating func received(_ head: HTTPURLResponse, makeChannel: () -> BodyChannel) -> Action {
        guard case .waiting(let caller, let task) = phase else { return receivedAnotherHead() }
        times.receivedByte()
        progress.expectedReceivedBytes = head.decodedLength
        let hasLocation = head.value(forHTTPHeaderField: "Location") != nil
        if Redirect.isFollowed(head.statusCode, hasLocation: hasLocation, under: hop) {
            phase = .discarding(caller, task, head, bytes: 0)
            return .none
        }
        phase = .collecting(caller, task, head)
        guard request.delivery.isCollected else {
            if let failure = proxyFailure { return .fail(failure) }
            let channel = makeChannel()
            if !body.isEmpty { _ = channel.push(body) }
            body = Data()
            phase = .streaming(task, head, channel, .running)
            var result = result(head)
            result.stream = BodyStream(channel)
            return .respond(caller, result)
        }
        let hasBody = head.statusCode != 204 && head.statusCode != 304 && request.method != .head
        let isTooLarge = hasBody && head.decodedLength ?? 0 > Int64(request.bodyLimit)
        return isTooLarge ? .fail(tooLarge(request.bodyLimit)) : .none
    }

    mutating func received(_ data: Data) -> Action {
        switch phase {
        case .ready, .ended:
            return .none
        case .waiting, .collecting:
            progress.receivedBytes += Int64(data.count)
            guard progress.receivedBytes <= request.bodyLimit else { return .fail(tooLarge(request.bodyLimit)) }
            // Most bodies arrive in one piece.
            if body.isEmpty { body = data } else { body.append(data) }
            return .report(progress)
        case .discarding(let caller, let task, let head, let bytes):
            let (limit, bytes) = (Redirect.maximumBodyBytes, bytes + data.count)
            phase = .discarding(caller, task, head, bytes: bytes)
            return bytes > limit ? .fail(tooLarge(limit)) : .none
        case .streaming(_, _, let channel, _):
            progress.receivedBytes += Int64(data.count)
            return .deliver(data, to: channel, progress)
        }
    }

    mutating func sent(_ bytes: Int64, of expected: Int64) -> Action {
        guard !isEnded else { return .none }
        // A repeated body is counted from its beginning, but progress never decreases.
        progress.sentBytes = max(bytes, progress.sentBytes)
        progress.expectedSentBytes = expected >= 0 ? expected : nil
        return sendings.sent(bytes, of: request).map { .fail($0) } ?? .report(progress)
    }

    // MARK: - Pauses

    /// - Returns: The task to suspend. `nil` if the reader has caught up, or if the task is suspended already.
    mutating func pause() -> (any SessionTask)? {
        guard case .streaming(let task, let head, let channel, let flow) = phase, flow != .paused,
            channel.isEngineWaiting
        else { return nil }
        phase = .streaming(task, head, channel, .paused)
        return task
    }

    /// - Returns: The task to resume. `nil` if it isn't suspended.
    mutating func resume() -> (any SessionTask)? {
        guard case .streaming(let task, let head, let channel, .paused) = phase else { return nil }
        phase = .streaming(task, head, channel, .resumed)
        return task
    }

    // MARK: - Ending

    /// Ends the exchange. Only the first ending has parts to complete.
    mutating func end() -> Ending {
        var ending = Ending(metrics: times.metrics(with: progress))
        var wasCollecting = false
        switch phase {
        case .ready: break
        case .ended: return ending
        case .waiting(let caller, let task), .discarding(let caller, let task, _, _):
            (ending.caller, ending.task) = (caller, task)
        case .collecting(let caller, let task, _):
            (ending.caller, ending.task, wasCollecting) = (caller, task, true)
        case .streaming(let task, _, let channel, _):
            (ending.task, ending.channel) = (task, channel)
        }
        phase = .ended(head, wasCollecting: wasCollecting)
        return ending
    }

    // MARK: - Private

    /// Handles a head after the first one, which is the head of the response.
    ///
    /// Apple's session reports a redirect a second time, and a head for each part of a multipart/x-mixed-replace body.
    /// Neither changes the response. A task that starts over after `suspend()` and `resume()`, as the documentation of
    /// `URLSessionTask.suspend()` allows, would deliver the same bytes again. So the exchange fails.
    private func receivedAnotherHead() -> Action {
        guard case .streaming(_, let head, _, let flow) = phase, flow != .running, progress.receivedBytes > 0,
            head.mimeType?.isEqualIgnoringASCIICase(to: "multipart/x-mixed-replace") != true
        else { return .none }
        let reason = "The session started to receive the response from its beginning."
        return .fail(TernError(.connectionLost, reason: reason))
    }

    private func tooLarge(_ limit: Int) -> TernError {
        TernError.bodyTooLarge(limit: limit, status: head?.statusCode ?? 0)
    }
}
