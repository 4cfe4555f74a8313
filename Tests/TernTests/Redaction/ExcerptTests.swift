import Foundation
import Testing

@testable import Tern

@Suite(.timeLimit(.minutes(5)))
struct ExcerptTests {
    private func excerpt(_ body: String) -> String {
        Redaction.excerpt(of: Data(body.utf8))
    }

    @Test(
        arguments: [
            #"{"password":"hunter2"}"#, #"{"a":[{"access_token":"hunter2"}]}"#, #"{"client_secret":{"v":"hunter2"}}"#,
            #"{"Password":"hunter2","apiKey":"hunter2","api-key":["hunter2"]}"#,
            #"{"next":"https://a/b?page=2&access_token=hunter2"}"#, #"{"detail":"{\"password\":\"hunter2\"}"}"#,
            #"{"message":"bad token: hunter2"}"#, #"{"authorization":"Bearer hunter2"}"#, #""token=hunter2""#,
            #"{"Set-Cookie":"a=hunter2"}"#, #"{"link":"https://bob:hunter2@a/b"}"#, #"{"header":"Bearer hunter2"}"#,
            #"[{"name":"password","value":"hunter2"}]"#, #"{"value":"hunter2","name":"password"}"#,
            #"{"val":"hunter2","key":"apiKey"}"#, #"["token","hunter2"]"#, #"[["a","password","b"],["c","hunter2"]]"#,
            #"{"columns":["user","password"],"rows":[["ada","hunter2"]]}"#,
            #"{"fields":[{"name":"pin"}],"rows":[{"f":[{"v":"hunter2"}]}]}"#,
            #"{"loc":["body","password"],"msg":"too short","input":"hunter2"}"#, #"{"\u0070assword":"hunter2"}"#,
            #"{"note":"<password>hunter2</password>"}"#,
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
            #"{"value":"hunter2","na"#, #"[{"id":1},{"value":"hunter2""#, #"Got {"value":"hunter2","name":"pin"}"#,
            #"Got {"value":"hunter2","na"#, "user,password\nada,hunter2", "user;API Key\r\nada;hunter2",
            "\"user\"\t\"password\"\t\"id\"\nada\thunter2\t1", "password\nhunter2", "USER  PASSWORD\nada   hunter2",
            "password,hunter2", "value=hunter2&name=password", "value=hunter2&na", "user[pin]=hunter2",
            "<input value=\"hunter2\" name=\"password\">", "<e><value>hunter2</value><key>password</key></e>",
            "<e><value>hunter2</value><ke", "<e value=\"hunter2\" na", "<a password='hunter2'/>",
            "<param name=\"token\">hunter2</param>", "Item(value: \"hunter2\", name: \"password\")",
            "[value: hunter2, key: token]", "at http:/ada:hunter2@host/x failed", "for ada:hunter2@db:5432",
            "curl --password hunter2", "Basic aHVudGVyMg== hunter2", "{\"a\":1}\n{\"password\":\"hunter2\"}",
            "--x\r\nContent-Disposition: form-data; name=\"password\"\r\n\r\nhunter2\r\n--x--",

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
            #"{"error":{"code":404}}"#, "Error code: 17", "Missing: username, password", "auth.example.com:443 failed",
            "See (https://a.example/x?page=2), then go", #"{"error":"invalid_token","error_description":"It expired"}"#,
            "Basic authentication is needed",
        ]
    )
    func proseStaysReadable(body: String) {
        #expect(excerpt(body) == body)
    }

    @Test func numbersUnderNamesOfAmountsAreShown() {
        let amounts =
            #"{"max_tokens":4096,"usage":{"promptTokens":12,"total_tokens":34},"session_count":2,"#
            + #""token_limit":5,"token_expires_in":3600,"secretary":"Ada"}"#

        #expect(excerpt(amounts) == amounts)
        #expect(excerpt(#"{"tokens":"hunter2","token":1234,"pin_code":9}"#).contains("1234") == false)
        #expect(excerpt(#"{"tokens":["hunter2"],"session_count":"hunter2"}"#).contains("hunter2") == false)
    }

