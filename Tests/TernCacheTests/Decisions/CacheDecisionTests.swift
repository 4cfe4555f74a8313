import Foundation
import Tern
import Testing

@testable import TernCache

@Suite(.timeLimit(.minutes(20)))
struct CacheDecisionTests {
    private static let fresh: HTTPHeaders = ["Cache-Control": "max-age=60", "ETag": "\"a\""]

    private func decision(
        _ request: HTTPHeaders = [:],
        _ use: Request.CacheUse = .standard,
        stored: HTTPHeaders...,
        after seconds: Int = 10
    ) -> CacheDecision {
        let stored = stored.enumerated().map { StoredResponse.stored($1, id: UInt64($0)) }
        return CacheDecision(for: .get(request), use, stored: stored, at: .arrival + .seconds(seconds))
    }

    @Test(arguments: [(0, "hit"), (59, "hit"), (60, "validate"), (61, "validate")])
    func aResponseIsFreshForItsLifetime(seconds: Int, expected: String) {
        #expect(decision(stored: Self.fresh, after: seconds).name == expected)
    }

    @Test func nothingStoredIsFetched() {
        #expect(decision().name == "fetch")
        #expect(decision(stored: [:]).name == "fetch")
    }

    @Test(arguments: [
        ("no-cache", "validate"), ("max-age=10", "validate"), ("max-age=11", "hit"), ("max-age=0", "validate"),
        ("min-fresh=49", "hit"), ("min-fresh=50", "validate"), ("min-fresh=99999999999999999999", "validate"),
        ("only-if-cached", "hit"), ("only-if-cached, max-age=5", "504"), ("max-stale", "hit"),
        ("max-age=x", "validate"), ("no-transform", "hit"),
    ])
    func directivesOfTheRequestForAFreshResponse(field: String, expected: String) {
        #expect(decision(["Cache-Control": field], stored: Self.fresh).name == expected)
    }

    @Test(arguments: [
        ("max-stale", "stale"), ("max-stale=10", "stale"), ("max-stale=9", "validate"), ("max-stale=x", "validate"),
        ("max-stale, max-age=70", "stale"), ("max-stale, max-age=69", "validate"), ("only-if-cached", "504"),
        ("only-if-cached, max-stale", "stale"), ("no-cache, max-stale", "validate"),
    ])
    func directivesOfTheRequestForAStaleResponse(field: String, expected: String) {
        #expect(decision(["Cache-Control": field], stored: Self.fresh, after: 70).name == expected)
    }

    @Test func pragmaCountsWithoutCacheControl() {
        #expect(decision(["Pragma": "No-Cache"], stored: Self.fresh).name == "validate")
        #expect(decision(["Pragma": "no-cache", "Cache-Control": "max-age=60"], stored: Self.fresh).name == "hit")
        #expect(decision(["Pragma": "x"], stored: Self.fresh).name == "hit")
    }

    @Test(arguments: [
        ("no-cache, max-age=60", "", "validate"), ("no-cache=\"X\", max-age=60", "", "hit"),
        ("max-age=1, must-revalidate", "max-stale", "validate"), ("max-age=1, no-cache", "max-stale", "validate"),
        ("max-age=1, stale-while-revalidate=9", "", "refresh"), ("max-age=1, stale-while-revalidate=8", "", "validate"),
        ("max-age=1, stale-while-revalidate=9, must-revalidate", "", "validate"),
        ("max-age=1, stale-while-revalidate=99999999999999999999", "", "refresh"),
        ("max-age=1, stale-while-revalidate=9", "max-age=60", "validate"),
        ("max-age=1, stale-while-revalidate=9", "min-fresh=0", "validate"),
        ("max-age=1, stale-while-revalidate=9", "no-cache", "validate"),
        ("max-age=60, immutable", "max-age=0", "hit"), ("max-age=60, immutable", "no-cache", "validate"),
        ("max-age=5, immutable", "", "validate"), ("immutable", "", "validate"), ("s-maxage=60", "", "validate"),
        ("max-age=1, proxy-revalidate", "max-stale", "stale"),
    ])
    func directivesOfTheResponse(stored: String, request: String, expected: String) {
        let request: HTTPHeaders = request.isEmpty ? [:] : ["Cache-Control": request]

        #expect(decision(request, stored: ["Cache-Control": stored, "ETag": "\"a\""]).name == expected)
    }

