import Foundation
import Tern

/// A record of all calls and requests of the test doubles of one test, in order. Test doubles are stubs, stubbed
/// sessions and local servers.
///
/// ```swift
/// let journal = Journal()
/// let github = Provider<GitHub>.stub(journal: journal) { target in
///     switch target {
///     case .user(let login): .json(User(login: login))
///     }
/// }
///
/// _ = try await github.value(.user("octocat"))
///
/// let calls = journal.calls(of: GitHub.self)
/// #expect(calls.map(\.target) == [.user(login: "octocat")])
/// #expect(calls[0].requests.map(\.description) == ["GET https://api.github.com/users/octocat"])
/// ```
///
/// Every provider can record with `recorded(in:)`, regardless of its transport. With the trait `.network` of
/// `TernTestSupport`, each test has its own journal, ``current``, and each of its ``findings(ignoring:)`` fails the
/// test.
public final class Journal: Sendable {
    /// The journal of the running test. `nil` outside of a test with the trait `.network`.
    @TaskLocal public static var current: Journal?

    private struct State: Sendable {
        var events: [Event] = []
        var lastCall = 0
        var stubs: [Stub] = []
        var openCalls: [Int: OpenCall] = [:]
        var findings: [Finding] = []
        var isClosed = false
        /// The ports and the paths of the test's own servers.
        var ownServers: Set<String> = []
        /// The number of doubles that are stopping. They may record events until they have stopped.
        var endingDoubles = 0
        /// The continuations of ``settle(within:includingRunning:)``, by their order, which wait until all stopping
        /// doubles and all calls have ended. If not `includingRunning`, only cancelled and late-ending calls.
        var settling: [Int: (includingRunning: Bool, continuation: CheckedContinuation<Void, Never>)] = [:]
        var lastSettling = 0

        var allFindings: [Finding] {
            let unused = stubs.filter { $0.uses < $0.expectedUses }.map(Finding.init(unused:))
            let open = openCalls.sorted { $0.key < $1.key }.map(\.value).filter { !$0.isInterrupted }
            return findings + unused + open.map(Finding.init(inFlight:))
        }

        func isSettled(includingRunning: Bool) -> Bool {
            endingDoubles == 0 && !openCalls.values.contains { includingRunning || $0.isCancelled || $0.endsLate }
        }
    }

    /// A stub that was set up for requests.
    struct Stub: Sendable {
        let name: String
        let source: SourcePosition
        var uses = 0
        /// The minimum number of requests.
        let expectedUses: Int
    }

    struct OpenCall: Sendable {
        let name: String
        let source: SourcePosition
        /// Whether the double may notice a closed client connection only after the end of the test.
        let endsLate: Bool
        /// Whether the journal of another test reports the misuse of this call.
        let isMisused: Bool
        var isCancelled = false
        /// Whether a finding says that the test was cancelled during this call.
        var isInterrupted = false
    }

    /// The name of the test, for messages.
    public let name: String

    private let state = Locked(State())
    /// The number of recorded requests.
    let requestCount = WaitableState(0)
    private let elapsed: @Sendable () -> Duration
    private let onLateFinding: (@Sendable (Finding) -> Void)?
    /// The place of the test or the journal, for findings about live requests.
    private let source: SourcePosition

    /// - Parameters:
    ///   - name: The name of the test, for messages. Empty by default.
    ///   - clock: The clock for the times of events; use the clock of the provider. Real time by default.
    ///   - filePath: The path of the file that findings about live requests report. The caller's by default.
    ///   - line: The line that findings about live requests report. The caller's by default.
    public convenience init(
        name: String = "",
        clock: some Clock<Duration> = ContinuousClock(),
        filePath: String = #filePath,
        line: Int = #line
    ) {
        let source = SourcePosition(filePath: filePath, line: line)
        self.init(name: name, clock: clock, at: source, onLateFinding: nil)
    }

    /// - Parameter onLateFinding: Receives each finding after `close(ignoring:)`.
    package init(
        name: String,
        clock: some Clock<Duration> = ContinuousClock(),
        at source: SourcePosition = SourcePosition(),
        onLateFinding: (@Sendable (Finding) -> Void)?
    ) {
        Self.observeLiveRequests
        self.name = name
        self.source = source
        let start = clock.now
        elapsed = { start.duration(to: clock.now) }
        self.onLateFinding = onLateFinding
    }

