import TernTesting
import Testing

/// Gives each test a journal of its own, and lets it fail by what went wrong at its doubles.
///
/// ```swift
/// @Test(.network) func showsTheUser() async throws {
///     let github = Provider<GitHub>.stub { target in … }      // records into `Journal.current`
///     …
/// }
/// ```
///
/// A test fails, even where the code under test swallows errors, by a request that no stub is there for, a stub that
/// nobody asked for, a call that is still under way when the test ends or its server is stopped, a request that comes
/// after the end of an earlier test, and a double that was made in another test. The issue is recorded where the double,
/// or its rule, was made.
public struct NetworkTrait: TestTrait, SuiteTrait, TestScoping {
    let allowed: Set<Journal.Finding.Kind>

    public var isRecursive: Bool { true }

    public func scopeProvider(for test: Test, testCase: Test.Case?) -> Self? {
        // Once for each case of a parameterised test; not around a suite, whose tests have journals of their own.
        testCase == nil ? nil : self
    }

    public func provideScope(
        for test: Test,
        testCase: Test.Case?,
        performing function: @Sendable () async throws -> Void
    ) async throws {
        let journal = Self.journal(named: test.name) { [allowed] finding in
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
        // What comes after an error is asked by nobody.
        if case .failure = result { ignored.insert(.unusedStub) }
        for finding in journal.close(ignoring: ignored) { Self.record(finding) }
        try result.get()
    }

    /// In virtual time if the test is.
    private static func journal(
        named name: String,
        onLateFinding: @escaping @Sendable (Journal.Finding) -> Void
    ) -> Journal {
        if #available(macOS 15, iOS 18, tvOS 18, watchOS 11, *), let scheduler = VirtualScheduler.current {
            return Journal(name: name, clock: scheduler.clock, onLateFinding: onLateFinding)
        }
        return Journal(name: name, onLateFinding: onLateFinding)
    }

    private static func settle(_ journal: Journal) async {
        if #available(macOS 15, iOS 18, tvOS 18, watchOS 11, *), let scheduler = VirtualScheduler.current {
            await scheduler.outside("the end of what is over") { await journal.settle() }
        } else {
            await journal.settle()
        }
    }

    @Sendable private static func record(_ finding: Journal.Finding) {
        let place = SourceLocation(
            fileID: finding.source.fileID,
            filePath: finding.source.filePath,
            line: finding.source.line,
            column: finding.source.column
        )
        Issue.record(Comment(rawValue: finding.message), sourceLocation: place)
    }
}

extension Trait where Self == NetworkTrait {
    /// Strict: every kind of finding fails the test.
    public static var network: Self { NetworkTrait(allowed: []) }

    /// As strict as ``network``, but for these kinds of findings.
    public static func network(allowing kinds: Journal.Finding.Kind...) -> Self { NetworkTrait(allowed: Set(kinds)) }
}
