import Foundation
import Tern
import Testing

@testable import TernTesting

/// A request is found in its own recording, wherever its secrets are, and with other secrets than the recorded ones.
@Suite(.timeLimit(.minutes(20)))
struct NestedSecretsTests {
    struct Sent: Sendable, CustomTestStringConvertible {
        let testDescription: String
        /// `SECRET` stands for the secret.
        var url = "https://a.example/b"
        var type = ""
        var body = ""
        var fields: HTTPHeaders = [:]

        func request(_ secret: String) -> RecordedRequest {
            let escaped = PercentEncoding.encode(secret, keeping: .unreserved)
            var headers = fields.reduce(into: HTTPHeaders()) {
                $0.add($1.value.replacing("SECRET", with: secret), for: $1.name)
            }
            if !type.isEmpty { headers["Content-Type"] = type }
            let isForm = type == Self.form
            return RecordedRequest(
                method: body.isEmpty ? .get : .post,
                url: url.replacing("SECRET", with: escaped),
                headers: headers,
                body: Data(body.replacing("SECRET", with: isForm ? escaped : secret).utf8)
            )
        }

        static let form = "application/x-www-form-urlencoded"
        static let json = "application/json"
        static let all: [Sent] = [
            .init(testDescription: "query", url: "https://a.example/b?token=SECRET&page=1"),
            .init(testDescription: "user", url: "https://ann:SECRET@a.example/b"),
            .init(testDescription: "segment", url: "https://a.example/reset-password/SECRET"),
            .init(
                testDescription: "URL in a query",
                url: "https://a.example/b?next=https%3A%2F%2Fb.example%2Fc%3Ftoken%3DSECRET%26page%3D1"
            ),
            .init(testDescription: "path in a query", url: "https://a.example/b?next=%2Fc%3Ftoken%3DSECRET"),
            .init(
                testDescription: "URL in a URL in a query",
                url:
                    "https://a.example/b?a=https%3A%2F%2Fb.example%3Fb%3Dhttps%253A%252F%252Fc.example%253Ftoken%253DSECRET"
            ),
            .init(
                testDescription: "JSON in a query",
                url: "https://a.example/b?query=q&variables=%7B%22token%22%3A%22SECRET%22%2C%22page%22%3A1%7D"
            ),
            .init(testDescription: "query in a segment", url: "https://a.example/b/c%3Ftoken%3DSECRET/d"),
            .init(testDescription: "JSON in a form", type: form, body: "payload=%7B%22token%22%3A%22SECRET%22%7D&a=1"),
            .init(
                testDescription: "URL in a form",
                type: form,
                body: "a=1&next=https%3A%2F%2Fb.example%2F%3Ftoken%3DSECRET"
            ),
            .init(
                testDescription: "list of fields",
                type: json,
                body: #"{"headers":[{"key":"Authorization","value":"Bearer SECRET"},{"key":"a","value":"b"}]}"#
            ),
            .init(testDescription: "pair", type: json, body: #"{"Name":"pin","Value":{"a":["SECRET"]}}"#),
            .init(
                testDescription: "URL in JSON",
                type: json,
                body: #"{"a":"see https://b.example/?token=SECRET","b":1}"#
            ),
            .init(
                testDescription: "JSON in JSON",
                type: json,
                body: #"{"a":{"b":{"c":{"d":"{\"token\":\"SECRET\"}"}}}}"#
            ),
            .init(testDescription: "setting", type: "text/plain", body: "user=ann password=SECRET"),
            .init(
                testDescription: "document",
                type: "application/yaml",
                body: "passwords:\n  - SECRET\n  - other: SECRET\n"
            ),
            .init(
                testDescription: "also without a name",
                url: "https://a.example/k/SECRET",
                type: json,
                body: #"{"note":"it is SECRET"}"#,
                fields: ["Authorization": "Bearer SECRET"]
            ),
        ]
    }

    @Test(arguments: Sent.all) func requestIsFoundInItsOwnRecording(sent: Sent) throws {
        for secret in ["sEcr3tVal9x7QkLm", "8f14e45fceea167a5a36dedd4bea2543", "0123456789"] {
            let request = sent.request(secret)
            var redaction = CassetteRedaction(.default)
            let redacted = redaction.redacted([
                CassetteExchange(request: request, head: .init(status: 200, headers: [:]))
            ])
            let text = "\(redacted[0].request.url) \(redacted[0].request.text)"
            #expect(!text.contains(secret), "\(text)")
            #expect(!text.contains("SECRET"))

            let file = try HARFile(
                HARFile.bytes(of: [try HAREntry.json(of: redacted[0], startedAt: Date())]),
                named: "x"
            )
            var index = CassetteIndex(file, .standard, .default)
            #expect(index.next(request, nil, except: []) == 0, "\(text)")
            #expect(index.next(sent.request("another-one-77"), nil, except: []) == 0, "\(text)")
            // What isn't secret still tells requests apart.
            var other = request
            other.url = request.url.replacing("page", with: "size").replacing("a.example", with: "b.example")
            #expect(index.next(other, nil, except: []) == nil)
        }
    }

