import Foundation
import Tern
import Testing

@testable import TernTesting

/// No secret is in a recording, and a recording without secrets is still replayed.
@Suite(.timeLimit(.minutes(1)))
struct CassetteSecretsTests {
    private let folder = CassetteFolder()

    /// DVR 39: the token of the login is also in a header field, a cookie and a sentence.
    @Test func tokenOfALoginBelongsToTheRequestsThatSendIt() async throws {
        let server = try RecordedServer.start()
        let name = try await folder.record(server) { api in
            let session = try await api.value(.logIn(password: "s3cr3t-pa55word"))
            return try await api.value(.profile(token: session.token)).name
        }
        #expect(name == "Ann, \(RecordedServer.token)")

        let text = try String(contentsOf: folder.url, encoding: .utf8)
        for secret in [RecordedServer.token, "s3cr3t-pa55word", "4711"] { #expect(!text.contains(secret)) }
        let api = try folder.replay(server).api
        let session = try await api.value(.logIn(password: "another"))
        #expect(session.token.utf8.count == RecordedServer.token.utf8.count)
        #expect("\(session.pin)".count == 4)
        #expect(session.expiresIn == 3600)
        #expect(try await api.value(.profile(token: session.token)).name == "Ann, \(session.token)")
    }

    @Test(arguments: [
        ("123456", "900001"), ("4711", "9001"), ("7", "91"), ("secret", "r1xxxx"),
        ("a-long-secret-value", "redacted-1-xxxxxxxx"),
        ("F47AC10B-58CC-4372-A567-0E02B2C3D479", "00000000-0000-4000-8000-000000000001"),
        ("8f14e45fceea167a", "0000000000000001"),
    ])
    func placeholderHasTheKindOfItsSecret(secret: String, placeholder: String) {
        #expect(Placeholder.text(for: secret, 1) == placeholder)
    }

    @Test func placeholderOfATokenKeepsItsTimes() throws {
        let payload = Data(#"{"exp":1700000000,"name":"Ann"}"#.utf8).base64EncodedString().replacing("=", with: "")
        let text = Placeholder.text(for: "eyJhbGciOiJIUzI1NiJ9.\(payload).c2lnbmF0dXJl", 3)
        let part = try #require(text.split(separator: ".").dropFirst().first)
        let padded = part + String(repeating: "=", count: (4 - part.count % 4) % 4)
        let claims = try #require(Data(base64Encoded: String(padded)))
        #expect(String(decoding: claims, as: UTF8.self) == #"{"exp":1700000000,"sub":"redacted-3"}"#)
    }

    /// Each form of a secret is found, alone and within other text.
    @Test func encodedSecretsAreReplaced() {
        let secret = "p/a+s\"s&wörd =%"
        var table = SecretTable()
        let placeholder = table.placeholder(for: secret)
        let forms = SecretForms(secret, placeholder: placeholder).forms
        #expect(forms.count >= 20)
        for form in forms {
            let text = Data("<".utf8) + form.secret + Data(">".utf8)
            let replaced = table.replaced(text)
            #expect(replaced != nil)
            #expect(replaced?.range(of: form.secret) == nil)
            #expect(table.firstSecret(in: text) == placeholder)
        }
        #expect(table.replaced(Data("Nothing secret.".utf8)) == nil)
    }

    @Test(arguments: 0..<3) func secretWithinBase64IsReplaced(shift: Int) throws {
        var table = SecretTable()
        let placeholder = table.placeholder(for: "s3cr3t-pa55word")
        let text = String(repeating: "u", count: shift) + ":s3cr3t-pa55word:end"
        let encoded = Data(text.utf8).base64EncodedString()

        let replaced = table.replaced(encoded)

        #expect(replaced.count == encoded.count)
        let decoded = String(decoding: try #require(Data(base64Encoded: replaced)), as: UTF8.self)
        #expect(decoded.contains(placeholder.dropFirst().dropLast(2)))
        #expect(decoded.hasSuffix(":end"))
    }

    /// A value of a field that isn't known may be a word of other texts.
    @Test func wordsOfOtherTextsStay() {
        var request = RecordedRequest(url: "https://a.example/b", headers: ["X-Country": "germany"])
        request.headers["Authorization"] = "Bearer germany-secret"
        let head = CassetteExchange.Head(status: 200, headers: ["Content-Type": "application/json"])
        let body = Data(#"{"country":"germany", "quoted": "germany-secret"}"#.utf8)
        let exchange = CassetteExchange(request: request, head: head, body: body)
        var redaction = CassetteRedaction(.default)
        let redacted = redaction.redacted([exchange])[0]

        #expect(redacted.request.headers["X-Country"] == "r1xxxxx")
        #expect(redacted.request.headers["Authorization"] == "Bearer redacted-2-xxx")
        #expect(String(decoding: redacted.body, as: UTF8.self) == #"{"country":"germany", "quoted": "redacted-2-xxx"}"#)
    }

    @Test(arguments: [
        (
            #"{"next":"https://a.example/b?page=2&token=s3cr3t-pa55word"}"#,
            #"{"next":"https://a.example/b?page=2&token=redacted-1-xxxx"}"#
        ),
        (#"{"raw":"{\"pin\":\"s3cr3t-pa55word\",\"a\":1}"}"#, #"{"raw":"{\"pin\":\"redacted-1-xxxx\",\"a\":1}"}"#),
        (#"{"note":"key AKIAIOSFODNN7EXAMPLE"}"#, #"{"note":"key redacted-1-xxxxxxxxx"}"#),
        ("key AKIAIOSFODNN7EXAMPLE", "key redacted-1-xxxxxxxxx"),
        (
            #"{"url":"https://a.example/b?page=2", "text": "a \/ b"}"#,
            #"{"url":"https://a.example/b?page=2", "text": "a \/ b"}"#
        ),
        (#"{"token":"\"a\/bcdé","quoted":"it is \"a\/bcdé."}"#, #"{"token":"r1xxxxxx","quoted":"it is r1xxxxxx."}"#),
        (#"{"token":"s3cr3t-pa55word","s3cr3t-pa55word":1}"#, #"{"token":"redacted-1-xxxx","redacted-1-xxxx":1}"#),
        (#"{"pin":7654321,"list":[7654321, "7654321"]}"#, #"{"pin":9000001,"list":[9000001, "9000001"]}"#),
    ])
    func secretsWithinTextsAreReplaced(body: String, redacted: String) {
        let head = CassetteExchange.Head(status: 200, headers: ["Content-Type": "application/json"])
        let request = RecordedRequest(url: "https://a.example/b")
        var redaction = CassetteRedaction(.default)
        let exchange = CassetteExchange(request: request, head: head, body: Data(body.utf8))
        #expect(String(decoding: redaction.redacted([exchange])[0].body, as: UTF8.self) == redacted)
    }

    @Test func recordingWithASecretIsNotWritten() async throws {
        let server = try RecordedServer.start()
        _ = try await folder.record(server) { try await $0.value(.user("octocat")) }
        let before = try Data(contentsOf: folder.url)

        // The name of a host isn't replaced, so a secret can be left there.
        let cassette = try Cassette(contentsOf: folder.url, mode: .record, at: SourcePosition())
        let api = Provider<RecordedAPI>().at(server.url).played(by: cassette)
        _ = try await api.value(.user("octocat"))
        cassette.state.withLock { state in
            state.exchanges[0].target = "s3cr3t-pa55word"
            state.exchanges[0].request.headers["Authorization"] = "Bearer s3cr3t-pa55word"
        }
        let error = #expect(throws: TestKitError.self) { try cassette.save() }
        #expect(error?.code == .secretInCassette)
        #expect(error?.message.contains("s3cr3t-pa55word") == false)
        #expect(try Data(contentsOf: folder.url) == before)
    }
}
