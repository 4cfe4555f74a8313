import Foundation
import Testing

@testable import TernHTTP

/// Bodies in the descriptions of errors, and in debug descriptions and logs.
@Suite(.timeLimit(.minutes(20)))
struct ExcerptTests {
    private func excerpt(_ body: String, contentType: String? = nil) -> String {
        Redaction.default.excerpt(of: Data(body.utf8), contentType: contentType)
    }

    private func text(_ body: String, contentType: String? = nil, _ rules: Redaction = .default) -> String? {
        rules.text(ofBody: Data(body.utf8), contentType: contentType, limit: 4_096, isRequest: false)
    }

    @Test(
        arguments: [
            (
                #"{"name":"Ada","id":7,"admin":false,"team":null}"#,
                #"{"admin":"<boolean>","id":"<number>","name":"<string>","team":null}"#
            ),
            (
                #"{"iban":"DE1","email":"a@b.c","card":"4111"}"#,
                #"{"card":"<string>","email":"<string>","iban":"<redacted>"}"#
            ),
            (#"[{"id":1},{"id":2},{"id":"x"},[]]"#, #"[{"id":"<number>"},"×2",{"id":"<string>"},[]]"#),
            (#"{"tags":["a","b"],"empty":{}}"#, #"{"empty":{},"tags":["<string>","×2"]}"#),
            (#"{"title":"Reset password","status":404}"#, #"{"status":404,"title":"Reset password"}"#),
            (
                #"{"error":"invalid_grant","error_description":"It expired","state":"x"}"#,
                #"{"error":"invalid_grant","error_description":"It expired","state":"<string>"}"#
            ),
            (
                #"{"error":{"code":404,"message":"Not found","id":7}}"#,
                #"{"error":{"code":404,"id":"<number>","message":"Not found"}}"#
            ),
            (
                #"{"errors":[{"field":"title","message":"is too short"}]}"#,
                #"{"errors":[{"field":"<string>","message":"is too short"}]}"#
            ),
            (
                #"{"detail":"See https://ada:hunter2@a/b?token=hunter2"}"#,
                #"{"detail":"See https://<redacted>@a/b?token=<redacted>"}"#
            ),
            (#"{"detail":"{\"password\":\"hunter2\"}"}"#, #"{"detail":"{\"password\":\"<redacted>\"}"}"#),
            (#"{"Password":"hunter2","apiKey":{"v":"hunter2"}}"#, #"{"apiKey":"<redacted>","Password":"<redacted>"}"#),
            (#"{"\u0070assword":"hunter2"}"#, #"{"password":"<redacted>"}"#),
            (#"{"a1b2c3hunter2":{"id":1}}"#, #"{"<redacted>":{"id":"<number>"}}"#),
            ("7", "\"<number>\""), (#""hunter2""#, "\"<string>\""), ("null", "null"), ("[]", "[]"),
        ]
    )
    func jsonIsShownAsItsOutline(body: String, expected: String) {
        #expect(excerpt(body) == expected)
    }

    @Test(
        arguments: [
            #"{"id":1,"password":"hunter2"#, #"{"password" "hunter2"}"#, "<password>hunter2</password>",
            "access_token=hunter2&a=1", "token: hunter2", "user,password\nada,hunter2",
            "{\"a\":1}\n{\"b\":\"hunter2\"}",
            "--x\r\nContent-Disposition: form-data; name=\"password\"\r\n\r\nhunter2\r\n--x--", "Invalid password",
            #"{"a":1e400}"#, #"["\ud800"]"#,
        ]
    )
    func otherBodiesAreShownAsTheirTypeAndLength(body: String) {
        #expect(excerpt(body) == "\(body.utf8.count) bytes")
        #expect(excerpt(body, contentType: "text/html; charset=utf-8") == "\(body.utf8.count) bytes of text/html")
    }

    @Test func debugDescriptionsAndLogsShowValuesWithoutSecrets() {
        #expect(
            text(#"{"name":"Ada","pin":1,"b":[true,null]}"#) == #"{"b":[true,null],"name":"Ada","pin":"<redacted>"}"#
        )
        let form = "application/x-www-form-urlencoded"
        #expect(text("user=ada&pw=hunter2&page=2", contentType: form) == "user=ada&pw=<redacted>&page=2")
        #expect(text("user=ada&pw=hunter2") == nil)
        #expect(text("<a>hunter2</a>", contentType: "application/xml") == nil)
    }

    @Test func numbersUnderNamesOfAmountsAreShown() {
        let amounts = #"{"max_tokens":4096,"secretary":"Ada","session_count":2,"token_expires_in":3600}"#

        #expect(text(amounts) == amounts)
        #expect(text(#"{"tokens":"hunter2","token":1234}"#) == #"{"token":"<redacted>","tokens":"<redacted>"}"#)
        #expect(text(#"{"tokens":["hunter2"],"session_count":"hunter2"}"#)?.contains("hunter2") == false)
    }

    @Test func longBodiesAreTruncated() {
        let items = (0..<1_000).map { #"{"key\#($0 % 7)":\#($0 % 2 == 0 ? "1" : "true")}"# }
        let json = excerpt("[\(items.joined(separator: ","))]")

        #expect(json.count == Redaction.maximumExcerptLength + 1)
        #expect(json.hasSuffix("…"))
        #expect(
            excerpt("[" + Array(repeating: "1", count: 1_000).joined(separator: ",") + "]") == #"["<number>","×1000"]"#
        )
    }

    @Test func largeBodyIsNotParsed() {
        let body = #"{"b":1,"a":""# + String(repeating: "x", count: 300_000) + #""}"#
        #expect(excerpt(body, contentType: "application/json") == "\(body.utf8.count) bytes of application/json")
    }

    @Test func deepBodiesAreRendered() {
        let deep = String(repeating: "[", count: 500) + String(repeating: "]", count: 500)
        #expect(excerpt(deep).contains(Redaction.mark))
        #expect(text(deep)?.contains(Redaction.mark) == true)
        let deeper = String(repeating: "[", count: 600) + String(repeating: "]", count: 600)
        #expect(excerpt(deeper) == "1200 bytes")
    }

    @Test(arguments: ["text\u{1B}[31m\u{7}\u{9B}2J\u{7F}end", "{\"detail\":\"\\u001b[31m\u{9B}2J\u{7F}end\"}"])
    func textsHaveNoControlCharacters(body: String) {
        let field = HTTPHeaders.Field(name: "Server", value: body + "\r\nX-More: b")
        let response = Response(statusCode: 500, data: Data(body.utf8), headers: HTTPHeaders([field]))
        let error = TernError(.transportFailed, reason: body, response: response)

        for text in ["\(field)", "\(error)", "\(error.debugDescription)"] {
            #expect(text.contains("end"))
            #expect(!text.unicodeScalars.contains { $0.properties.generalCategory == .control && $0 != "\n" })
        }
        #expect(!"\(field)".contains("\n"))
        #expect(!excerpt(body).unicodeScalars.contains { $0.properties.generalCategory == .control })
    }

    private struct Key: CodingKey {
        let stringValue: String
        let intValue: Int?

        init(_ text: String) { (stringValue, intValue) = (text, Int(text)) }
        init?(stringValue: String) { self.init(stringValue) }
        init?(intValue: Int) { self.init("\(intValue)") }
    }

    @Test(
        arguments: [
            (["0", "city"], #""Paris""#), (["0", "password"], "<redacted>"), (["0", "password", "x"], "<redacted>"),
            (["0"], #"{"city":"<string>","homeTown":"<number>","password":"<redacted>","tags":["<string>"]}"#),
            (["0", "tags"], #"["<string>"]"#), (["0", "tags", "0"], #""red""#), (["0", "home_town"], "7"),
            (["1"], "\"<string>\""),
        ]
    )
    func valueAtThePlaceOfAFailureIsShown(path: [String], expected: String) {
        let body = Data(#"[{"city":"Paris","password":"hunter2","tags":["red"],"homeTown":7},"hunter2"]"#.utf8)
        #expect(Redaction.default.excerpt(of: body, at: path.map { Key($0) as any CodingKey }) == expected)
    }
}