    @Test func longBodiesAreTruncated() {
        let json = excerpt("[" + Array(repeating: #""abcdefgh""#, count: 1_000).joined(separator: ",") + "]")
        let text = excerpt(String(repeating: "ü", count: 100_000))

        #expect(json.count == Redaction.maximumExcerptLength + 1)
        #expect(text.count == Redaction.maximumExcerptLength + 1)
        #expect(text.hasPrefix("üü"))
        #expect(text.hasSuffix("…"))
    }

    @Test func linesAreJoined() {
        #expect(excerpt("a\r\nb\nc\0d") == "a b c d")
    }

    @Test(arguments: ["text\u{1B}[31m\u{7}\u{9B}2J\u{7F}end", "{\"a\":\"\\u001b[31m\u{9B}2J\u{7F}end\"}"])
    func textsHaveNoControlCharacters(body: String) {
        let field = HTTPHeaders.Field(name: "X-Info", value: body + "\r\nX-More: b")
        let response = Response(statusCode: 500, data: Data(body.utf8), headers: HTTPHeaders([field]))
        let error = TernError(.transportFailed, reason: body, response: response)

        for text in [excerpt(body), "\(field)", "\(error)", "\(error.debugDescription)"] {
            #expect(text.contains("end"))
            #expect(!text.unicodeScalars.contains { $0.properties.generalCategory == .control && $0 != "\n" })
        }
        #expect(!"\(field)".contains("\n"))
    }

    @Test func bytesThatAreNotTextAreRendered() {
        #expect(!Redaction.excerpt(of: Data([0xFF, 0x00, 0xFE, 0x41])).isEmpty)
    }

    @Test func largeBodyIsNotParsedForItsBeginning() {
        // If the body were parsed, its keys would be sorted.
        let body = #"{"b":1,"a":""# + String(repeating: "x", count: 300_000) + #""}"#
        #expect(Redaction.excerpt(of: Data(body.utf8)).hasPrefix(#"{"b":1,"a":"xxx"#))
        #expect(Redaction.excerpt(of: Data(body.utf8)).count <= 2 * Redaction.maximumExcerptLength)
    }

    @Test func namesOfSecretsAndMessagesAboutThemAreShown() {
        let body = #"{"errors":[{"field":"password","message":"is too short","value":"hunter2"}],"id":7}"#
        #expect(
            excerpt(body) == #"{"errors":[{"field":"password","message":"is too short","value":"<redacted>"}],"id":7}"#
        )
        #expect(excerpt("id,user,password\n1,ada,hunter2") == "id,user,password<redacted>")
        #expect(excerpt("user=ada&token=hunter2&page=2") == "user=ada&token=<redacted>&page=2")
        #expect(excerpt("<a><b>c</b><pin>1234</pin><d>e</d></a>") == "<a><b>c</b><pin><redacted></pin><d>e</d></a>")
    }

    /// Found by the fuzz: the value has "psk" in it.
    @Test func secretThatLooksLikeASecretsNameIsHidden() {
        #expect(excerpt(#"failed: {"value":"kZ7j3KPskAS","name":"token"}"#) == #"failed: {"value":"<redacted>"#)
    }

    @Test func valueNamedSecretByItsNeighbourIsHidden() {
        struct Key: CodingKey {
            let stringValue: String
            let intValue: Int?

            init(_ text: String) { (stringValue, intValue) = (text, Int(text)) }
            init?(stringValue: String) { self.init(stringValue) }
            init?(intValue: Int) { self.init("\(intValue)") }
        }
        let body = Data(#"[{"value":"hunter2","name":"password"},{"value":"shown","name":"city"}]"#.utf8)

        #expect(Redaction.excerpt(of: body, at: [Key("0"), Key("value")]) == Redaction.mark)
        #expect(Redaction.excerpt(of: body, at: [Key("1"), Key("value")]) == "\"shown\"")
    }
}
