import Foundation
import Tern
import Testing

@testable import TernPlugins

@Suite(.timeLimit(.minutes(20)))
struct ServerLimitTests {
    private func limit(_ headers: HTTPHeaders, status: Int = 200) -> String? {
        ServerLimit(status: status, headers) { Date(timeIntervalSince1970: 0) }
            .map { "\($0.remaining) in \($0.reset / .seconds(1))" }
    }

    @Test(
        arguments: [
            (#""default";r=50;t=30"#, "", "50 in 30.0"),
            (#""default";r=0;t=5"#, #""default";q=100;w=60"#, "0 in 5.0"),
            (#""default";r=7"#, #""other";q=9;w=1, "default";q=100;w=60"#, "7 in 60.0"),
            (#""burst";r=45;t=30, "daily";r=8;t=600"#, "", "8 in 600.0"),
            (#""a";r=5;t=3, "b";r=5;t=9"#, "", "5 in 9.0"),
            (#" "a,b;r=1" ; r=3 ;t=4;pk=:sdfjLJUOUH==: "#, "", "3 in 4.0"),
            (#""a\";r=1";r=2;t=4"#, "", "2 in 4.0"),
            (
                #""bytes";r=0;t=9, "requests";r=2;t=1"#,
                #""bytes";q=9;qu="content-bytes", "requests";q=5;qu="requests""#, "2 in 1.0"
            ),
            ("limit=100, remaining=9, reset=50", "100;w=60", "9 in 50.0"),
            (#""a";r=99999999999999999999;t=1"#, "", "3155760000000 in 1.0"),
            (#""a";r=-1;t=1"#, "", nil), (#""a";r=1"#, "", nil), (#""a";r=x;t=1"#, "", nil), ("", "", nil),
            (",;,;=\"", "\"\\", nil),
        ] as [(String, String, String?)]
    )
    func mostRestrictiveLimitCounts(field: String, policy: String, expected: String?) {
        #expect(limit(["RateLimit": field, "RateLimit-Policy": policy]) == expected)
    }

    @Test func olderFieldsAreRead() {
        #expect(limit(["RateLimit-Remaining": "3", "RateLimit-Reset": "20"]) == "3 in 20.0")
        #expect(limit(["RateLimit-Remaining": "3"]) == nil)
        #expect(limit(["RateLimit-Remaining": "3", "RateLimit-Reset": "-1"]) == nil)
    }

    @Test(
        arguments: [
            ("20", "5 in 20.0"), ("0", "5 in 0.0"), ("1.25", "5 in 2.0"), ("999999999", "5 in 999999999.0"),
            // Times since 1970, 30 s after the Date of the response.
            ("1784000030", "5 in 30.0"), ("1784000029.5", "5 in 30.0"), ("1784000030000", "5 in 30.0"),
            ("1700000000", "5 in 0.0"),
            ("-1", nil), ("soon", nil), ("", nil), ("1.x", nil), ("1.", nil), (".5", nil),
            ("99999999999999999999", "5 in 1371760000.0"),
        ] as [(String, String?)]
    )
    func resetIsATimeOrADuration(field: String, expected: String?) {
        for prefix in ["RateLimit-", "X-RateLimit-", "x-ratelimit-", "X-Rate-Limit-"] {
            let headers: HTTPHeaders = [
                "Date": "Tue, 14 Jul 2026 03:33:20 GMT", prefix + "Limit": "60", prefix + "Remaining": "5",
                prefix + "Reset": field,
            ]
            #expect(limit(headers) == expected, "\(prefix)")
        }
    }

    @Test(
        arguments: [
            ("20s", "5 in 20.0"), ("6m0s", "5 in 360.0"), ("1h2m3.5s", "5 in 3723.5"), ("250ms", "5 in 0.25"),
            ("1.5m", "5 in 90.0"), ("2000us", "5 in 0.002"), ("2000\u{B5}s", "5 in 0.002"), ("0s", "5 in 0.0"),
            ("2026-07-14T03:33:40Z", "5 in 20.0"), ("2026-07-14T05:33:40.2+02:00", "5 in 21.0"),
            ("2026-07-14T03:00:00Z", "5 in 0.0"), ("Tue, 14 Jul 2026 03:33:40 GMT", "5 in 20.0"),
            ("99999999999999999999h99999999999999999999h", "5 in 3155760000000.0"),
            ("s", nil), ("-1s", nil), ("1", "5 in 1.0"), ("1d", nil), ("1s 2s", nil), ("1s2", nil), ("1.s", nil),
            (".5s", nil), ("1..5s", nil), ("1.5.5s", nil), ("2026-07-14", nil), ("2026-13-14T03:33:40Z", nil),
        ] as [(String, String?)]
    )
    func resetHasOneOfManyForms(field: String, expected: String?) {
        let headers: HTTPHeaders = [
            "Date": "Tue, 14 Jul 2026 03:33:20 GMT", "X-RateLimit-Remaining": "5", "X-RateLimit-Reset": field,
        ]
        #expect(limit(headers) == expected)
    }

    /// The fields that these services document.
    @Test(
        arguments: [
            (["x-ratelimit-remaining-requests": "0", "x-ratelimit-reset-requests": "1s"], "0 in 1.0"),
            (
                [
                    "x-ratelimit-remaining-requests": "59", "x-ratelimit-reset-requests": "1s",
                    "x-ratelimit-remaining-tokens": "149984", "x-ratelimit-reset-tokens": "6m0s",
                ], "59 in 1.0"
            ),
            (
                [
                    "x-ratelimit-remaining-requests": "59", "x-ratelimit-reset-requests": "1s",
                    "x-ratelimit-remaining-tokens": "0", "x-ratelimit-reset-tokens": "6m0s",
                ], "0 in 360.0"
            ),
            (["x-ratelimit-remaining-tokens": "5", "x-ratelimit-reset-tokens": "6m0s"], nil),
            (
                [
                    "Date": "Tue, 14 Jul 2026 03:33:20 GMT", "anthropic-ratelimit-requests-remaining": "3",
                    "anthropic-ratelimit-requests-reset": "2026-07-14T03:33:40Z",
                    "anthropic-ratelimit-input-tokens-remaining": "1000",
                    "anthropic-ratelimit-input-tokens-reset": "2026-07-14T03:33:50Z",
                ], "3 in 20.0"
            ),
            (
                [
                    "Date": "Tue, 14 Jul 2026 03:33:20 GMT", "anthropic-ratelimit-requests-remaining": "0",
                    "anthropic-ratelimit-requests-reset": "2026-07-14T03:33:40Z",
                    "anthropic-ratelimit-output-tokens-remaining": "0",
                    "anthropic-ratelimit-output-tokens-reset": "2026-07-14T03:33:50Z",
                ], "0 in 30.0"
            ),
            (
                [
                    "X-RateLimit-Remaining": "0", "X-RateLimit-Reset": "1784000030.123",
                    "X-RateLimit-Reset-After": "0.25",
                ], "0 in 0.25"
            ),
            (["X-Ratelimit-Remaining": "598.0", "X-Ratelimit-Reset": "42"], "598 in 42.0"),
            (["X-RateLimit-Remaining": "5m", "X-RateLimit-Reset": "42"], nil),
            (["X-RateLimit-Remaining": "5", "X-RateLimit-Reset-After": "5m"], nil),
        ] as [(HTTPHeaders, String?)]
    )
    func fieldsOfServicesAreRead(headers: HTTPHeaders, expected: String?) {
        #expect(limit(headers) == expected)
    }

    @Test func resetIsComparedWithTheClockWithoutADate() {
        #expect(limit(["X-RateLimit-Remaining": "0", "X-RateLimit-Reset": "1000000007"]) == "0 in 1000000007.0")
    }

    @Test func remainingMayBeMissingWithStatus429() {
        #expect(limit(["X-RateLimit-Reset": "7"], status: 429) == "0 in 7.0")
        #expect(limit(["X-RateLimit-Reset": "7"], status: 403) == nil)
        #expect(limit(["X-RateLimit-Remaining": "x", "X-RateLimit-Reset": "7"], status: 429) == nil)
    }

    @Test func retryAfterCountsForStatus429And503() {
        let headers: HTTPHeaders = ["Retry-After": "7", "RateLimit": #""a";r=5;t=3"#]
        #expect(limit(headers, status: 429) == "0 in 7.0")
        #expect(limit(headers, status: 503) == "0 in 7.0")
        #expect(limit(headers, status: 403) == "0 in 7.0")
        #expect(limit(headers, status: 202) == "5 in 3.0")
        #expect(limit(["Retry-After": "soon"], status: 429) == nil)
    }
}
