import Foundation
import TernTesting
import Testing

/// Gives each test its own journal, and fails the test for each finding of the journal.
///
/// ```swift
/// @Test(.network) func showsTheUser() async throws {
///     let github = Provider<GitHub>.stub { target in … }      // records into `Journal.current`
///     …
/// }
/// ```
///
/// These findings fail a test, even if the code under test ignores errors:
///
/// - a request without a matching stub, and a stub that is never requested
/// - two routes or rules for the same requests, and a malformed route
/// - a closure or a handler that throws instead of returning a response, and a response that can't be sent
/// - a call that is still running when the test ends or its server is stopped
/// - a live request: a request that a transport of Tern sends while the test is running, except to a `LoopbackServer`
///   or a `ClosedLoopbackPort` of the test
/// - a request that arrives after the end of its test, and a test double that was created in another test
///
/// A test that fails in this way, or throws an error, has the requests of its journal as the attachment `journal.har`,
/// which the network view of a browser opens.
///
/// Each issue is recorded at the line that creates the test double or its rule, and that of a live request at the test.
/// The request is sent nevertheless. Requests of detached tasks, of a `URLSession` without Tern and of custom
/// transports aren't noticed.
public struct NetworkTrait: TestTrait, SuiteTrait, TestScoping {
    let allowed: Set<Journal.Finding.Kind>

    public var isRecursive: Bool { true }

    public func scopeProvider(for test: Test, testCase: Test.Case?) -> Self? {
        // The trait applies once to each case of a parameterized test. It doesn't apply to a suite, because each test
        // of the suite has its own journal.
        testCase == nil ? nil : self
    }

    public func provideScope(
        for test: Test,
        testCase: Test.Case?,
        performing function: @Sendable () async throws -> Void
    ) async throws {
        let journal = Self.journal(named: test.name, at: SourcePosition(test.sourceLocation)) { [allowed] finding in
            if !allowed.contains(finding.kind) { Self.record(finding) }
        }
        let result = await Journal.$current.withValue(journal) { () async -> Result<Void, any Error> in
            await withTaskCancellationHandler {
                do { return .success(try await function()) } catch { return .failure(error) }
            } onCancel: {
                journal.cancel()
            }
        }
        await Self.settle(journal)
        var ignored = allowed
        // After an error, the test doesn't make its remaining requests.
        if case .failure = result { ignored.insert(.unusedStub) }
        if let path = ProcessInfo.processInfo.environment["TERN_CALLS"] { journal.add(callsTo: path) }
        let findings = journal.close(ignoring: ignored)
        for finding in findings { Self.record(finding) }
        if !findings.isEmpty || result.isFailure, let har = try? journal.har() {
            Attachment.record([UInt8](har), named: "journal.har")
        }
        try result.get()
    }

    /// The journal of the test. Its times are virtual if the test runs in virtual time.
    private static func journal(
        named name: String,
        at source: SourcePosition,
        onLateFinding: @escaping @Sendable (Journal.Finding) -> Void
    ) -> Journal {
        if #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *), let scheduler = VirtualScheduler.current {
            return Journal(name: name, clock: scheduler.clock, at: source, onLateFinding: onLateFinding)
        }
        return Journal(name: name, at: source, onLateFinding: onLateFinding)
    }

    private static func settle(_ journal: Journal) async {
        if #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *), let scheduler = VirtualScheduler.current {
            await scheduler.outside("the end of finished calls") { await journal.settle() }
        } else {
            await journal.settle()
        }
    }

    @Sendable static func record(_ finding: Journal.Finding) {
        let (path, line) = (finding.source.filePath, finding.source.line)
        // The module isn't known, so the folder takes its place.
        let fileID = path.split(separator: "/").suffix(2).joined(separator: "/")
        let place = SourceLocation(fileID: fileID, filePath: path, line: line, column: 1)
        Issue.record(Comment(rawValue: finding.message), sourceLocation: place)
    }
}

extension Trait where Self == NetworkTrait {
    /// Every kind of finding fails the test.
    public static var network: Self { NetworkTrait(allowed: []) }

    /// Every kind of finding except these fails the test.
    public static func network(allowing kinds: Journal.Finding.Kind...) -> Self { NetworkTrait(allowed: Set(kinds)) }
}

extension Result {
    fileprivate var isFailure: Bool { if case .failure = self { true } else { false } }
}

extension SourcePosition {
    fileprivate init(_ location: SourceLocation) {
        #if compiler(>=6.3)
            let path = location.filePath
        #else
            // The path isn't public.
            let path = location.fileID
        #endif
        self.init(filePath: path, line: location.line)
    }
}
