import Foundation
import Tern
import TernPlugins
import TestDoubles
import Testing

@testable import TernHTTP

@Suite(.timeLimit(.minutes(20)))
struct RedactionTests {
    /// A combining mark makes the last character of the secret another one.
    @Test(arguments: ["", "\u{301}", "\u{FE0F}", "\u{200D}"])
    func secretOfTheRequestIsRemovedBeforeACombiningMark(mark: String) throws {
        let url = try #require(URL(string: "https://api.example.com"))
        let request = Request(url: url, headers: ["Authorization": "Bearer hunter2"])
        let text = Redaction.default.scrub("it was hunter2\(mark) again", request: request)
        // By bytes, since strings are compared by characters.
        #expect(text.utf8.starts(with: "it was <redacted>".utf8))
    }

    @Test(
        arguments: [
            "access_token", "Token", "id-token", "api_key", "API.Key", "apikey", "client_secret", "password", "passwd",
            "user[password]", "sig", "signature", "X-Amz-Signature", "X-Amz-Credential", "code", "key", "jwt", "otp",
            "session_id", "sessionid", "oauth_verifier", "private_key", "pass", "user_pwd", "pin_code", "otpCode",
            "mfaCode", "cvv", "cookie", "Set-Cookie", "passcode",
            "X-App-Key", "DD-APPLICATION-KEY", "appKey", "X-JWT", "X-HMAC", "X-CSRF", "authUser", "user[pin]",
            "code_verifier", "device_code", "verificationCode", "security-code", "recovery_codes", "backupCode", "DPoP",
            "dpop_proof", "pw", "cardNumber", "card_number", "iban", "payeeIBAN", "creditCard",
        ]
    )
    func namesThatCarrySecretsAreKnownInAnySpelling(name: String) {
        #expect(Redaction.isNameOfSecret(name))
        #expect(
            Redaction.default.text(ofURL: "https://a/b?\(name)=hunter2&c=d") == "https://a/b?\(name)=<redacted>&c=d"
        )
    }

    @Test(arguments: [
        "q", "page", "keyboard", "monkey", "postcode", "encode", "pinned", "author", "design",
        "sort_key", "primaryKey", "Idempotency-Key", "spinner", "passage", "basic", "secretary",
        "verified", "sendPopup", "card", "discard", "urban",
    ])
    func otherNamesAreShown(name: String) {
        #expect(!Redaction.isNameOfSecret(name))
        #expect(Redaction.default.text(ofURL: "https://a/b?\(name)=1") == "https://a/b?\(name)=1")
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
            ("http:/hunter2@host", "http:/<redacted>@host"),
            ("http:hunter2@host", "<redacted>@host"),
            ("http:///ada:hunter2@host/a", "http:///<redacted>@host/a"),
            ("//ada:hunter2@host/a", "//<redacted>@host/a"),
            (#"https:\\ada:hunter2@host"#, #"https:\\<redacted>@host"#),
            ("https://ada:hun/ter2@host/a?b=c", "https://<redacted>@host/a?b=c"),
            ("https://ada:hun?ter2@host/a?b=c", "https://<redacted>@host/a?b=c"),
            ("https://ada:hunter2", "https://ada:<redacted>"),
            ("https://[::1]:80/a", "https://[::1]:80/a"),
            ("https://a:8443/@b", "https://a:8443/@b"),
            ("https://a/b/ada@example.com", "https://a/b/ada@example.com"),
            ("https://a/b/https://ada:hunter2@c/d", "https://a/b/https://<redacted>@c/d"),
            ("https://a/b/https://hunter2@c/d", "https://a/b/https://<redacted>@c/d"),
            ("https://a/b/ada:hunter2@c/d", "https://a/b/<redacted>@c/d"),
            ("https://a/b//hunter2@c/d", "https://a/b//<redacted>@c/d"),
            ("https://a/b;jsessionid=hunter2?x=1", "https://a/b;jsessionid=<redacted>?x=1"),
            ("https://a/token/hunter/x", "https://a/token/<redacted>/<redacted>"),
            ("https://a/auth/v1/users/42/orders/2024", "https://a/auth/v1/users/42/orders/2024"),
            ("https://a/password/reset/MQ/c2x8f3-9e8d7c6b5a41", "https://a/password/reset/<redacted>/<redacted>"),
            ("https://a/token/42/abc123def", "https://a/token/<redacted>/<redacted>"),
            ("https://a/token/hunt3r2/pin/1234", "https://a/token/<redacted>/pin/<redacted>"),
            ("https://a/reset-password/hunter", "https://a/reset-password/<redacted>"),
            ("https://a/users/7/invitations/hunter/accept", "https://a/users/7/invitations/<redacted>/accept"),
            ("https://a/keys/7", "https://a/keys/7"),
            ("https://a/files/ghp_hunter2", "https://a/files/<redacted>"),
            ("https://a/?q=eyJhbGciOiJIUzI1NiJ9.e30.c2ln&x=1", "https://a/?q=<redacted>&x=1"),
            ("https://a/oauth2/v1/token/refresh", "https://a/oauth2/v1/token/refresh"),
            ("https://a/b?x=1;token=hunter2", "https://a/b?x=1;token=<redacted>"),
            ("https://a/b?%2574oken=hunter2", "https://a/b?%2574oken=<redacted>"),
            ("https://a/?next=https%3A%2F%2Fb%2F%3Ftoken%3Dhunter2&x=1", "https://a/?next=<redacted>&x=1"),
            ("https://a/?name=password&value=shown", "https://a/?name=password&value=shown"),
            ("https://a/#/route?pin=1234", "https://a/#/route?pin=<redacted>"),
            ("", ""),
        ]
    )
    func textsOfURLsOmitTheirSecrets(url: String, expected: String) {
        #expect(Redaction.default.text(ofURL: url) == expected)
    }

    @Test func otherTextsOmitSecretsOfTheRequest() throws {
        var request = Request(url: try #require(URL(string: "https://u:p4ssw0rd@a/b?token=a%20b%2Fc&q=shown")))
        request.headers = [
            "Authorization": "Bearer abc.def", "Cookie": "sid=s3cr3t; theme=dark", "Accept": "text/plain",
        ]

        func scrubbed(_ text: String) -> String { Redaction.default.scrub(text, request: request) }

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

    @Test func otherTextsOmitSecretsOfTheRequestBody() throws {
        var form = Request(url: try #require(URL(string: "https://a/b")))
        form.method = "POST"
        form.headers["Content-Type"] = "application/x-www-form-urlencoded"
        form.body = .data(Data("user=ada&password=hunter+2%21".utf8))
        var json = form
        json.headers["Content-Type"] = "application/json; charset=utf-8"
        json.body = .data(Data(#"{"user":"ada","login":{"password":"hunter 2!"}}"#.utf8))

        for request in [form, json] {
            #expect(Redaction.default.scrub("login(ada, hunter 2!)", request: request) == "login(ada, <redacted>)")
        }
    }

    /// In a response, `code` is an error code. In a request, it can be an authorization code.
    @Test func codeInTheJSONOfARequestIsASecret() throws {
        var request = Request(url: try #require(URL(string: "https://a/b")), method: .post)
        let body = Data(#"{"code":"k9","list":[{"code":4711}],"currency":"EUR"}"#.utf8)
        request.body = .data(body, contentType: "application/json")

        let hidden = #"{"code":"<redacted>","currency":"EUR","list":[{"code":"<redacted>"}]}"#
        let rules = Redaction.default
        #expect(rules.text(ofWholeBody: body, contentType: nil) == hidden)
        #expect(rules.scrub("You sent 4711.", request: request) == "You sent <redacted>.")
        #expect(rules.excerpt(of: body) == #"{"code":"k9","currency":"<string>","list":[{"code":4711}]}"#)
    }

    @Test(
        arguments: [
            ("Location", "/cb?code=hunter2&state=1", "/cb?code=<redacted>&state=1"),
            ("Content-Location", "//ada:hunter2@a/b", "//<redacted>@a/b"),
            ("Referer", "https://a/b#access_token=hunter2", "https://a/b#access_token=<redacted>"),
            ("Link", "<https://a/b?page=2&token=hunter2>; rel=next", "<https://a/b?page=2&token=<redacted>>; rel=next"),
            ("Link", "</b?page=2&token=hunter2>; rel=next", "</b?page=2&token=<redacted>>; rel=next"),
            ("Refresh", "5; url=/cb?token=hunter2", "<redacted>"),
            ("X-Info", "shown", "<redacted>"),
            ("User-Agent", "Mozilla/5.0 (see https://ada:hunter2@a/b)", "Mozilla/5.0 (see https://<redacted>@a/b)"),
            ("X-RateLimit-Remaining", "12", "12"),
            ("Server", "sk_live_hunter2", "<redacted>"),
            ("Authentication-Info", "nextnonce=hunter2", "<redacted>"),
            ("X-App-Key", "hunter2", "<redacted>"),
            ("DPoP", "eyJ0.eyJq.c2ln", "<redacted>"),
            ("Date", "Wed, 21 Oct 2015 07:28:00 GMT", "Wed, 21 Oct 2015 07:28:00 GMT"),
            ("Cache-Control", "max-age=0, private", "max-age=0, private"),
            ("Content-Type", "text/html; charset=utf-8", "text/html; charset=utf-8"),
            ("ETag", #"W/"abc-1""#, #"W/"abc-1""#),
        ]
    )
    func textsOfFieldsOmitTheirSecrets(name: String, value: String, expected: String) {
        #expect("\(HTTPHeaders.Field(name: name, value: value))" == "\(name): \(expected)")
    }

    private enum Declared: String, CodingKey { case session, user, name }

    private struct Found: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }

        init(_ text: String) { stringValue = text }
        init?(stringValue: String) { self.init(stringValue) }
        init?(intValue: Int) { nil }
    }

    @Test func textsOfPathsOmitKeysThatMayBeSecrets() {
        let path: [any CodingKey] = [Declared.user, Found("octocat"), Declared.name]
        #expect(Redaction.default.text(ofPath: path) == "user.octocat.name")
        #expect(
            Redaction.default.text(ofPath: [Found("a1b2c3"), Declared.name] as [any CodingKey]) == "<redacted>.name"
        )
        #expect(
            Redaction.default.text(ofPath: [Found("token=hunter"), Declared.name] as [any CodingKey])
                == "<redacted>.name"
        )
        #expect(
            Redaction.default.text(ofPath: [Found("a.b"), Found("c \"d\"")] as [any CodingKey])
                == #"["a.b"]["c \"d\""]"#
        )
        let below: [any CodingKey] = [Declared.session, Found("hunter"), Declared.user]
        #expect(Redaction.default.text(ofPath: below) == "session.<redacted>.user")
        #expect(Redaction.default.text(ofKey: Found("hunter"), below: [Found("tokens")]) == "<redacted>")
        #expect(Redaction.default.text(ofKey: Declared.name, below: [Found("tokens")]) == "name")
    }

    @Test func otherTextsOmitDecodedBasicCredentials() throws {
        var request = Request(url: try #require(URL(string: "https://a/b")))
        request.headers["Authorization"] = "Basic " + Data("ada:hunter2".utf8).base64EncodedString()

        #expect(Redaction.default.scrub("No user with hunter2.", request: request) == "No user with <redacted>.")
    }

    @Test func reasonsOmitOnlyTheSecretsOfURLs() {
        let error = TernError(.transportFailed, reason: "No token: https://ada:hunter2@a/b?sig=hunter2&x=1, sorry.")

        #expect(error.description.contains("No token: https://<redacted>@a/b?sig=<redacted>&x=1, sorry."))
    }

    @Test(arguments: [
        "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl", "AKIAIOSFODNN7EXAMPLE",
        "ghp_16C7e42F292c6912E7710c838347Ae178",
        "sk_live_hunter2", "github_pat_11ABCDEFG_hunter2", "glpat-hunter2hunter2hunter2",
        "-----BEGIN PRIVATE KEY-----\nMIIEvQ==\nhunter2\n-----END PRIVATE KEY-----",
        "-----BEGIN RSA PRIVATE KEY-----\nhunter2",
    ])
    func valuesThatNameThemselvesAreHiddenEverywhere(value: String) throws {
        let rules = Redaction.default
        let escaped = value.replacingOccurrences(of: "\n", with: "\\n")
        let body = Data(#"{"detail":"It was \#(escaped).","\#(escaped)":"note"}"#.utf8)
        let encoded = try #require(value.addingPercentEncoding(withAllowedCharacters: .alphanumerics))
        let texts = [
            rules.text(ofSentence: "Sorry, (\(value)) is wrong."), rules.text(ofURL: "https://a/b?c=\(encoded)"),
            rules.text(ofURL: "https://a/files/\(encoded)/x"), rules.text(ofField: "Server", value: value),
            rules.excerpt(of: body),
            rules.text(ofBody: body, contentType: nil, limit: 4_000, isRequest: false) ?? "",
            TernError(.transportFailed, reason: "Not \(value)!").description,
        ]
        for text in texts {
            #expect(text.contains(Redaction.mark), "\(text)")
            #expect(!text.contains(value.prefix(8)) && !text.contains("hunter2"), "\(text)")
        }
        #expect(rules.text(ofSentence: "A task in asia, ghp, eyJafjallajökull, SG and AKIA.").contains("eyJafjalla"))
    }
}
