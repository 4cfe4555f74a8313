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

    /// The name of the test, for messages.
    public let name: String

    let state = WaitableState(State())
    let elapsed: @Sendable () -> Duration
    let onLateFinding: (@Sendable (Finding) -> Void)?
    /// The place of the test or the journal, for findings about live requests.
    let source: SourcePosition

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
    public var events: [Event] { state.read(\.events) }

    /// The findings so far. They include stubs that are unused and calls that are running at this moment, so call this
    /// method at the end of the test. ``settledFindings(ignoring:within:)`` first waits for the calls.
    ///
    /// - Parameter ignored: The kinds of findings to omit. Empty by default.
    public func findings(ignoring ignored: Set<Finding.Kind> = []) -> [Finding] {
        state.read(\.allFindings).filter { !ignored.contains($0.kind) }
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
        guard !state.read({ $0.isSettled(includingRunning: includingRunning) }) else { return }
        // A task of its own: a wait of a cancelled test would end at once.
        let wait = Task { [state] in
            try? await state.wait { $0.isSettled(includingRunning: includingRunning) ? .success(()) : nil }
        }
        let timer = DispatchWorkItem { wait.cancel() }
        DispatchQueue.global().asyncAfter(deadline: .now() + limit / .seconds(1), execute: timer)
        _ = await wait.value
        timer.cancel()
    }

    /// Closes the journal at the end of the test. Every later request is a finding of kind `.lateRequest`.
    ///
    /// - Parameter ignored: The kinds of findings to omit. Empty by default.
    /// - Returns: The findings so far.
    @discardableResult
    package func close(ignoring ignored: Set<Finding.Kind> = []) -> [Finding] {
        state.update { state in
            state.isClosed = true
            return state.allFindings
        }
        .filter { !ignored.contains($0.kind) }
    }

    /// Removes the findings of a kind, which are reported already.
    package func takeFindings(of kind: Finding.Kind) -> [Finding] {
        state.update { state in
            defer { state.findings.removeAll { $0.kind == kind } }
            return state.findings.filter { $0.kind == kind }
        }
    }

    /// Records the cancellation of the test, for example by its time limit. Each running call becomes a finding,
    /// because it may be the cause.
    package func cancel() {
        state.update { state in
            for (number, call) in state.openCalls.sorted(by: { $0.key < $1.key }) {
                state.findings.append(Finding(interrupted: call))
                state.openCalls[number]?.isInterrupted = true
            }
        }
    }
}
