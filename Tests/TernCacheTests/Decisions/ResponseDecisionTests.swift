import Foundation
import Tern
import Testing

@testable import TernCache

@Suite(.timeLimit(.minutes(20)))
struct ResponseDecisionTests {
    private static let stale: HTTPHeaders = ["Cache-Control": "max-age=1", "ETag": "\"a\""]

    /// The decision on a response that arrives 10 seconds after the stored ones.
    private func decision(
        on status: Int,
        _ headers: HTTPHeaders = [:],
        to request: Request = .get(),
        stored: [StoredResponse] = [.stored(stale)],
        staleOnFailure: Duration = .zero
    ) -> ResponseDecision {
        let now = Date.arrival + .seconds(10)
        let fetch =
            CacheDecision(for: request, .standard, stored: stored, at: now).fetch ?? CacheDecision.Fetch()
        let head = ResponseDecision.Head(
            key: Data(),
            id: 9,
            status: status,
            headers: headers,
            requestTime: now,
            responseTime: now
        )
        let failure = FailureRule(for: request, .standard, staleOnFailure: staleOnFailure)
        return ResponseDecision(head, to: request, fetch, failure)
    }

    @Test func aNewResponseIsStored() {
        #expect(decision(on: 200).name == "store")
        #expect(decision(on: 200, stored: []).name == "store")
        #expect(decision(on: 200, ["Cache-Control": "no-store"], stored: []).name == "pass")
        #expect(decision(on: 500).name == "pass")
    }

    @Test(
        arguments: [
            ([:], "serve"), (["ETag": "\"a\""], "serve"), (["ETag": "W/\"a\""], "serve"), (["ETag": "\"b\""], "repeat"),
            (["Vary": "*"], "serve, remove"), (["Cache-Control": "no-store"], "serve, remove"),
            (["Vary": "X"], "serve"), (["Content-Length": "0"], "serve"),
        ] as [(HTTPHeaders, String)]
    )
    func notModified(headers: HTTPHeaders, expected: String) {
        #expect(decision(on: 304, headers).name == expected)
    }

    @Test func aNewResponseThatIsNotStoredReplacesTheStoredOne() {
        let range = Request.get(["Range": "bytes=0-"])

        #expect(decision(on: 200, ["Cache-Control": "no-store"]).name == "remove")
        #expect(decision(on: 200, ["Vary": "*"]).name == "remove")
        #expect(decision(on: 401, ["Cache-Control": "no-store"]).name == "pass")
        #expect(decision(on: 200, ["Content-Encoding": "gzip"], to: range).name == "pass")
    }

    /// undici 5505.
    @Test func aNotModifiedResponseMakesTheStoredOneFreshAgain() throws {
        let update = try #require(decision(on: 304, ["Cache-Control": "max-age=60", "X": "1"]).update)

        #expect(update.new.id == 9)
        #expect(update.new.freshness.staleness(at: .arrival + .seconds(10)) == .seconds(-60))
        #expect(update.new.headers["X"] == "1")
    }

    @Test func aNewTagReplacesADateThatWasValidated() throws {
        let stored = StoredResponse.stored(["Last-Modified": "Sun, 06 Nov 1994 08:39:37 GMT", "Expires": "0"])

        let update = try #require(decision(on: 304, ["ETag": "\"new\""], stored: [stored]).update)

        #expect(update.new.etag?.text == "\"new\"")
    }

    /// KTOR-9661.
    @Test func aNotModifiedResponseThatNamesNothingStoredIsRepeated() {
        let other = StoredResponse.stored(["Vary": "X", "ETag": "\"a\""], for: ["X": "1"])

        #expect(decision(on: 304, ["Vary": "Y"], stored: [other]).name == "repeat")
        #expect(decision(on: 304, ["ETag": "\"c\"", "Vary": "Y"], stored: [other]).name == "repeat")
        #expect(decision(on: 304, ["ETag": "\"a\"", "Vary": "X"], stored: [other]).name == "serve")
    }

