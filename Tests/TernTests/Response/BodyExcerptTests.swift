import Foundation
import Testing

@testable import Tern

@Suite(.timeLimit(.minutes(5)))
struct BodyExcerptTests {
    private func excerpt(_ body: String) -> String {
        BodyExcerpt.text(of: Data(body.utf8))
    }

    @Test(
        arguments: [
            #"{"password":"hunter2"}"#, #"{"a":[{"access_token":"hunter2"}]}"#, #"{"client_secret":{"v":"hunter2"}}"#,
            #"{"Password":"hunter2","apiKey":"hunter2","api-key":["hunter2"]}"#,
            #"{"next":"https://a/b?page=2&access_token=hunter2"}"#, #"{"detail":"{\"password\":\"hunter2\"}"}"#,
            #"{"message":"bad token: hunter2"}"#, #"{"authorization":"Bearer hunter2"}"#, #""token=hunter2""#,
            #"{"Set-Cookie":"a=hunter2"}"#, #"{"link":"https://bob:hunter2@a/b"}"#, #"{"header":"Bearer hunter2"}"#,
            #"[{"name":"password","value":"hunter2"}]"#,
        ]
    )
    func valuesOfSensitiveKeysAreHiddenInJSON(body: String) throws {
        _ = try JSONSerialization.jsonObject(with: Data(body.utf8), options: .fragmentsAllowed)

        #expect(!excerpt(body).contains("hunter2"))
        #expect(excerpt(body).contains(Redaction.mark))
    }

    @Test(
        arguments: [
            #"{"id":1,"password":"hunter2"#, #"{"access_token" : "hunter2","a":"#, #"{"a":1,"secret":["x","hunter2"#,
            #"{"password":"hunter2",}"#, #"{'password':'hunter2'}"#, "{password:hunter2}",
            "<input type=\"password\" value=\"hunter2\">", "<input type='password' value='hunter2'>",
            "<input name=csrf_token value=hunter2>", "<password>hunter2</password>",
            "<AccessToken type=\"x\">hunter2</AccessToken>", "access_token=hunter2&a=1", "token: hunter2",
            "X-Api-Key = hunter2", "password\n=\n\"hunter2\"", "Authorization: Bearer hunter2",
            "{\"detail\":\"{\\\"password\\\":\\\"hunter2\\\"}", "api.key=hunter2", "token\t:\thunter2",
        ]
    )
    func valuesOfSensitiveKeysAreHiddenInTruncatedJSONAndOtherText(body: String) {
        #expect(!excerpt(body).contains("hunter2"))
        #expect(excerpt(body).contains(Redaction.mark))
    }

    @Test(
        arguments: [
            "Invalid password, try again", "<h1>404</h1>", "session expired", #"{"id":1,"name":"Ada"}"#,
            #"{"message":"no token was given"}"#, "keyboard: qwerty",
            #"{"error":{"code":404}}"#, "Error code: 17",
        ]
    )
    func proseStaysReadable(body: String) {
        #expect(excerpt(body) == body)
    }

    @Test func longBodiesAreCut() {
        let json = excerpt("[" + Array(repeating: #""abcdefgh""#, count: 1_000).joined(separator: ",") + "]")
        let text = excerpt(String(repeating: "ü", count: 100_000))

        #expect(json.count == BodyExcerpt.maximumLength + 1)
        #expect(text.count == BodyExcerpt.maximumLength + 1)
        #expect(text.hasPrefix("üü"))
        #expect(text.hasSuffix("…"))
    }

    @Test func linesBecomeOne() {
        #expect(excerpt("a\r\nb\nc\0d") == "a b c d")
    }

    @Test func bytesThatAreNoTextDoNotFail() {
        #expect(!BodyExcerpt.text(of: Data([0xFF, 0x00, 0xFE, 0x41])).isEmpty)
    }

    @Test func largeBodyIsNotParsedForItsBeginning() {
        // Parsed, its keys would be sorted.
        let body = #"{"b":1,"a":""# + String(repeating: "x", count: 300_000) + #""}"#
        #expect(BodyExcerpt.text(of: Data(body.utf8)).hasPrefix(#"{"b":1,"a":"xxx"#))
        #expect(BodyExcerpt.text(of: Data(body.utf8)).count <= 2 * BodyExcerpt.maximumLength)
    }
}
