import Foundation
import Tern
import Testing

@testable import TernConformance
@testable import TernTesting

/// Every public error type of the package: one sentence for people, and an `NSError` with a domain and numbers that
/// stay.
struct PublicErrorTests {
    /// Never change a domain or a number: apps, logs and crash reports rely on them.
    private static let rows: [(error: any Error, domain: String, number: Int)] = [
        (TernError(.invalidURL), "Tern.TernError", 100),
        (TernError(.init(rawValue: "ofYourOwn")), "Tern.TernError", 1),
        (ConnectionLoss(TernError(.connectionLost)), "Tern.ConnectionLoss", 205),
        (FixtureError(.notFound, "No such file."), "Tern.FixtureError", 1),
        (FixtureError(.invalidName, "No name."), "Tern.FixtureError", 2),
        (FixtureError(.unreadable, "A folder."), "Tern.FixtureError", 3),
        (FixtureError(.unexpectedContent, "No text."), "Tern.FixtureError", 4),
        (LoopbackServerError(code: .descriptorsExhausted, message: "None."), "Tern.LoopbackServerError", 1),
        (LoopbackServerError(code: .bindFailed, message: "Taken."), "Tern.LoopbackServerError", 2),
        (LoopbackServerError(code: .systemCallFailed, message: "poll"), "Tern.LoopbackServerError", 3),
        (LoopbackServerError(code: .stopped, message: "Over."), "Tern.LoopbackServerError", 4),
        (StubSessionError(code: .unmatchedRequest, message: "GET /"), "Tern.StubSessionError", 1),
        (StubSessionError(code: .downloadTask, message: "GET /"), "Tern.StubSessionError", 2),
        (StubSessionError(code: .unsupportedTask, message: "GET /"), "Tern.StubSessionError", 3),
        (StubSessionError(code: .noStub, message: "GET /"), "Tern.StubSessionError", 4),
        (FaultSweepError(.happyRunFailed, "It fails."), "Tern.FaultSweepError", 1),
        (FaultSweepError(.noCalls, "None."), "Tern.FaultSweepError", 2),
        (FaultSweepError(.cancelled, "It was cancelled."), "Tern.FaultSweepError", 3),
        (VirtualTimeError(.stalled, "Waiting."), "Tern.VirtualTimeError", 1),
        (VirtualTimeError(.horizonReached, "Late."), "Tern.VirtualTimeError", 2),
        (VirtualTimeError(.tooManySteps, "Loops."), "Tern.VirtualTimeError", 3),
        (VirtualTimeError(.blocked, "Blocks."), "Tern.VirtualTimeError", 4),
        (VirtualTimeError(.outsideTimedOut, "Socket."), "Tern.VirtualTimeError", 5),
        (VirtualTimeError(.foreignSleep, "Sleeps."), "Tern.VirtualTimeError", 6),
        (VirtualTimeError(.closed, "Gone."), "Tern.VirtualTimeError", 7),
        (TimelineError(.unbalancedGroup, "("), "Tern.TimelineError", 1),
        (TimelineError(.misplacedCharacter, "|"), "Tern.TimelineError", 2),
        (TimelineError(.unknownValue, "x"), "Tern.TimelineError", 3),
        (TimelineError(.eventAfterEnd, "|a"), "Tern.TimelineError", 4),
        (TimelineError(.negativeTime, "-1"), "Tern.TimelineError", 5),
        (TimelineError(.notPrintable, "a"), "Tern.TimelineError", 6),
        (MarbleFailure(), "Tern.MarbleFailure", 1),
        (
            ExplorationFailure(seed: 7, reorderings: [], reorderingsBefore: 0, failure: "Two refreshes."),
            "Tern.ExplorationFailure", 1
        ),
        (ConformanceFailure(name: "sends GET", violations: ["It sent PUT."]), "Tern.ConformanceFailure", 1),
        (SampleContractError(report: SampleReport(rows: [])), "Tern.SampleContractError", 1),
        (RecordedRequest.MultipartError(reason: "no boundary", part: nil), "Tern.MultipartError", 1),
    ]

    @Test func bridgedErrorsHaveStableDomainsAndNumbers() {
        for row in Self.rows {
            let bridged = row.error as NSError
            #expect(bridged.domain == row.domain, "\(row.error)")
            #expect(bridged.code == row.number, "\(row.error)")
        }
        #expect(Set(Self.rows.map { "\($0.domain) \($0.number)" }).count == Self.rows.count)
    }

    @Test func everyErrorHasASentenceForPeopleAndADescriptionForDevelopers() {
        for row in Self.rows {
            let sentence = row.error.localizedDescription
            let bridged = row.error as NSError
            #expect(sentence.hasSuffix(".") && !sentence.dropLast().contains("."), "\(sentence)")
            #expect(sentence.count <= 80 && sentence.first?.isUppercase == true, "\(sentence)")
            #expect((row.error as? any LocalizedError)?.errorDescription == sentence)
            #expect(bridged.localizedDescription == sentence)
            #expect(bridged.userInfo[NSDebugDescriptionErrorKey] as? String != sentence)
        }
    }

    @Test func sentencesOfOneTypeDiffer() {
        for (domain, rows) in Dictionary(grouping: Self.rows, by: \.domain) {
            #expect(Set(rows.map(\.error.localizedDescription)).count == rows.count, "\(domain)")
        }
    }

    /// A new public error type needs rows above, and a new code needs one.
    @Test func tableHasEveryPublicErrorTypeAndCode() throws {
        let types = Set(Self.rows.map { "\(type(of: $0.error))" })
        let sources = try Self.sources()
        let declared = sources.flatMap { source in
            source.matches(of: /public (?:struct|enum|final class|actor) (\w+)(?:<.*>)?: [^{\n]*\bError\b/)
                .map { "\($0.1)" }
        }
        #expect(declared.count > 10)
        #expect(Set(declared) == types)

        for type in types where type != "TernError" {
            let source = try #require(sources.first { $0.contains("public struct \(type): ") })
            let codes = source.matches(of: /public static var \w+: Self \{\s*Self\(\d/).count
            #expect(Self.rows.count { "\(Swift.type(of: $0.error))" == type } == max(1, codes), "\(type)")
        }
    }

    private static func sources() throws -> [String] {
        let root = URL(fileURLWithPath: #filePath)
            .deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
            .appendingPathComponent("Sources")
        let paths = try FileManager.default.subpathsOfDirectory(atPath: root.path).filter { $0.hasSuffix(".swift") }
        try #require(paths.count > 100)
        return try paths.map { try String(contentsOf: root.appendingPathComponent($0), encoding: .utf8) }
    }
}
