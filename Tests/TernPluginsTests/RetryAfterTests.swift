import Foundation
import Tern
import Testing

@testable import TernPlugins

@Suite(.timeLimit(.minutes(20)))
struct RetryAfterTests {
    private func delay(_ headers: HTTPHeaders, now: Double = 784_111_777) -> Duration? {
        RetryAfter(headers) { Date(timeIntervalSince1970: now) }?.delay
    }

    @Test(
        arguments: [
            ("0", .zero), ("120", .seconds(120)), (" 5\t", .seconds(5)), ("007", .seconds(7)),
            ("3155760000", .seconds(3_155_760_000)), ("99999999999999999999999", .seconds(3_155_760_000_000)),
            ("-1", nil), ("+1", nil), ("1.5", nil), ("1e3", nil), ("", nil), ("soon", nil), ("٣", nil), ("1;2", nil),
        ] as [(String, Duration?)]
    )
    func secondsAreANonNegativeWholeNumber(text: String, expected: Duration?) {
        #expect(delay(["Retry-After": text]) == expected)
    }

    @Test(
        arguments: [
            "Sun, 06 Nov 1994 08:49:47 GMT", "Sunday, 06-Nov-94 08:49:47 GMT", "Sun Nov  6 08:49:47 1994",
        ]
    )
    func dateIsComparedWithTheResponsesDate(text: String) {
        let headers: HTTPHeaders = ["Retry-After": text, "Date": "Sun, 06 Nov 1994 08:49:37 GMT"]
        // The client's clock is a year ahead.
        #expect(delay(headers, now: 815_647_777) == .seconds(10))
    }

    @Test(arguments: [[:], ["Date": "yesterday"]] as [HTTPHeaders])
    func dateIsComparedWithTheClockWithoutAResponsesDate(headers: HTTPHeaders) {
        let headers = headers.merging(["Retry-After": "Sun, 06 Nov 1994 08:49:47 GMT"])
        #expect(delay(headers) == .seconds(10))
    }

    @Test(
        arguments: [
            ("20000", .seconds(20)), (" 0 ", .zero), ("1.5", .microseconds(1_500)), ("-1", .seconds(7)),
            ("soon", .seconds(7)), ("", .seconds(7)), ("1s", .seconds(7)),
            ("99999999999999999999", .seconds(3_155_760_000)),
        ] as [(String, Duration)]
    )
    func millisecondsAreMoreExactThanSeconds(text: String, expected: Duration) {
        #expect(delay(["Retry-After": "7", "retry-after-ms": text]) == expected)
        #expect(delay(["Retry-After": "7", "x-ms-retry-after-ms": text]) == expected)
    }

    @Test func dateInThePastIsNoDelay() {
        #expect(delay(["Retry-After": "Sun, 06 Nov 1994 08:49:36 GMT"]) == .zero)
    }

    @Test(arguments: [.nan, .infinity, -.infinity, .greatestFiniteMagnitude, -1e300, 1e15] as [Double])
    func hostileClockIsNoOverflow(now: Double) {
        let delay = delay(["Retry-After": "Fri, 31 Dec 9999 23:59:59 GMT"], now: now)
        #expect(delay.map { $0 >= .zero } == true)
        #expect(self.delay(["Retry-After": "Friday, 02-Jul-99 00:00:00 GMT"], now: now) != nil)
    }

    /// Both fields may stand once. Each of a thousand fields would be parsed for each of the others.
    @Test func firstOfSeveralFieldsCounts() {
        #expect(delay(["Retry-After": "3", "retry-after": "5"]) == .seconds(3))
        #expect(delay(["Retry-After": "never", "Retry-After": "5"]) == nil)
        let dates: HTTPHeaders = ["Date": "x", "Date": "Sun, 06 Nov 1994 08:49:47 GMT"]
        #expect(delay(dates.merging(["Retry-After": "Sun, 06 Nov 1994 08:49:47 GMT"])) == .seconds(10))
        #expect(delay([:]) == nil)
    }
}
