import Tern
import Testing

@testable import TernCache

@Suite(.timeLimit(.minutes(20)))
struct CacheControlTests {
    @Test(arguments: [
        ("max-age=60", Duration.seconds(60)), ("MAX-AGE=\"60\"", .seconds(60)), ("no-store, max-age=0", .zero),
        ("max-age=60, max-age=10", .seconds(10)), ("x=\"a, max-age=1\", max-age=60", .seconds(60)),
        ("max-age=99999999999999999999", .seconds(2_147_483_648)), ("max-age=9999999999", .seconds(2_147_483_648)),
        ("max-age=-1", .zero), ("max-age=1.5", .zero), ("max-age=", .zero), ("max-age", .zero), ("max-age=٣", .zero),
        (",, max-age=5 ,", .seconds(5)),
    ])
    func maximumAge(field: String, expected: Duration) {
        #expect(CacheControl(["Cache-Control": field]).maximumAge == expected)
    }

    @Test(arguments: ["", "max-age =60", "s-maxage=60", "\"max-age=60\"", "x-max-age=60", "ma x-age=60", "=", "é=1"])
    func fieldsWithoutMaximumAge(field: String) {
        #expect(CacheControl(["Cache-Control": field]).maximumAge == nil)
    }

    @Test func linesOfAFieldAreOneList() {
        let control = CacheControl(["Cache-Control": "public, max-age=60", "cache-control": "IMMUTABLE"])

        #expect(control.isPublic)
        #expect(control.isImmutable)
        #expect(control.maximumAge == .seconds(60))
    }

    @Test(arguments: ["no-cache", "no-cache=", "no-cache=\"\"", "no-cache=\"a\", no-cache"])
    func noCacheWithoutNamesRequiresValidation(field: String) {
        #expect(CacheControl(["Cache-Control": field]).requiresValidation)
    }

    @Test func noCacheWithNamesRemovesFields() {
        let control = CacheControl(["Cache-Control": "no-cache=\"Set-Cookie, X-User\", max-age=1"])

        #expect(!control.requiresValidation)
        #expect(control.unusedFields == ["set-cookie", "x-user"])
    }

    @Test func maxStaleWithoutNumberAllowsEveryAge() {
        #expect(CacheControl(["Cache-Control": "max-stale"]).maximumStaleness == .longestFieldTime)
        #expect(CacheControl(["Cache-Control": "max-stale=5"]).maximumStaleness == .seconds(5))
        #expect(CacheControl(["Cache-Control": "max-stale=x"]).maximumStaleness == .zero)
    }

    @Test func hugeFieldsAreParsedInLinearTime() {
        let field = String(repeating: "a=\"\\\",\", ", count: 20_000) + "max-age=7"

        #expect(CacheControl(["Cache-Control": field]).maximumAge == .seconds(7))
    }
}
