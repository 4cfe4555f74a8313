import Foundation
import TestRounds
import Testing

@testable import TernHTTP

/// The time of a redacted text is proportional to the length of its source. If it were proportional to the square of
/// the length, these tests would exceed their time limit.
@Suite(.timeLimit(.minutes(20)))
struct RedactionGrowthTests {
    struct Shape: CustomTestStringConvertible, Sendable {
        var prefix = "x "
        let unit: String
        var middle = ""
        var second = ""
        var end = ""

        func text(_ length: Int) -> String {
            let count = length / (unit.count + second.count)
            return prefix + String(repeating: unit, count: count) + middle + String(repeating: second, count: count)
                + end
        }

        var testDescription: String { "\(prefix)\(unit)…\(middle)\(second)…\(end)" }
    }

    @Test(
        arguments: [
            Shape(unit: "a", second: "="), Shape(unit: "a", second: "\""), Shape(unit: "a", second: "= "),
            Shape(unit: "%25", second: "="), Shape(unit: "(", end: "@"), Shape(prefix: "", unit: "'a'@"),
            Shape(prefix: "x@ ", unit: "(:/", end: "@"), Shape(prefix: "x/ ", unit: "("),
            Shape(prefix: "x/ ", unit: "(?"), Shape(unit: "‹ "), Shape(unit: "< "), Shape(unit: "<a"),
            Shape(unit: "<\u{93E} "), Shape(unit: "basic="), Shape(unit: "token/"), Shape(unit: "eyJ-"),
            Shape(unit: "eyJ."),
            Shape(unit: "-----BEGIN "), Shape(unit: "-----BEGIN KEY "), Shape(unit: "ghp_"), Shape(unit: "AKIA"),
            Shape(unit: "//a:b@"), Shape(unit: "?a=b:c&"), Shape(unit: "\u{F8FF}"), Shape(unit: "<redacted>"),
        ]
    )
    func timeOfATextIsProportionalToItsLength(shape: Shape) {
        let text = shape.text(Rounds.count(150_000, part: 40_000))

        #expect(!Redaction.default.text(ofSentence: text).isEmpty)
        #expect(!Redaction.default.text(ofURL: text).isEmpty)
        #expect(!Redaction.default.rendered(items: text[...]).text.isEmpty)
    }

    @Test(arguments: [
        ("[", "[],", "[]]"), ("{\"a\":[", "{\"token\":1},", "1]}"), ("{", "\"a\":1,", "\"b\":2}"),
        ("{\"a\":\"", "x=y ", "\"}"), ("{\"detail\":\"", "http://a:b@c/?token=d ", "\"}"), ("[", "[1,2,[3]],", "1]"),
    ])
    func timeOfJSONIsProportionalToItsLength(start: String, unit: String, end: String) {
        let body = Data((start + String(repeating: unit, count: 250_000 / unit.count) + end).utf8)

        #expect(!Redaction.default.excerpt(of: body).isEmpty)
        #expect(Redaction.default.text(ofBody: body, contentType: nil, limit: .max, isRequest: true) != nil)
    }

    @Test func secretsOfARequestAreCollectedOnceForAllFields() throws {
        let url = try #require(URL(string: "https://a.example/"))
        let numbers = Array(repeating: "1", count: 30_000).joined(separator: ",")
        let body = Data(#"{"password":"hunter2","numbers":[\#(numbers)]}"#.utf8)
        var request = Request(url: url)
        request.headers["Content-Type"] = "application/json"
        request.body = .data(body)
        let fields = (0..<5_000).map { HTTPHeaders.Field(name: "X-\($0)", value: "hunter2") }
        let response = Response(statusCode: 500, headers: HTTPHeaders(fields), request: request)

        let text = TernError(.unacceptableStatus, response: response).debugDescription

        #expect(text.contains("X-4999: <redacted>"))
        #expect(!text.contains("hunter2"))
    }
}