    @Test(arguments: [
        (Request.CacheUse.standard, "hit", "validate", "fetch"), (.reload, "validate", "validate", "fetch"),
        (.returnStored, "hit", "stale", "fetch"), (.onlyStored, "hit", "stale", "504"),
    ])
    func usesOfACall(use: Request.CacheUse, fresh: String, stale: String, missing: String) {
        #expect(decision([:], use, stored: Self.fresh).name == fresh)
        #expect(decision([:], use, stored: Self.fresh, after: 100).name == stale)
        #expect(decision([:], use).name == missing)
    }

    @Test func reloadValidatesWhatIsImmutable() {
        #expect(
            decision([:], .reload, stored: ["Cache-Control": "max-age=60, immutable", "ETag": "\"a\""]).name
                == "validate"
        )
    }

    @Test(arguments: ["If-None-Match", "If-Modified-Since", "If-Match", "If-Unmodified-Since"])
    func conditionsOfTheCallerAreForTheServer(name: String) {
        let decision = decision([name: "\"b\""], stored: Self.fresh)

        #expect(decision.name == "fetch")
    }

    @Test func rangesOutsideOfTheBodyAreForTheServer() {
        #expect(decision(["Range": "bytes=0-1"], stored: Self.fresh).name == "hit")
        #expect(decision(["Range": "bytes=10-"], stored: Self.fresh).name == "fetch")
        #expect(decision(["Range": "bytes=0-1"], stored: Self.fresh, after: 100).name == "fetch")
        #expect(decision(["Range": "bytes=0-1"], .onlyStored, stored: Self.fresh, after: 100).name == "stale")
    }

    @Test func theNewestMatchingResponseIsSelected() {
        let older = StoredResponse.stored(Self.fresh, id: 1)
        let newer = StoredResponse.stored(Self.fresh, id: 2, at: .arrival + .seconds(1))
        let other = StoredResponse.stored(["Vary": "X"], id: 3, for: ["X": "1"], at: .arrival + .seconds(2))

        let decision = CacheDecision(for: .get(), .standard, stored: [older, newer, other], at: .arrival + .seconds(3))

        guard case .serve(let stored, _) = decision else { return #expect(Bool(false), "\(decision.name)") }
        #expect(stored.id == 2)
    }

    @Test func allTagsOfTheKeyAreValidatedTogether() throws {
        let english = StoredResponse.stored(["Vary": "X", "ETag": "\"en\""], id: 1, for: ["X": "en"])
        let german = StoredResponse.stored(
            ["Vary": "X", "ETag": "W/\"de\"", "Last-Modified": "then"],
            id: 2,
            for: ["X": "de"]
        )

        let decision = CacheDecision(for: .get(["X": "de"]), .standard, stored: [english, german], at: .arrival)
        var request = Request.get()
        try #require(decision.fetch?.conditions).add(to: &request)

        #expect(request.headers == ["If-None-Match": "W/\"de\", \"en\"", "If-Modified-Since": "then"])
    }

    @Test func aFieldOfConditionsHasALimit() throws {
        let stored = (0..<100).map { StoredResponse.stored(["Vary": "X", "ETag": "\"\($0)\""], for: ["X": "\($0)"]) }

        let decision = CacheDecision(for: .get(["X": "99"]), .standard, stored: stored, at: .arrival)

        let tags = try #require(decision.fetch?.conditions).tags
        #expect(tags.count == 16)
        #expect(tags.first?.text == "\"99\"")
    }
}
