import Foundation
import Tern
import TernTesting
import Testing

/// Gives a test its own cassette, `Cassette.current`, and fails the test for each finding: a request that isn't
/// recorded, and a recorded one that isn't made. See `Cassette`.
///
/// ```swift
/// @Test(.cassette("octocat")) func showsTheUser() async throws {
///     let github = Provider<GitHub>().played()
///     …
/// }
/// ```
///
/// It includes the trait `.network`. All cases of a parameterized test share the cassette. What was recorded is written
/// if the test throws no error. What has changed in the responses of a server is reported in any case, and before the
/// error that the test throws.
public struct CassetteTrait: TestTrait, TestScoping {
    /// `nil` for that of the environment.
    private let mode: Cassette.Mode?
    private let allowed: Set<Journal.Finding.Kind>
    private let make: @Sendable (Cassette.Mode) throws(TestKitError) -> Cassette

    /// - Parameter mode: That of the environment by default.
    package init(
        mode: Cassette.Mode? = nil,
        allowing allowed: Set<Journal.Finding.Kind> = [],
        _ make: @escaping @Sendable (Cassette.Mode) throws(TestKitError) -> Cassette
    ) {
        self.mode = mode
        self.allowed = allowed
        self.make = make
    }

    /// The trait applies to a test, and to each case of it: only there are its errors known.
    public func scopeProvider(for test: Test, testCase: Test.Case?) -> Self? { self }

    public func provideScope(
        for test: Test,
        testCase: Test.Case?,
        performing function: @Sendable () async throws -> Void
    ) async throws {
        if testCase != nil {
            do { try await function() } catch {
                Self.current?.withLock { $0 = true }
                // A change of the responses may be the reason, so it comes first.
                if let cassette = Cassette.current, cassette.mode == .compare {
                    try? cassette.save()
                    let changes = Journal.current?.takeFindings(of: .changedServer) ?? []
                    if !allowed.contains(.changedServer) { changes.forEach(NetworkTrait.record) }
                }
                throw error
            }
            return
        }
        let mode = try mode ?? Cassette.Mode(asked: nil, in: ProcessInfo.processInfo.environment)
        let network = NetworkTrait(allowed: mode == .replay ? allowed : allowed.union([.liveRequest]))
        let hasFailed = Locked(false)
        do {
            try await network.provideScope(for: test, testCase: testCase) {
                let cassette = try make(mode)
                try await Cassette.$current.withValue(cassette) {
                    try await Self.$current.withValue(hasFailed) { try await function() }
                }
                let hasFailed = hasFailed.withLock(\.self)
                if !hasFailed || cassette.mode == .compare { try cassette.save() }
                // The journal must not expect the other requests of the test.
                if hasFailed { throw Ended() }
            }
        } catch is Ended {}
    }

    // MARK: - Private

    /// A case of the test has thrown an error, which is reported already.
    private struct Ended: Error {}

    /// Whether a case of the running test has thrown an error.
    @TaskLocal private static var current: Locked<Bool>?
}

extension Trait where Self == CassetteTrait {
    /// The recording `Cassettes/NAME.har` beside the source file of the test.
    ///
    /// - Parameters:
    ///   - name: The name of the file without `.har`: a relative path with slashes.
    ///   - matching: What must be equal in a request and a recorded one.
    ///   - delays: How fast responses arrive. At once by default.
    ///   - dates: The dates in the fields of responses. As recorded by default.
    ///   - redaction: Decides what is secret. The default rules by default.
    ///   - ignoring: What `TERN_CASSETTES=compare` leaves out: names of fields, such as `Set-Cookie`, and paths of JSON with
    ///     all that is below them, such as `users[].lastSeen`. `*` stands for any key. Empty by default.
    ///   - kinds: Findings that don't fail the test: `.unusedStub` for the recording of a browser, which has more than
    ///     the test requests. None by default.
    ///   - filePath: The path of the test's source file.
    ///   - line: The line that findings report.
    public static func cassette(
        _ name: String,
        matching: Cassette.Matching = .standard,
        delays: Cassette.Delays = .none,
        dates: Cassette.Dates = .recorded,
        redaction: Redaction = .default,
        ignoring: [String] = [],
        allowing kinds: Set<Journal.Finding.Kind> = [],
        filePath: String = #filePath,
        line: Int = #line
    ) -> Self {
        CassetteTrait(allowing: kinds) { mode throws(TestKitError) in
            try Cassette(
                contentsOf: Cassette.url(of: name, beside: filePath),
                mode: mode,
                matching: matching,
                delays: delays,
                dates: dates,
                redaction: redaction,
                ignoring: ignoring,
                journal: Journal.current,
                at: SourcePosition(filePath: filePath, line: line)
            )
        }
    }
}