    /// Its form tells that it is one.
    @Test(arguments: [
        "https://a.example/b?a=TOKEN", "https://a.example/b/TOKEN", "https://a.example/?q=it%20is%20TOKEN.",
    ])
    func tokenWithoutANameIsFoundInItsOwnRecording(url: String) throws {
        let request = RecordedRequest(
            method: .post,
            url: url.replacing("TOKEN", with: "AKIAIOSFODNN7EXAMPLE"),
            headers: ["Content-Type": "application/json"],
            body: Data(#"{"note":"key AKIAIOSFODNN7EXAMPLE"}"#.utf8)
        )
        var redaction = CassetteRedaction(.default)
        let redacted = redaction.redacted([CassetteExchange(request: request)])[0].request
        #expect(!"\(redacted.url) \(redacted.text)".contains("AKIA"))
        let keys = [request, redacted].map { CassetteKey($0, .standard, hiding: .default) }
        #expect(keys[0] == keys[1])
    }

    /// A short placeholder doesn't show that it is one, so it keeps the form that does.
    @Test(arguments: [
        "https://a.example/f?at=x:y@z&b=1", "https://a.example/f?at=x%3Ay%40z", "https://a.example/f?next=/a;pin%3Dx",
        "https://a.example/x:y@z",
    ])
    func shortSecretInATextWithoutASchemeIsFoundInItsOwnRecording(url: String) {
        let form = ["Content-Type": NestedSecretsTests.Sent.form] as HTTPHeaders
        let request = RecordedRequest(method: .post, url: url, headers: form, body: Data("at=x:y@z".utf8))
        var redaction = CassetteRedaction(.default)
        let redacted = redaction.redacted([CassetteExchange(request: request)])[0].request
        #expect(redacted.url != url)
        let keys = [request, redacted].map { CassetteKey($0, .standard, hiding: .default) }
        #expect(keys[0] == keys[1], "\(redacted.url) \(redacted.text)")
    }

    /// The secret of a test can be a word that its requests have elsewhere.
    @Test func secretThatIsAWordLeavesOtherTextsAsTheyAre() throws {
        let request = { (token: String) in
            RecordedRequest(url: "https://a.example/users/octocat", headers: ["Authorization": "Bearer \(token)"])
        }
        var redaction = CassetteRedaction(.default)
        let redacted = redaction.redacted([CassetteExchange(request: request("sEcr3tVal9x7QkLm"))])
        let file = try HARFile(HARFile.bytes(of: [try HAREntry.json(of: redacted[0], startedAt: Date())]), named: "x")
        var index = CassetteIndex(file, .standard, .default)
        #expect(index.nextHidingSecrets(request("octocat"), nil, except: []) == 0)
    }

    /// A secret within another text is a secret of its own, which is found in other texts as well.
    @Test func nestedSecretIsFoundElsewhere() {
        let request = RecordedRequest(url: "https://a.example/b?next=%2Fc%3Ftoken%3DsEcr3tVal9x7QkLm%26page%3D1")
        let head = CassetteExchange.Head(status: 200, headers: [:])
        let exchange = CassetteExchange(request: request, head: head, body: Data("echo sEcr3tVal9x7QkLm".utf8))
        var redaction = CassetteRedaction(.default)
        let redacted = redaction.redacted([exchange])[0]
        #expect(redacted.request.url == "https://a.example/b?next=%2Fc%3Ftoken%3Dredacted-1-xxxxx%26page%3D1")
        #expect(String(decoding: redacted.body, as: UTF8.self) == "echo redacted-1-xxxxx")
    }

    /// Each value would otherwise be read once for each value around it.
    @Test(arguments: ["?a=", "https://a.example/?a=", "{\"a\":\""]) func deeplyNestedTextsAreReadOnce(text: String) {
        let body = Data((String(repeating: text, count: 2_000) + "?token=sEcr3tVal9x7QkLm").utf8)
        var redaction = CassetteRedaction(.default)
        let request = RecordedRequest(method: .post, url: "https://a.example/b", body: body)
        let redacted = redaction.redacted([CassetteExchange(request: request)])[0].request
        #expect(!redacted.text.contains("sEcr3tVal9x7QkLm"))
    }
}
