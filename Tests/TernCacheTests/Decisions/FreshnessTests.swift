import Foundation
import Tern
import Testing

@testable import TernCache

@Suite(.timeLimit(.minutes(20)))
struct FreshnessTests {
    private static let date = "Sun, 06 Nov 1994 08:49:37 GMT"

    @Test(
        arguments: [
            (["Cache-Control": "max-age=60"], 60), ([:], 0), (["Cache-Control": "s-maxage=60"], 0),
            (["Date": date, "Expires": "Sun, 06 Nov 1994 08:50:37 GMT"], 60),
            (["Expires": "Sun, 06 Nov 1994 08:50:37 GMT"], 60),
            (["Expires": "Sunday, 06-Nov-94 08:50:37 GMT"], 60), (["Expires": "Sun Nov  6 08:50:37 1994"], 60),
            (["Expires": "Sun, 06 Nov 1994 08:50:37 GMT", "Cache-Control": "max-age=5"], 5),
            (["Expires": "0"], 0), (["Expires": "Sun, 06 Nov 1994 08:50:37 GMT", "expires": "0"], 0),
            (["Expires": "Sun, 06 Nov 1994 08:48:37 GMT"], 0), (["Expires": "Sun, 31 Feb 1994 99:50:37 GMT"], 0),
            (["Expires": "Fri, 31 Dec 9999 23:59:59 GMT"], 2_147_483_648),
            // A tenth of the time since the last change, up to seven days.
            (["Last-Modified": "Sun, 06 Nov 1994 08:39:37 GMT"], 60),
            (["Last-Modified": "Sun, 06 Nov 1904 08:39:37 GMT"], 604_800),
            (["Last-Modified": "Sun, 06 Nov 2094 08:39:37 GMT"], 0),
            (["Last-Modified": "Sun, 06 Nov 1994 08:39:37 GMT", "Expires": "0"], 0),
        ] as [(HTTPHeaders, Int64)]
    )
    func lifetime(headers: HTTPHeaders, seconds: Int64) {
        #expect(StoredResponse.stored(headers).freshness.lifetime == .seconds(seconds))
    }

    @Test(arguments: [(404, 60), (206, 0), (500, 0), (302, 0), (301, 60)])
    func onlySomeStatusesHaveAHeuristicLifetime(status: Int, seconds: Int64) {
        let headers: HTTPHeaders = ["Last-Modified": "Sun, 06 Nov 1994 08:39:37 GMT"]

        #expect(StoredResponse.stored(headers, status: status).freshness.lifetime == .seconds(seconds))
    }

    @Test(
        arguments: [
            ([:], 2), (["Age": "10"], 12), (["Age": "10, 20"], 12), (["Age": "x"], 2), (["Age": "-1"], 2),
            (["Age": ""], 2),
            (["Age": "10;a=b"], 12), (["Age": "99999999999999999999"], 2_147_483_650),
            // The server's clock is one minute behind, or ahead.
            (["Date": "Sun, 06 Nov 1994 08:48:37 GMT"], 62), (["Date": "Sun, 06 Nov 1994 08:50:37 GMT"], 2),
        ] as [(HTTPHeaders, Int64)]
    )
    func ageOnArrival(headers: HTTPHeaders, seconds: Int64) {
        let freshness = Freshness(
            status: 200,
            headers: headers,
            control: CacheControl(),
            requestTime: .arrival,
            responseTime: .arrival + .seconds(2)
        )

        #expect(freshness.age(at: .arrival + .seconds(2)) == .seconds(seconds))
        #expect(freshness.age(at: .arrival + .seconds(5)) == .seconds(seconds + 3))
    }

    /// OkHttp 8077.
    @Test func aClockThatWasSetBackMakesAResponseStale() {
        let freshness = StoredResponse.stored(["Cache-Control": "max-age=60"]).freshness

        #expect(freshness.staleness(at: .arrival + .seconds(-3_600)) == .zero)
        #expect(freshness.staleness(at: .arrival + .milliseconds(-900)) == .seconds(-60))
        #expect(freshness.staleness(at: .arrival + .seconds(30)) == .seconds(-30))
    }

    @Test func clocksWithoutSenseDoNotTrap() {
        for time in [Date.distantFuture, .distantPast, Date(timeIntervalSinceReferenceDate: .infinity)] {
            let stored = StoredResponse.stored(["Cache-Control": "max-age=60", "Date": Self.date], at: time)

            #expect(stored.freshness.lifetime == .seconds(60))
            _ = stored.freshness.age(at: .arrival)
            _ = stored.freshness.age(at: Date(timeIntervalSinceReferenceDate: .nan))
        }
    }
}
