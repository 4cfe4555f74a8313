import Foundation
import Testing

@testable import Tern
@testable import TernHTTP

/// Secrets in unusual places, which the random texts of `RedactionFuzzTests` don't have.
@Suite(.timeLimit(.minutes(20)))
struct SecretPlacesTests {
    private let rules = Redaction.default

    private func scrubbed(_ text: String, _ headers: HTTPHeaders, _ body: RequestBody? = nil) throws -> String {
        var request = Request(url: try #require(URL(string: "https://a.example/")), headers: headers)
        request.body = body
        return rules.scrub(text, request: request)
    }

    // MARK: - URLs

    @Test(arguments: [
        // An image proxy has the URL of the picture in its path.
        "https://a/fetch/https%3A%2F%2Fada%3Ahunter2%40b%2Fc.png",
        "https://a/fetch/https%3A%2F%2Fb%2F%3Ftoken%3Dhunter2/x",
        "https://a/b%3Fpassword%3Dhunter2", "https://a/reset-password%2Fhunter2", "/x%252Ftoken%252Fhunter2",
        "https://a/%7B%22pin%22%3A%22hunter2%22%7D",
        // A form has spaces as plus signs, also in JSON.
        "https://a/?payload=%7B%22x%22:+1,+%22password%22:+%22hunter2%22%7D",
        "https://a/?x=see+https%3A%2F%2Fb%2F%3Ftoken%3Dhunter2+there",
        "https://a/?CVV2=hunter2", "https://a/?pass1=hunter2", "https://a/?passkey=hunter2",
        "https://a/?to%00ken=hunter2",
        "https://a/?%F0%9F%94%91token=hunter2", "https://a/?user%5Bpass%5D%5B%5D=hunter2",
    ])
    func secretsInURLsAreHidden(url: String) {
        let text = rules.text(ofURL: url)

        #expect(!text.contains("hunter2"), "\(text)")
        #expect(text.contains(Redaction.mark) && text.hasPrefix(String(url.prefix(1))))
    }

    @Test(arguments: [
        "https://a/caf%C3%A9/cr%C3%A8me%20br%C3%BBl%C3%A9e", "https://a/files/a%2Fb%2Fc.txt",
        "https://a/users/ada%40b.example",
        "https://a/?q=a+b%2Fc", "https://a/100%25", "https://a/?redirect=https%3A%2F%2Fb%2Fc%3Fd%3De+f",
        "https://a/?md5=x&page2=1",
    ])
    func harmlessEscapesAreShown(url: String) {
        #expect(rules.text(ofURL: url) == url)
    }

    // MARK: - Sentences

    /// The last byte of these characters is a letter in another encoding.
    @Test(arguments: ["►", "💪", "☺", "é", "µ", "→", "\u{201C}", "：", " ", "(", "="])
    func knownTokenIsFoundAfterAnyCharacter(character: String) {
        let text = rules.text(ofSentence: "It was \(character)ghp_hunter2hunter2")

        #expect(!text.contains("hunter2"), "\(text)")
        #expect(text.hasPrefix("It was \(character)"))
    }

    // MARK: - Fields of the request

    @Test(arguments: [
        ("authorization", #"Digest username="ada", realm="a", nonce="c0ffee77", response="hunter2hunter2""#),
        ("AUTHORIZATION", #"OAuth oauth_consumer_key="k77", oauth_token="hunter2hunter2""#),
        ("Authorization", "AWS4-HMAC-SHA256 Credential=AKIA/2013, SignedHeaders=host, Signature=hunter2hunter2"),
        ("Authorization", "Bearer   hunter2hunter2"), ("proxy-authorization", "Bearer hunter2hunter2"),
        ("cookie", #"theme="dark"; sid="hunter2hunter2""#), ("Cookie", "a=b; sid=hunter2hunter2"),
    ])
    func echoOfACredentialIsRemoved(name: String, value: String) throws {
        let text = try scrubbed(
            #"{"detail":"The value hunter2hunter2 of ada is wrong."}"#,
            HTTPHeaders([.init(name: name, value: value)])
        )

        #expect(text == #"{"detail":"The value <redacted> of ada is wrong."}"#)
    }

    // MARK: - Bodies

    @Test(arguments: [
        #"Content-Disposition: form-data; name="password""#, "Content-Disposition: form-data; name=password",
        #"content-disposition: form-data;name="password"; filename="a.txt""#,
        "Content-Type: text/plain\r\nContent-Disposition: form-data; filename=a; name=password",
    ])
    func echoOfAPartIsRemoved(head: String) throws {
        let body =
            "--x\r\n\(head)\r\n\r\nhunter2\r\n--x\r\nContent-Disposition: form-data; name=a\r\n\r\nshown\r\n--x--\r\n"

        let text = try scrubbed(
            "You sent hunter2 and shown.",
            [:],
            .data(Data(body.utf8), contentType: "multipart/form-data; boundary=x")
        )

        #expect(text == "You sent <redacted> and shown.")
    }

    @Test func nestedJSONAndArraysAreSearchedInLogsOfBodies() throws {
        let body = #"""
            {"list":[[{"cvv2":"hunter2"}],["shown"]],"text":"{\"a\":[{\"passkey\":\"hunter2\"}]}","max_tokens":5}
            """#
        let form = "payload=%7B%22a%22:+%5B%7B%22pin%22:+%22hunter2%22%7D%5D%7D&x=shown"
        let texts = [body, form].map {
            rules.text(
                ofBody: Data($0.utf8),
                contentType: "application/x-www-form-urlencoded",
                limit: 4_000,
                isRequest: true
            ) ?? ""
        }

        for text in texts { #expect(!text.contains("hunter2") && text.contains("shown"), "\(text)") }
        #expect(texts[0].contains(#""max_tokens":5"#))
    }
}
