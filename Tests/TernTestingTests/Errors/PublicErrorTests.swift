import Foundation
import Tern
import Testing

@testable import TernConformance
@testable import TernTesting
@testable import TernVirtualTime

/// Every public error type of the package: one sentence for people, and an `NSError` with a domain and numbers that
/// stay.
struct PublicErrorTests {
    private typealias Row = (error: any Error, domain: String, number: Int)

    private static let rows = rowsOfEveryPlatform + explorationRows

    /// Never change a domain or a number: apps, logs and crash reports rely on them.
    private static let rowsOfEveryPlatform: [Row] = [
        (TernError(.invalidURL), "Tern.TernError", 100),
        (TernError(.init(rawValue: "ofYourOwn")), "Tern.TernError", 1),
        (ConnectionLoss(TernError(.connectionLost)), "Tern.ConnectionLoss", 205),
        (TestKitError(.fixtureNotFound, "Why."), "Tern.TestKitError", 101),
        (TestKitError(.invalidFixtureName, "Why."), "Tern.TestKitError", 102),
        (TestKitError(.unreadableFixture, "Why."), "Tern.TestKitError", 103),
        (TestKitError(.unexpectedFixtureContent, "Why."), "Tern.TestKitError", 104),
        (TestKitError(.descriptorsExhausted, "Why."), "Tern.TestKitError", 201),
        (TestKitError(.bindFailed, "Why."), "Tern.TestKitError", 202),
        (TestKitError(.systemCallFailed, "Why."), "Tern.TestKitError", 203),
        (TestKitError(.serverStopped, "Why."), "Tern.TestKitError", 204),
        (TestKitError(.unmatchedRequest, "Why."), "Tern.TestKitError", 301),
        (TestKitError(.downloadTask, "Why."), "Tern.TestKitError", 302),
        (TestKitError(.unsupportedTask, "Why."), "Tern.TestKitError", 303),
        (TestKitError(.releasedStub, "Why."), "Tern.TestKitError", 304),
        (TestKitError(.invalidSamples, "Why."), "Tern.TestKitError", 404),
        (TestKitError(.stalled, "Why."), "Tern.TestKitError", 501),
        (TestKitError(.horizonReached, "Why."), "Tern.TestKitError", 502),
        (TestKitError(.tooManySteps, "Why."), "Tern.TestKitError", 503),
        (TestKitError(.blocked, "Why."), "Tern.TestKitError", 504),
        (TestKitError(.outsideTimedOut, "Why."), "Tern.TestKitError", 505),
        (TestKitError(.foreignSleep, "Why."), "Tern.TestKitError", 506),
        (TestKitError(.schedulerClosed, "Why."), "Tern.TestKitError", 507),
        (TestKitError(.invalidReplay, "Why."), "Tern.TestKitError", 508),
        (TestKitError(.unexpectedSleep, "Why."), "Tern.TestKitError", 509),
        (TestKitError(.unbalancedGroup, "Why."), "Tern.TestKitError", 601),
        (TestKitError(.misplacedCharacter, "Why."), "Tern.TestKitError", 602),
        (TestKitError(.unknownValue, "Why."), "Tern.TestKitError", 603),
        (TestKitError(.eventAfterEnd, "Why."), "Tern.TestKitError", 604),
        (TestKitError(.negativeTime, "Why."), "Tern.TestKitError", 605),
        (TestKitError(.undecodableBody, "Why."), "Tern.TestKitError", 701),
        (TestKitError(.malformedForm, "Why."), "Tern.TestKitError", 702),
        (TestKitError(.cassetteNotFound, "Why."), "Tern.TestKitError", 801),
        (TestKitError(.unreadableCassette, "Why."), "Tern.TestKitError", 802),
        (TestKitError(.unwritableCassette, "Why."), "Tern.TestKitError", 803),
        (TestKitError(.secretInCassette, "Why."), "Tern.TestKitError", 804),
        (TestKitError(.changedServer, "Why."), "Tern.TestKitError", 805),
        (TestKitError(.unknownCassetteMode, "Why."), "Tern.TestKitError", 806),
        (MarbleFailure(), "Tern.MarbleFailure", 1),
        (ConformanceFailure(name: "sends GET", violations: ["It sent PUT."]), "Tern.ConformanceFailure", 1),
    ]

    private static var explorationRows: [Row] {
        guard #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) else { return [] }
        let failure = VirtualScheduler.ExplorationFailure(
            seed: 7,
            strategy: ".random",
            reorderings: [],
            tasks: [],
            reorderingsBefore: 0,
            replay: "",
            failure: "Two refreshes.",
            divergence: nil,
            isSeeded: true,
            hang: []
        )
        return [(failure, "Tern.ExplorationFailure", 1)]
    }

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
}
