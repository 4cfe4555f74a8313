import Foundation
import Testing

@testable import Tern

@Suite(.timeLimit(.minutes(5)))
struct RedactionTests {
    @Test(
        arguments: [
            "access_token", "Token", "id-token", "api_key", "API.Key", "apikey", "client_secret", "password", "passwd",
            "user[password]", "sig", "signature", "X-Amz-Signature", "X-Amz-Credential", "code", "key", "jwt", "otp",
            "session_id", "sessionid", "oauth_verifier", "private_key", "pass", "user_pwd", "pin_code", "otpCode",
            "mfaCode", "cvv", "cookie", "Set-Cookie", "passcode",
        ]
    )
    func namesThatCarrySecretsAreKnownInAnySpelling(name: String) {
        #expect(Redaction.isSensitive(key: name))
        #expect(Redaction.text(of: "https://a/b?\(name)=hunter2&c=d") == "https://a/b?\(name)=<redacted>&c=d")
    }

    @Test(arguments: ["q", "page", "keyboard", "monkey", "postcode", "encode", "pinned", "author", "design"])
    func otherNamesAreShown(name: String) {
        #expect(!Redaction.isSensitive(key: name))
        #expect(Redaction.text(of: "https://a/b?\(name)=1") == "https://a/b?\(name)=1")
    }

    @Test(
        arguments: [
            ("https://user:hunter2@a/b", "https://<redacted>@a/b"),
            ("https://hunter2@a", "https://<redacted>@a"),
            ("https://u:p@hunter2@a/b", "https://<redacted>@a/b"),
            ("https://u:hunter2@a?token=hunter2", "https://<redacted>@a?token=<redacted>"),
            ("user:hunter2@api.example.com/a", "<redacted>@api.example.com/a"),
            ("https://a/b@c?d=e@f", "https://a/b@c?d=e@f"),
            ("https://a/b?%74oken=hunter2", "https://a/b?%74oken=<redacted>"),
            ("https://a/b?token=hunter2=hunter2&x", "https://a/b?token=<redacted>&x"),
            ("https://a/b?token", "https://a/b?token"),
            ("https://a/b?", "https://a/b?"),
            ("https://a/b?x&&token=", "https://a/b?x&&token=<redacted>"),
            ("app://cb#access_token=hunter2&state=1", "app://cb#access_token=<redacted>&state=1"),
            ("https://a/b?c=d#token=hunter2", "https://a/b?c=d#token=<redacted>"),
            ("https://a/b#section-2", "https://a/b#section-2"),
            ("app:cb?code=hunter2", "app:cb?code=<redacted>"),
            ("/callback?token=hunter2", "/callback?token=<redacted>"),
            ("", ""),
        ]
    )
    func urlsAreWrittenWithoutTheirSecrets(url: String, expected: String) {
        #expect(Redaction.text(of: url) == expected)
    }

    @Test func secretsOfTheRequestAreTakenOutOfOtherTexts() throws {
        var request = URLRequest(url: try #require(URL(string: "https://u:p4ssw0rd@a/b?token=a%20b%2Fc&q=shown")))
        request.allHTTPHeaderFields = [
            "Authorization": "Bearer abc.def", "Cookie": "sid=s3cr3t; theme=dark", "Accept": "text/plain",
        ]

        func scrubbed(_ text: String) -> String { Redaction.scrub(text, request: request) }

        let url = scrubbed("at https://u:p4ssw0rd@a/b?token=a%20b%2Fc&q=shown")
        #expect(url == "at https://<redacted>@a/b?token=<redacted>&q=shown")
        #expect(scrubbed("decoded a b/c") == "decoded <redacted>")
        #expect(scrubbed("Bearer abc.def") == "<redacted>")
        #expect(scrubbed("only abc.def") == "only <redacted>")
        #expect(!scrubbed("cookie sid=s3cr3t").contains("s3cr3t"))
        #expect(!scrubbed("value s3cr3t").contains("s3cr3t"))
        #expect(scrubbed("only p4ssw0rd") == "only <redacted>")
        #expect(scrubbed("text/plain shown") == "text/plain shown")
    }

    @Test func secretsOfTheRequestsBodyAreTakenOutOfOtherTexts() throws {
        var form = URLRequest(url: try #require(URL(string: "https://a/b")))
        form.httpMethod = "POST"
        form.setValue("application/x-www-form-urlencoded", forHTTPHeaderField: "Content-Type")
        form.httpBody = Data("user=ada&password=hunter+2%21".utf8)
        var json = form
        json.setValue("application/json; charset=utf-8", forHTTPHeaderField: "Content-Type")
        json.httpBody = Data(#"{"user":"ada","login":{"password":"hunter 2!"}}"#.utf8)

        for request in [form, json] {
            #expect(Redaction.scrub("login(ada, hunter 2!)", request: request) == "login(ada, <redacted>)")
        }
    }
}
