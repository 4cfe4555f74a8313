import Foundation
import Tern
import TestRounds
import Testing

@Suite(.timeLimit(.minutes(20)))
struct HTTPDateTests {
    /// 2026-01-22 12:00:00.
    private static let now = Date(timeIntervalSince1970: 1_769_083_200)

    @Test(
        arguments: [
            ("Thu, 01 Jan 1970 00:00:00 GMT", 0), ("Sun, 06 Nov 1994 08:49:37 GMT", 784_111_777),
            ("Tue, 29 Feb 2000 23:59:59 GMT", 951_868_799), ("Wed, 01 Mar 2000 00:00:00 GMT", 951_868_800),
            ("Sat, 31 Dec 2016 23:59:60 GMT", 1_483_228_800), ("Fri, 31 Dec 9999 23:59:59 GMT", 253_402_300_799),
            ("Sunday, 06-Nov-94 08:49:37 GMT", 784_111_777), ("Sun Nov  6 08:49:37 1994", 784_111_777),
            ("Sun Nov 16 08:49:37 1994", 784_975_777), ("Thursday, 22-Jan-26 12:00:01 GMT", 1_769_083_201),
            // RFC 9111, section 4.2: the case of letters doesn't matter.
            ("sun, 06 nOV 1994 08:49:37 gmt", 784_111_777), ("SUNDAY, 06-NOV-94 08:49:37 GMT", 784_111_777),
            ("Sat, 01 Jan 0000 00:00:00 GMT", -62_167_219_200), ("Mon, 01 Jan 0001 00:00:00 GMT", -62_135_596_800),
        ]
    )
    func allThreeFormsAreRead(text: String, seconds: Int64) {
        #expect(HTTPDate(text, now: Self.now)?.seconds == seconds)
    }

    @Test(
        arguments: [
            "", "0", "Sun, 06 Xyz 1994 08:49:37 GMT", "Sun, 31 Nov 1994 08:49:37 GMT", "Wed, 29 Feb 2023 00:00:00 GMT",
            "Sun, 00 Nov 1994 08:49:37 GMT", "Sun, 06 Nov 1994 24:00:00 GMT", "Sun, 06 Nov 1994 08:60:37 GMT",
            "Sun, 06 Nov 1994 08:49:61 GMT", "Sun, 06 Nov 1994 08:49:37 UTC", "Sun, 6 Nov 1994 08:49:37 GMT",
            "Sun, 06-Nov-1994 08:49:37 GMT", "Sun, 06 Nov 1994 08.49.37 GMT", "Sun  Nov  6 08:49:37 1994",
            "www bbb dd HH:MM:SS yyyy",
            "Friday, 29-Feb-23 00:00:00 GMT", ", 06-Nov-94 08:49:37 GMT", "Sun, 06 Nov 1994 08:49:37", " GMT",
            " Sun, 06 Nov 1994 08:49:37 GMT", "Sun Nov 6 08:49:37 1994",
            "Sun, 06 Nov 99999999999999999999 08:49:37 GMT", "1994-11-06T08:49:37Z", "Sun, 06 Nov -994 08:49:37 GMT",
        ]
    )
    func otherTextsAreRefused(text: String) {
        #expect(HTTPDate(text, now: Self.now) == nil)
    }

    /// RFC 9110, section 5.6.7: a date that appears to be more than 50 years in the future is in the past.
    @Test(arguments: [("26", 2026), ("27", 2027), ("75", 2075), ("76", 1976), ("77", 1977), ("99", 1999), ("00", 2000)])
    func centuryOfATwoDigitYearIsTheClosest(digits: String, year: Int) throws {
        let date = try #require(HTTPDate("Friday, 02-Jul-\(digits) 00:00:00 GMT", now: Self.now))
        let expected = try #require(HTTPDate("Fri, 02 Jul \(year) 00:00:00 GMT"))
        #expect(date == expected)
    }

    @Test func twoDigitYearNeedsTheCurrentDate() {
        #expect(HTTPDate("Sunday, 06-Nov-94 08:49:37 GMT") == nil)
    }

    @Test(arguments: [
        "Thu, 01 Jan 1970 00:00:00 GMT", "Sun, 06 Nov 1994 08:49:37 GMT", "Tue, 29 Feb 2000 23:59:59 GMT",
        "Wed, 31 Dec 1969 23:59:59 GMT", "Fri, 31 Dec 9999 23:59:59 GMT", "Sat, 01 Jan 0000 00:00:00 GMT",
        "Sun, 31 Dec 2000 00:00:00 GMT", "Mon, 31 Dec 2001 23:59:59 GMT", "Tue, 29 Feb 0400 12:00:00 GMT",
    ])
    func descriptionIsTheDateInThePreferredForm(text: String) throws {
        #expect("\(try #require(HTTPDate(text)))" == text)
    }

    @Test(
        arguments: [
            ("1994-11-06T08:49:37Z", 784_111_777), ("1994-11-06t08:49:37z", 784_111_777),
            ("1994-11-06T10:19:37+01:30", 784_111_777), ("1994-11-05T22:49:37-10:00", 784_111_777),
            ("1994-11-06T08:49:36.001Z", 784_111_777), ("1994-11-06T08:49:37.000Z", 784_111_777),
            ("1970-01-01T00:00:00-00:00", 0), ("0000-01-01T00:00:00+23:59", -62_167_219_200),
            ("9999-12-31T23:59:60.9-23:59", 253_402_300_799),
            ("1994-11-06 08:49:37Z", nil), ("1994-11-06T08:49:37", nil), ("1994-11-06T08:49Z", nil),
            ("1994-11-06", nil),
            ("1994-13-06T08:49:37Z", nil), ("1994-00-06T08:49:37Z", nil), ("1994-02-30T08:49:37Z", nil),
            ("1994-11-06T08:49:37.Z", nil), ("1994-11-06T08:49:37+24:00", nil), ("1994-11-06T08:49:37+0130", nil),
            ("1994-11-06T08:49:37ZZ", nil), ("1994-nov-06T08:49:37Z", nil), ("", nil),
        ] as [(String, Int64?)]
    )
    func timestampIsReadInUTC(text: String, seconds: Int64?) {
        #expect(HTTPDate(timestamp: text)?.seconds == seconds)
    }

    @Test func everyDayOfFourCenturiesIsReadAsItIsWritten() throws {
        for day in stride(from: -200 * 365, to: 200 * 365, by: Rounds.areComplete ? 1 : 5) {
            let date = HTTPDate(Date(timeIntervalSince1970: Double(day) * 86_400 + 86_399.5))
            try #require(date.seconds == Int64(day) * 86_400 + 86_399)
            try #require(HTTPDate("\(date)") == date)
        }
    }

    @Test(arguments: [-62_135_769_600, 64_092_211_200, 1e300, -1e300, .infinity, .nan])
    func everyTimeHasADateOfTheFormat(seconds: Double) throws {
        let date = HTTPDate(Date(timeIntervalSince1970: seconds))
        #expect(HTTPDate("\(date)") == date)
    }

    @Test func timeOutsideOfTheYearsOfTheFormatIsTheClosestInThem() {
        let limits = [-1e300, 1e300].map { "\(HTTPDate(Date(timeIntervalSince1970: $0)))" }
        #expect(limits == ["Sat, 01 Jan 0000 00:00:00 GMT", "Fri, 31 Dec 9999 23:59:59 GMT"])
    }
}
