import Foundation
import TestDoubles
import TestRounds
import Testing

@testable import TernHTTP

/// Times as text (RFC 3339).
@Suite(.timeLimit(.minutes(20)))
struct TimestampTests {
    @Test(
        arguments: [
            ("1994-11-06", 784_080_000), ("1994-11-06T08:49:37+0130", 784_106_377),
            ("1994-11-06T08:49:37.25-1000", 784_147_777.25), ("1994-11-06T08:49:37.123Z", 784_111_777.123),
            ("1994-11-06T08:49:37.123456789123456789Z", 784_111_777.123_456_789),
            ("0000-01-01", -62_167_219_200), ("9999-12-31T23:59:59.999Z", 253_402_300_799.999),
        ] as [(String, Double)]
    )
    func fractionDayAndOffsetAreRead(text: String, seconds: Double) {
        #expect(Timestamp(text, isStrict: false)?.date == Date(timeIntervalSince1970: seconds))
    }

    @Test(
        arguments: [
            "", "today", "1994-11-06T08:49:37", "1994-11-06T08:49Z", "1994-11-06Z", "1994-11-31", "1994-13-01",
            "94-11-06",
            "1994-11-06T08:49:37.Z", "1994-11-06T08:49:37+01", "1994-11-06T08:49:37+2400", "1994-11-06T08:49:37+01:3",
            "1994-11-06T24:00:00Z", "1994-11-06 08:49:37Z", "+1994-11-06", "１９９４-11-06", "1994-11-06\n", "784111777",
            "1994-11-06T08:49:37." + String(repeating: "1", count: 100_000),
        ]
    )
    func otherTextIsRefused(text: String) {
        #expect(Timestamp(text, isStrict: false) == nil)
        #expect(Timestamp(text) == nil)
    }

    @Test(
        arguments: [
            (0, "1970-01-01T00:00:00Z", "1970-01-01T00:00:00.000Z"),
            (-0.25, "1969-12-31T23:59:59Z", "1969-12-31T23:59:59.750Z"),
            (784_111_777.999_6, "1994-11-06T08:49:37Z", "1994-11-06T08:49:38.000Z"),
            (253_402_300_799.4, "9999-12-31T23:59:59Z", "9999-12-31T23:59:59.400Z"),
            (-62_167_219_200, "0000-01-01T00:00:00Z", "0000-01-01T00:00:00.000Z"),
        ] as [(Double, String, String)]
    )
    func timeIsWritten(seconds: Double, text: String, withMilliseconds: String) {
        let date = Date(timeIntervalSince1970: seconds)
        #expect(Timestamp.text(of: date) == text)
        #expect(Timestamp.text(of: date, hasMilliseconds: true) == withMilliseconds)
    }

    @Test(arguments: [253_402_300_800, -62_167_219_200.1, 1e15, 1e300, -1e300, .infinity, -.infinity, .nan])
    func timeOutsideOfTheYearsIsNotWritten(seconds: Double) {
        let date = Date(timeIntervalSince1970: seconds)
        #expect(Timestamp.text(of: date) == nil)
        #expect(Timestamp.text(of: date, hasMilliseconds: true) == nil)
    }

    @Test func timeThatIsWrittenIsReadAgain() throws {
        var random = SeededRandom(seed: 7)
        for _ in 0..<(Rounds.areComplete ? 20_000 : 1_000) {
            let milliseconds = Int64.random(in: -62_167_219_200_000...253_402_300_799_999, using: &random)
            let date = Date(timeIntervalSince1970: Double(milliseconds) / 1_000)
            let text = try #require(Timestamp.text(of: date, hasMilliseconds: true))
            try #require(Timestamp(text)?.date == date, "\(text)")
        }
    }
}
