import Foundation
import Tern

/// What happened at the doubles of one test, in one order.
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
/// A provider of any height takes part with `recorded(in:)`. With the trait `.network` of `TernTestSupport` each test has
/// a journal of its own, ``current``, and fails by its ``findings(ignoring:)``.
public final class Journal: Sendable {
    /// That of the test which runs. `nil` outside of a test with the trait `.network`.
    @TaskLocal public static var current: Journal?

    private struct State: Sendable {
        var events: [Event] = []
        var lastCall = 0
        var stubs: [Stub] = []
        var openCalls: [Int: OpenCall] = [:]
        var findings: [Finding] = []
        var isClosed = false
        /// Doubles that are ending, and may have something to tell until they have.
        var endingDoubles = 0
        /// Who waits until no call is open that is about to end.
        var settling: [CheckedContinuation<Void, Never>] = []

        var allFindings: [Finding] {
            let unused = stubs.filter { $0.uses < $0.expectedUses }.map(Finding.init(unused:))
            let open = openCalls.sorted { $0.key < $1.key }.map { Finding(inFlight: $0.value) }
            return findings + unused + open
        }

        var isSettled: Bool { endingDoubles == 0 && !openCalls.values.contains { $0.isCancelled || $0.endsLate } }
    }

    /// Something that was set up to be asked.
    struct Stub: Sendable {
        let name: String
        let source: SourcePlace
        var uses = 0
        /// How often it has to be asked.
        let expectedUses: Int
    }

    struct OpenCall: Sendable {
        let name: String
        let source: SourcePlace
        /// Whether its double hears of a client that is gone a little later than the test.
        let endsLate: Bool
        /// Whether another test is told of it.
        let isMisused: Bool
        var isCancelled = false
    }

    /// Whose journal it is, for people: the test's name.
    public let name: String

    private let state = Locked(State())
    private let elapsed: @Sendable () -> Duration
    private let onLateFinding: (@Sendable (Finding) -> Void)?

    /// - Parameters:
    ///   - name: Whose journal it is, for people. Empty by default.
    ///   - clock: What the times of events are read from: that of the provider. Real time by default.
    ///   - onLateFinding: Is told of what happens after ``close(ignoring:)``.
    public init(
        name: String = "",
        clock: some Clock<Duration> = ContinuousClock(),
        onLateFinding: (@Sendable (Finding) -> Void)? = nil
    ) {
        self.name = name
        let start = clock.now
        elapsed = { start.duration(to: clock.now) }
        self.onLateFinding = onLateFinding
    }

    /// All that has happened, in its order.
    public var events: [Event] { state.withLock(\.events) }

    /// What is wrong so far. What is unused or under way by now counts, so ask when the test is done.
    ///
    /// - Parameter ignored: Kinds that don't matter. None by default.
    public func findings(ignoring ignored: Set<Finding.Kind> = []) -> [Finding] {
        state.withLock { $0.allFindings }.filter { !ignored.contains($0.kind) }
    }

    /// Waits for what is over, but not heard of yet: a cancelled call, a server's request whose client is gone, and who
    /// waited for a server that is stopped.
    ///
    /// - Parameter limit: How long to wait for them, in real time; what is open then is under way. 5 s by default.
    public func settle(within limit: Duration = .seconds(5)) async {
        guard !state.withLock(\.isSettled) else { return }
        await withTaskGroup(of: Void.self) { group in
            group.addTask { await self.settled() }
            group.addTask { try? await ContinuousClock().sleep(for: limit) }
            await group.next()
            group.cancelAll()
            stopSettling()
        }
    }

    /// The test is over: from now on every request is a late one.
    ///
    /// - Parameter ignored: Kinds that don't matter. None by default.
    /// - Returns: What is wrong by now.
    @discardableResult
    public func close(ignoring ignored: Set<Finding.Kind> = []) -> [Finding] {
        state.withLock { state in
            state.isClosed = true
            return state.allFindings
        }
        .filter { !ignored.contains($0.kind) }
    }

    /// The test is cancelled, by its time limit perhaps: what is under way is why, and ends by that.
    public func cancel() {
        state.withLock { state in
            let open = state.openCalls.sorted { $0.key < $1.key }.map(\.value)
            state.findings += open.map { Finding(interrupted: $0) }
        }
    }

    // MARK: - What doubles call

    /// A call begins.
    ///
    /// - Returns: The call's number in this journal.
    func begin(_ name: String, at source: SourcePlace, endsLate: Bool = false, isMisused: Bool = false) -> Int {
        let call = OpenCall(name: name, source: source, endsLate: endsLate, isMisused: isMisused)
        return state.withLock { state in
            state.lastCall += 1
            state.openCalls[state.lastCall] = call
            return state.lastCall
        }
    }

    /// A call is over.
    func end(_ call: Int) {
        settle { $0.openCalls[call] = nil }
    }

    /// Whoever made a call is cancelled.
    func cancel(_ call: Int) {
        state.withLock { $0.openCalls[call]?.isCancelled = true }
    }

    func record(_ kind: Event.Kind, call: Int, attempt: Int = 1) {
        let time = elapsed()
        let late = state.withLock { state -> OpenCall? in
            let number = state.events.count + 1
            state.events.append(Event(number: number, call: call, attempt: attempt, time: time, kind: kind))
            // A call that ends before it sends anything asks nobody.
            guard state.isClosed, case .sent = kind, let open = state.openCalls[call], !open.isMisused else {
                return nil
            }
            return open
        }
        if let late { report(Finding(late: late.name, testName: name, at: late.source)) }
    }

    /// A double is ending, and may have something to tell until ``doubleHasEnded()``.
    func doubleIsEnding() {
        state.withLock { $0.endingDoubles += 1 }
    }

    func doubleHasEnded() {
        settle { $0.endingDoubles -= 1 }
    }

    /// Something is there to be asked.
    ///
    /// - Parameter expectedUses: How often; fewer is a finding.
    /// - Returns: Its number for ``use(_:)``.
    func add(stub name: String, expectedUses: Int, at source: SourcePlace) -> Int {
        state.withLock { state in
            state.stubs.append(Stub(name: name, source: source, expectedUses: expectedUses))
            return state.stubs.count - 1
        }
    }

    /// What was set up was asked.
    func use(_ stub: Int) {
        state.withLock { $0.stubs[stub].uses += 1 }
    }

    var isClosed: Bool { state.withLock(\.isClosed) }

    /// The same finding counts once.
    func report(_ finding: Finding) {
        let isLate = state.withLock { state in
            guard !state.findings.contains(finding) else { return false }
            state.findings.append(finding)
            return state.isClosed
        }
        if isLate { onLateFinding?(finding) }
    }

    // MARK: - Private

    private func settled() async {
        await withCheckedContinuation { continuation in
            let isOver = state.withLock { state in
                // Cancelled before the others are told to stop, so that none comes too late for that.
                let isOver = state.isSettled || Task.isCancelled
                if !isOver { state.settling.append(continuation) }
                return isOver
            }
            if isOver { continuation.resume() }
        }
    }

    /// Something is over; perhaps all is.
    private func settle(_ change: @Sendable (inout State) -> Void) {
        let isSettled = state.withLock { state in
            change(&state)
            return state.isSettled
        }
        if isSettled { stopSettling() }
    }

    private func stopSettling() {
        let settling = state.withLock { state in
            defer { state.settling = [] }
            return state.settling
        }
        for continuation in settling { continuation.resume() }
    }
}
