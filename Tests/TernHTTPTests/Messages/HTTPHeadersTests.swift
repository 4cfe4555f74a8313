import Tern
import TestDoubles
import Testing

@testable import TernHTTP

@Suite(.timeLimit(.minutes(20)))
struct HTTPHeadersTests {
    @Test func namesAreCaseInsensitiveAndKeepTheirSpelling() {
        let headers: HTTPHeaders = ["X-Trace-ID": "1"]

        #expect(headers["x-trace-id"] == "1")
        #expect(headers["X-TRACE-ID"] == "1")
        #expect(headers.contains("x-Trace-Id"))
        #expect(headers.map(\.name) == ["X-Trace-ID"])
    }

    @Test func fieldsOfAResponseAreReadLazily() {
        let looks = Locked(0)
        let received = HTTPHeaders(reading: {
            looks.withLock { $0 += 1 }
            return [HTTPHeaders.Field(name: "A", value: "1")]
        })
        var changed = received
        #expect(looks.withLock { $0 } == 0)

        changed.add("2", for: "B")

        #expect(received["a"] == "1")
        #expect(changed == ["B": "2", "A": "1"])
        #expect(received == ["A": "1"])
        #expect(looks.withLock { $0 } == 1)
    }

    @Test func onlyASCIILettersFoldTheirCase() {
        let headers: HTTPHeaders = ["[x": "1", "É": "2"]

        #expect(headers["{x"] == nil)
        #expect(headers["é"] == nil)
        #expect(headers["É"] == "2")
    }

    @Test func literalsKeepOrderAndRepeatedNames() {
        let headers: HTTPHeaders = ["B": "1", "A": "2", "b": "3"]

        #expect(headers.map(\.name) == ["B", "A", "b"])
        #expect(headers.map(\.value) == ["1", "2", "3"])
        #expect(headers["B"] == "1, 3")
        #expect(headers.values(for: "b") == ["1", "3"])
    }

    @Test func absentNamesHaveNoValue() {
        let headers: HTTPHeaders = ["Accept": ""]

        #expect(headers["Accept"] == "")
        #expect(headers["Accept-Language"] == nil)
        #expect(headers.values(for: "Accept-Language").isEmpty)
        #expect(!headers.contains("Accept-Language"))
    }

    @Test func settingReplacesAllValuesAtThePositionOfTheFirst() {
        var headers: HTTPHeaders = ["A": "1", "B": "2", "C": "3", "b": "4"]

        headers["b"] = "5"

        #expect(headers.map(\.name) == ["A", "b", "C"])
        #expect(headers.map(\.value) == ["1", "5", "3"])
    }

    @Test func settingAnAbsentNameAppendsAndSettingNilRemoves() {
        var headers: HTTPHeaders = ["A": "1", "a": "2"]

        headers["B"] = "3"
        headers["A"] = nil
        headers["Z"] = nil

        #expect(headers == ["B": "3"])
        #expect(headers.count == 1)
    }

    @Test func addAppendsAndRemoveIgnoresLetterCase() {
        var headers = HTTPHeaders()

        headers.add("1", for: "A")
        headers.add("2", for: "B")
        headers.add("3", for: "a")
        #expect(headers.values(for: "A") == ["1", "3"])

        headers.remove("A")
        #expect(headers.map(\.name) == ["B"])
    }

    @Test(
        arguments: [
            ([:], ["A": "1"], ["A": "1"]),
            (["A": "1"], [:], ["A": "1"]),
            (["A": "1", "B": "2", "a": "3"], ["a": "4", "A": "5"], ["B": "2", "a": "4", "A": "5"]),
            (["A": "1"], ["B": "2"], ["A": "1", "B": "2"]),
        ] as [(HTTPHeaders, HTTPHeaders, HTTPHeaders)]
    )
    func mergingReplacesNamesThatBothHave(first: HTTPHeaders, second: HTTPHeaders, merged: HTTPHeaders) {
        let result = first.merging(second)

        #expect(result.map(\.name) == merged.map(\.name))
        #expect(result.map(\.value) == merged.map(\.value))
    }

    @Test(
        arguments: [
            (["A": "1", "B": "2"], ["b": "2", "a": "1"]),
            (["A": "1", "B": "2", "A": "3"], ["a": "1", "A": "3", "b": "2"]),
            ([:], [:]),
        ] as [(HTTPHeaders, HTTPHeaders)]
    )
    func equalHeadersMayDifferInCaseAndOrderOfNames(first: HTTPHeaders, second: HTTPHeaders) {
        #expect(first == second)
        #expect(second == first)
        #expect(first.hashValue == second.hashValue)
        #expect(Set([first, second]).count == 1)
    }

    @Test(
        arguments: [
            (["A": "1"], ["A": "2"]),
            (["A": "1"], ["A": "1", "A": "1"]),
            (["A": "1", "A": "2"], ["A": "2", "A": "1"]),
            (["A": "1", "A": "1"], ["A": "1", "B": "1"]),
            (["A": "1", "B": "1"], ["A": "1", "A": "1"]),
            (["A": "1, 2"], ["A": "1", "A": "2"]),
            (["A": "1, 2", "A": "3"], ["A": "1", "A": "2, 3"]),
            (["A": "a"], ["A": "A"]),
        ] as [(HTTPHeaders, HTTPHeaders)]
    )
    func headersDifferInValuesAndTheirOrder(first: HTTPHeaders, second: HTTPHeaders) {
        #expect(first != second)
        #expect(second != first)
    }

    /// RFC 9110, section 5.5.
    @Test(
        arguments: [
            ("a ", "a"), (" a", "a"), ("\t a b \t", "a b"), (" ", ""), ("\t\t", ""), ("", ""), (" \u{e9} ", "\u{e9}"),
            ("a\u{a0}", "a\u{a0}"), (" \u{301}a ", "\u{301}a"), ("a\n ", "a\n"),
        ]
    )
    func valueHasNoSpaceOrTabAroundIt(written: String, value: String) {
        var headers: HTTPHeaders = ["A": written]
        headers.add(written, for: "A")
        headers["B"] = written
        let others = HTTPHeaders(["C": written])

        for stored in [headers[0], headers[1], headers[2], others[0], .init(name: "D", value: written)] {
            #expect(Array(stored.value.utf8) == Array(value.utf8))
        }
    }

    @Test(
        arguments: [
            "Authorization", "authorization", "Proxy-Authorization", "Cookie", "Set-Cookie", "X-Api-Key", "x-api-key",
            "X-Auth-Token", "X-Amz-Security-Token", "X-CSRF-Token", "WWW-Authenticate", "Api-Key",
        ]
    )
    func textFormsHideFieldsThatCarryCredentials(name: String) {
        var headers: HTTPHeaders = ["Accept": "text/plain"]
        headers.add("hunter2", for: name)

        for text in textForms(of: headers) + textForms(of: headers[headers.startIndex + 1]) {
            #expect(!text.contains("hunter2"))
        }
        #expect("\(headers)" == "Accept: text/plain\n\(name): <redacted>")
        #expect(headers[name] == "hunter2")
    }

    @Test(arguments: ["Accept", "Content-Type", "X-Request-ID", "Cache-Control", "ETag", "User-Agent"])
    func textFormsShowEverythingElse(name: String) {
        let headers = HTTPHeaders([.init(name: name, value: "visible")])

        #expect("\(headers)".contains("visible"))
        #expect(String(reflecting: headers).contains("visible"))
    }
}