    /// All events so far, in order.
    public var events: [Event] { state.withLock(\.events) }

    /// The findings so far. They include stubs that are unused and calls that are running at this moment, so call this
    /// method at the end of the test. ``settledFindings(ignoring:within:)`` first waits for the calls.
    ///
    /// - Parameter ignored: The kinds of findings to omit. Empty by default.
    public func findings(ignoring ignored: Set<Finding.Kind> = []) -> [Finding] {
        state.withLock { $0.allFindings }.filter { !ignored.contains($0.kind) }
    }

    /// The findings after the running calls have ended. Call this method at the end of a test without the trait
    /// `.network`, as with XCTest.
    ///
    /// In virtual time, time doesn't advance in the meantime.
    ///
    /// - Parameters:
    ///   - ignored: The kinds of findings to omit. Empty by default.
    ///   - limit: Maximum waiting time, in real time. A call that is still running after this time is a finding. 5 s by
    ///     default.
    public func settledFindings(
        ignoring ignored: Set<Finding.Kind> = [],
        within limit: Duration = .seconds(5)
    ) async -> [Finding] {
        await settle(within: limit, includingRunning: true)
        return findings(ignoring: ignored)
    }

    /// Waits until calls that are about to end have ended: cancelled calls, requests on a server whose client has
    /// disconnected, and calls that wait for a stopped server.
    ///
    /// - Parameters:
    ///   - limit: Maximum waiting time, in real time. A call that is still open after this time counts as running. 5 s
    ///     by default.
    ///   - includingRunning: Whether to wait for all other calls, too.
    package func settle(within limit: Duration = .seconds(5), includingRunning: Bool = false) async {
        let number = state.withLock { state in
            state.lastSettling += 1
            return state.lastSettling
        }
        // Not a sleep, which would end at once in the task of a cancelled test.
        let timer = DispatchWorkItem {
            self.state.withLock { $0.settling.removeValue(forKey: number)?.continuation }?.resume()
        }
        await withCheckedContinuation { continuation in
            let isSettled = state.withLock { state in
                let isSettled = state.isSettled(includingRunning: includingRunning)
                if !isSettled { state.settling[number] = (includingRunning, continuation) }
                return isSettled
            }
            guard !isSettled else { return continuation.resume() }
            DispatchQueue.global().asyncAfter(deadline: .now() + limit / .seconds(1), execute: timer)
        }
        timer.cancel()
    }

    /// Closes the journal at the end of the test. Every later request is a finding of kind `.lateRequest`.
    ///
    /// - Parameter ignored: The kinds of findings to omit. Empty by default.
    /// - Returns: The findings so far.
    @discardableResult
    package func close(ignoring ignored: Set<Finding.Kind> = []) -> [Finding] {
        state.withLock { state in
            state.isClosed = true
            return state.allFindings
        }
        .filter { !ignored.contains($0.kind) }
    }

    /// Records the cancellation of the test, for example by its time limit. Each running call becomes a finding,
    /// because it may be the cause.
    package func cancel() {
        state.withLock { state in
            for (number, call) in state.openCalls.sorted(by: { $0.key < $1.key }) {
                state.findings.append(Finding(interrupted: call))
                state.openCalls[number]?.isInterrupted = true
            }
        }
    }

    // MARK: - Called by doubles

    /// Records the start of a call.
    ///
    /// - Returns: The call's number in this journal.
    func begin(_ name: String, at source: SourcePosition, endsLate: Bool = false, isMisused: Bool = false) -> Int {
        let call = OpenCall(name: name, source: source, endsLate: endsLate, isMisused: isMisused)
        return state.withLock { state in
            state.lastCall += 1
            state.openCalls[state.lastCall] = call
            return state.lastCall
        }
    }

    /// Records the end of a call.
    func end(_ call: Int) {
        settle { $0.openCalls[call] = nil }
    }

    /// Records that the caller of a call was cancelled.
    func cancel(_ call: Int) {
        state.withLock { $0.openCalls[call]?.isCancelled = true }
    }

