import Foundation
import Testing

@testable import TernHTTP
@testable import TernURLSession

struct TransactionClockTests {
    private let clock = TransactionClock(start: Date(timeIntervalSince1970: 1_000))

    @Test func timesAreMeasuredFromTheBeginning() {
        #expect(clock.duration(to: Date(timeIntervalSince1970: 1_000.5)) == .milliseconds(500))
        #expect(clock.duration(to: nil) == nil)
    }

    /// A session may begin to connect for another request, whose connection this one then uses.
    @Test func eventBeforeTheBeginningHasNoDuration() {
        #expect(clock.duration(to: Date(timeIntervalSince1970: 900)) == .zero)
    }
}