    /// It may mean any of them.
    @Test func aNotModifiedResponseWithoutATagConfirmsNoneOfSeveralTags() {
        let fields: HTTPHeaders = ["Cache-Control": "max-age=1", "Vary": "X"]
        let selected = StoredResponse.stored(fields.merging(["ETag": "\"a\""]))
        let dated = StoredResponse.stored(fields.merging(["Last-Modified": "Sun, 06 Nov 1994 08:39:37 GMT"]))
        let other = StoredResponse.stored(fields.merging(["ETag": "\"b\""]), for: ["X": "1"])
        let equal = StoredResponse.stored(fields.merging(["ETag": "\"a\""]), for: ["X": "1"])

        #expect(decision(on: 304, stored: [selected, other]).name == "repeat")
        #expect(decision(on: 304, stored: [dated, other]).name == "repeat")
        #expect(decision(on: 304, stored: [selected, equal]).name == "serve")
        #expect(decision(on: 304, stored: [dated]).name == "serve")
    }

    @Test func aNotModifiedResponseToTheCallersConditionsIsTheCallers() {
        let request = Request.get(["If-None-Match": "\"a\""])

        #expect(decision(on: 304, ["ETag": "\"a\""], to: request).name == "update")
        #expect(decision(on: 304, ["ETag": "\"b\""], to: request).name == "pass")
        #expect(decision(on: 304, to: request).name == "pass")
        #expect(decision(on: 304, ["ETag": "\"a\""], to: request, stored: []).name == "pass")
        #expect(decision(on: 304, stored: []).name == "pass")
    }

    /// Meziantou 1920.
    @Test func responsesToHEADAreNotStored() {
        let head = Request.get(method: .head)

        #expect(decision(on: 200, ["Cache-Control": "max-age=60"], to: head, stored: []).name == "pass")
        #expect(decision(on: 200, ["ETag": "\"a\""], to: head).name == "update")
        #expect(decision(on: 200, ["ETag": "\"b\""], to: head).name == "update")
        #expect(decision(on: 200, ["Content-Length": "99"], to: head).name == "update")
        #expect(decision(on: 404, to: head).name == "pass")
    }

    @Test(arguments: [
        ("max-age=1, stale-if-error=9", 503, "stale"), ("max-age=1, stale-if-error=8", 503, "pass"),
        ("max-age=1, stale-if-error=9", 500, "stale"), ("max-age=1, stale-if-error=9", 404, "store"),
        ("max-age=1, stale-if-error=9, must-revalidate", 503, "pass"), ("no-cache, stale-if-error=99", 503, "pass"),
        ("max-age=1, stale-if-error=99999999999999999999", 503, "stale"), ("max-age=1, stale-if-error", 503, "pass"),
        ("max-age=1", 503, "pass"),
    ])
    func staleIfErrorOfTheResponse(field: String, status: Int, expected: String) {
        #expect(decision(on: status, stored: [.stored(["Cache-Control": field])]).name == expected)
    }

    @Test func staleIfErrorOfTheRequest() {
        #expect(decision(on: 503, to: .get(["Cache-Control": "stale-if-error=9"])).name == "stale")
        #expect(decision(on: 503, to: .get(["Cache-Control": "stale-if-error=8"])).name == "pass")
        #expect(decision(on: 503, to: .get(["Cache-Control": "stale-if-error=9, no-cache"])).name == "pass")
    }

    @Test func staleOnFailureOfTheCache() {
        #expect(decision(on: 503, staleOnFailure: .seconds(9)).name == "stale")
        #expect(decision(on: 503, staleOnFailure: .seconds(8)).name == "pass")
        #expect(decision(on: 503, staleOnFailure: .seconds(Int64.max)).name == "stale")
        #expect(decision(on: 503, stored: [], staleOnFailure: .seconds(60)).name == "pass")
        #expect(decision(on: 503, to: .get(["If-Match": "\"a\""]), staleOnFailure: .seconds(60)).name == "pass")
        #expect(decision(on: 503, to: .get(["Range": "bytes=99-"]), staleOnFailure: .seconds(60)).name == "pass")
    }
}