    func record(_ kind: Event.Kind, call: Int, attempt: Int = 1) {
        if #available(macOS 15, iOS 18, tvOS 18, watchOS 11, *) {
            SchedulerCore.log(kind, of: RunLog.CallID(journal: ObjectIdentifier(self), number: call))
        }
        let time = elapsed()
        let late = state.withLock { state -> OpenCall? in
            let number = state.events.count + 1
            state.events.append(Event(number: number, call: call, attempt: attempt, time: time, kind: kind))
            // A call that ended before it sent a request isn't late.
            guard state.isClosed, case .sent = kind, let open = state.openCalls[call], !open.isMisused else {
                return nil
            }
            return open
        }
        if case .sent = kind { requestCount.update { $0 += 1 } }
        if let late { report(Finding(late: late.name, testName: name, at: late.source)) }
    }

    /// Adds the body of a stream to the request that the call sent last.
    func add(body: Data, toRequestOf call: Int) {
        state.withLock { state in
            guard let index = state.events.lastIndex(where: { $0.call == call && $0.request != nil }) else { return }
            state.events[index].request?.body = body
        }
    }

    /// Records that a double is stopping. It may record events until ``doubleHasEnded()``.
    func doubleIsEnding() {
        state.withLock { $0.endingDoubles += 1 }
    }

    func doubleHasEnded() {
        settle { $0.endingDoubles -= 1 }
    }

    /// Adds a stub.
    ///
    /// - Parameter expectedUses: The minimum number of requests. Fewer requests are a finding.
    /// - Returns: The number of the stub for ``use(_:)``.
    package func add(stub name: String, expectedUses: Int, at source: SourcePosition) -> Int {
        state.withLock { state in
            state.stubs.append(Stub(name: name, source: source, expectedUses: expectedUses))
            return state.stubs.count - 1
        }
    }

    /// Records one use of a stub.
    package func use(_ stub: Int) {
        state.withLock { $0.stubs[stub].uses += 1 }
    }

    var isClosed: Bool { state.withLock(\.isClosed) }

    // MARK: - Live requests

    /// Reports the live requests of tasks with a current journal. The value is made with the first journal.
    private static let observeLiveRequests: Void = LiveRequests.observer.withLock {
        $0 = { request, peer in Journal.current?.noteLive(request, to: peer) }
    }

    /// Allows requests to a server of the test.
    ///
    /// - Parameter place: Its port on 127.0.0.1, or the path of its Unix domain socket.
    func add(ownServer place: String) {
        state.withLock { _ = $0.ownServers.insert(place) }
    }

    private func noteLive(_ request: Request, to peer: LiveRequests.Peer) {
        let place: String?
        switch peer {
        case .unixSocket(let path): place = path
        case .url(let url):
            let isLoopback = ["127.0.0.1", "localhost", "::1", "[::1]"].contains(url.host?.lowercased() ?? "")
            place = isLoopback ? "\(url.port ?? 80)" : nil
        }
        if let place, state.withLock({ $0.ownServers.contains(place) }) { return }
        report(Finding(live: "\(request)", at: source))
    }

    /// Reports a finding. An equal finding is reported only once. A request without a response is reported only once,
    /// even if both the provider and its stub report it with different places and kinds.
    package func report(_ finding: Finding) {
        let isLate = state.withLock { state in
            let isKnown = state.findings.contains {
                $0 == finding || finding.kind == .unmatchedRequest && $0.message == finding.message
            }
            guard !isKnown else { return false }
            state.findings.append(finding)
            return state.isClosed
        }
        if isLate { onLateFinding?(finding) }
    }

    // MARK: - Private

    /// Changes the state, and resumes the waiters whose calls have settled, in their order.
    private func settle(_ change: @Sendable (inout State) -> Void) {
        let settled = state.withLock { state in
            change(&state)
            let numbers = state.settling.keys.sorted().filter { number in
                state.settling[number].map { state.isSettled(includingRunning: $0.includingRunning) } ?? false
            }
            return numbers.compactMap { state.settling.removeValue(forKey: $0)?.continuation }
        }
        for continuation in settled { continuation.resume() }
    }
}
