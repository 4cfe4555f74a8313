import Foundation
import Tern
import Testing

@testable import TernTesting

/// No secret is in a recording, and a recording without secrets is still replayed.
@Suite(.timeLimit(.minutes(20)))
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

    /// Equal lengths keep all else where it is, also in Base64.
    @Test func placeholderOfALongTokenIsAsLong() {
        let token = "eyJhbGciOiJIUzI1NiJ9.e30.\(String(repeating: "c", count: 300))"
        #expect(Placeholder.text(for: token, 1).utf8.count == token.utf8.count)
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
        (#"{"pin":-12.5,"token":0.12345678901234567}"#, #"{"pin":91,"token":92}"#),
        (
            #"{"token":"new-token-abc","a":"\new-token-abc\u00e9"}"#,
            #"{"token":"redacted-1-xx","a":"redacted-1-xx\u00e9"}"#
        ),
    ])
    func secretsWithinTextsAreReplaced(body: String, redacted: String) {
        let head = CassetteExchange.Head(status: 200, headers: ["Content-Type": "application/json"])
        let request = RecordedRequest(url: "https://a.example/b")
        var redaction = CassetteRedaction(.default)
        let exchange = CassetteExchange(request: request, head: head, body: Data(body.utf8))
        #expect(String(decoding: redaction.redacted([exchange])[0].body, as: UTF8.self) == redacted)
    }

    /// Bodies that aren't valid JSON, forms or multipart forms.
    @Test(arguments: [
        (#"{"a":1,"a":2,"password":"SECRET"}"#, "application/json"),
        (#"{"a":1,"password":"SECRET","b":[1"#, "application/json"),
        (#"{"a":1,"password":"SECRET"#, "application/json"),
        ("{\"token\":\"SECRET\"}\n{\"token\":\"SECRET\"}\n", "application/x-ndjson"),
        ("event: a\ndata: {\"token\":\"SECRET\"}\n\n", "text/event-stream"),
        (#"callback({"token":"SECRET"});"#, "text/javascript"),
        (")]}',\n{\"token\":\"SECRET\"}", "application/json"),
        ("\u{feff}{\"token\":\"SECRET\"}", "application/json"),
        (
            String(repeating: "[", count: 200) + #"{"token":"SECRET"}"# + String(repeating: "]", count: 200),
            "text/plain"
        ),
        (#"{'credentials': {'a': ['SECRET'], "b": "SECRET"}, 'c': 1}"#, "text/plain"),
        (#"{"password"=>"SECRET", :a=>1}"#, "text/plain"),
        (#"received "{\"password\":\"SECRET\"}"."#, "text/plain"),
        ("user=ann&password=SECRET&page=2", "text/plain"),
        ("A=1\nPASSWORD=SECRET\n", "text/plain"),
        ("a: 1\nnested:\n  - password: SECRET\n    b: 2\n", "application/yaml"),
        ("tokens:\n  - SECRET\n  - 'SECRET' # mine\nother:\n  - a\n", "application/yaml"),
        ("a:\n  tokens:\n  - SECRET\n  -   - SECRET\n\n  -\n    SECRET\n  other: b\n", "text/plain"),
        ("credentials:\n  user: SECRET\n  more:\n    - b: \"SECRET\"\nother: c\n", "application/yaml"),
        ("tokens: [SECRET, \"SECRET\", {a: SECRET}]\npassword: SECRET # mine\nb: [c]\n", "application/yaml"),
        ("private_key: |-\n  SECRET\n  SECRET\nb: c\n", "application/yaml"),
        ("tokens: [\n  SECRET, # mine\n  \"SECRET\"\n]\nb: [c]\n", "application/yaml"),
        ("tokens: {\n  a: SECRET,\n  b: [SECRET,\n    SECRET]\n}\nc: d\n", "application/yaml"),
        ("tokens: &list\n  - SECRET\ntoken: &t SECRET\na: &b c\n", "application/yaml"),
        ("- token: !!str SECRET\n- tokens: [&a SECRET, !b SECRET]\n- pin: !!str \"SECRET\"\n", "application/yaml"),
        (
            "- {name: a, token: SECRET}\n- a: {token: SECRET, b: c}\n- [{tokens: [SECRET, SECRET], b: c}]\n",
            "text/plain"
        ),
        ("tokens:\n- [SECRET, SECRET]\n- a: {b: SECRET,\n    c: SECRET}\n- &d {e: SECRET}\n", "application/yaml"),
        ("tokens:\n  pin:\n    - SECRET\n  private_key: |\n    SECRET\n  e: f g\n", "application/yaml"),
        ("credentials:\n  - a: |\n      SECRET\n  - >\n    SECRET\nb: |\n  c d\n", "application/yaml"),
        (#"{"trace":"File \"<stdin>\", line 1, in login(password=SECRET)"}"#, "application/json"),
        (#"{"trace":"login(user=bob, password=SECRET) { a }"}"#, "application/json"),
        (#"{"trace":"A{user=bob, password=SECRET} B{pin=SECRET} [token=SECRET]"}"#, "application/json"),
        ("A{token=SECRET} B[pin=SECRET, token=SECRET]\n", "text/plain"),
        ("at A.logIn(A.swift:12)\n  login(password=SECRET)\n  f(user=ann, token=SECRET, page=2)\n", "text/plain"),
        (#"{"stack":"at login(password=SECRET) in A, user=ann","log":"token=SECRET page=2"}"#, "application/json"),
        ("GET / HTTP/1.1\r\nAuthorization: Bearer SECRET\r\nCookie: a=SECRET; b=SECRET\r\n", "message/http"),
        ("see https://SECRET:SECRET@a.example/reset-password/SECRET?token=SECRET&page=2 now", "text/plain"),
        ("<login><user>ann</user><password>SECRET</password></login>", "application/xml"),
        (#"<wsse:Password Type="text">SECRET</wsse:Password>"#, "text/xml"),
        ("<credentials><a>SECRET</a><b> <![CDATA[SECRET]]></b></credentials><c>d</c>", "text/xml"),
        (#"<login user="ann" password="SECRET"/>"#, "text/xml"),
        ("<dict><key>password</key>\n<string>SECRET</string><key>a</key><string>b</string></dict>", "text/xml"),
        (#"<form><input type="hidden" name="csrf_token" value="SECRET"></form>"#, "text/html"),
        ("<form><input value='SECRET' name='csrf_token'><input value=SECRET name=csrf></form>", "text/html"),
        (#"<meta name="csrf-token" content="SECRET"><meta name="a" content="b">"#, "text/html"),
        ("<script>window.csrfToken = \"SECRET\"; login({token: 'SECRET'})</script>", "text/html"),
        (#"<div data-page="{&quot;csrfToken&quot;:&quot;SECRET&quot;}">"#, "text/html"),
        (#"<a href="/b?page=1&amp;token=SECRET&amp;sort=a">"#, "text/html"),
        (#"{"query":"mutation { logIn(user: \"a\", password: \"SECRET\") { id } }"}"#, "application/json"),
        (#"[{"name":"password","value":"SECRET"},{"value":"SECRET","name":"a token"}]"#, "application/json"),
        (#"{"headers":{"Authorization":"Bearer SECRET"}}"#, "application/json"),
        (#"{"xml":"<password>SECRET</password>","log":"?token=SECRET"}"#, "application/json"),
        (
            "--b\r\nContent-Type: application/json\r\n\r\n{\"token\":\"SECRET\"}\r\n--b--\r\n",
            "multipart/mixed; boundary=b"
        ),
        (
            "--b\r\nContent-Disposition: form-data; name=\"pin\"\r\n\r\nSECRET\r\n--b--\r\n",
            "multipart/form-data; boundary=b"
        ),
    ])
    func secretInATextOfAnyKindIsReplaced(body: String, type: String) {
        let secret = "p\u{e4}ss-w0rd-1234"
        let body = body.replacing("SECRET", with: secret)
        for encoding in [String.Encoding.utf8, .utf16LittleEndian, .utf16, .isoLatin1] {
            guard let bytes = body.data(using: encoding) else { continue }
            if encoding != .utf8, type.hasPrefix("multipart/") { continue }

            let redacted = body.replacing(secret, with: "redacted-1-xxxx").data(using: encoding)

            #expect(Self.redacted(bytes, type) == redacted)
        }
    }

    /// Texts about secrets, and programs that handle them.
    @Test(arguments: [
        ("Reset your password: click on the link, then use the token that we sent. Code = 4 words.", "text/plain"),
        ("Password: must have 8 characters\nTokens: 12\nkey: \n", "text/plain"),
        ("10:20:30 GET /a?page=2&sort=key 200 key", "text/plain"),
        ("id,name,token\n1,a b,x\n", "text/csv"),
        ("Use `token` = your key. See [docs](https://a.example/docs?lang=en#auth:basic).", "text/markdown"),
        ("Tokens:\n  1200\nSessions:\n- Some of them start at noon\nc:\n- d\n", "text/plain"),
        ("passwords:\nb: c\nsession: |\nd: e\ntoken:", "application/yaml"),
        (#"{"code":"if (token=next) { f(key=a) }","b":"<b token=c>"}"#, "application/json"),
        (
            #"{"code":"if (key==value1) { key=a.b }; while(token=f(1)) { token=next(); key=e }","b":"<b password>"}"#,
            "application/json"
        ),
        ("Give it (user, token: String) and {id, token: \"\"}, x, key: some words.\n", "text/plain"),
        ("f({a:1,token:b}); query($id: Int, $token: String!) { a }\n", "text/plain"),
        ("paths:\n  /token:\n    get:\n      summary: Get a token\n", "application/yaml"),
        (
            "<h1 id=\"session-heading\">Your sessions</h1><label for=\"password\">Password:</label><input type=\"password\" "
                + "name=\"password\"><button name=\"reset_password\">Forgot password?</button><b class=token>a</b>",
            "text/html"
        ),
        ("<script>var a=e.token,b=n.key;if(a==b){t.password=c.password;var key=a;x=f(\"a:b\")}</script>", "text/html"),
        ("function f(e){return{user:e.user,password:e.password,token:n(12),key:13,code:a?b:c}}", "text/javascript"),
        ("a:hover{color:red} .token{width:12px} input[name=\"token\"]{x:y}", "text/css"),
        ("<list xmlns=\"http://a.example/ns\"><item id=\"1\">a &amp; b: c = d</item></list>", "application/xml"),
        ("<dict><key>name</key><string>Ann</string><key>tokens</key><true/></dict>", "application/x-plist"),
        (
            #"{"a": "Reset password: see https://a.example/help?page=2#top", "b":"1 < 2 : 3", "max_tokens": 100}"#,
            "application/json"
        ),
        (
            #"{"q":"{ user(login: \"a\") { id, name } }","html":"<p class=\"token\">hi</p>","e":"\u00e9\/"}"#,
            "text/plain"
        ),
    ])
    func textWithoutASecretStaysByteForByte(body: String, type: String) {
        #expect(String(decoding: Self.redacted(Data(body.utf8), type), as: UTF8.self) == body)
    }

    /// Each element would otherwise be read up to the end of the text.
    @Test(arguments: ["<a ", "<a b", "<a b="]) func elementsWithoutAnEndAreReadOnce(element: String) {
        let body = Data(String(repeating: element, count: 4_000).utf8)
        #expect(Self.redacted(body, "text/html") == body)
    }

    /// A body that is cut off may end with its delimiter (RFC 2046, section 5.1.1).
    @Test(arguments: [true, false]) func truncatedMultipartBodyIsRecordedAsItIs(isResponse: Bool) throws {
        let part = "Content-Disposition: form-data; name=\"a\"\r\n\r\nx\r\n"
        let bodies = [
            "", "--b", "--b\r\n\(part)", "--b\r\n\(part)--b", "--b\r\n\(part)--b-", "--b--b",
            "--b\r\n\(part.dropLast(6))",
        ]
        for body in bodies.map({ Data($0.utf8) }) {
            let fields: HTTPHeaders = ["Content-Type": "multipart/form-data; boundary=b"]
            var exchange = CassetteExchange(request: RecordedRequest(method: .post, url: "https://a.example/b"))
            exchange.head = .init(status: 200, headers: isResponse ? fields : [:])
            if isResponse {
                exchange.body = body
            } else {
                exchange.request.headers = fields
                exchange.request.body = body
            }
            var redaction = CassetteRedaction(.default)
            let redacted = redaction.redacted([exchange])[0]
            #expect((isResponse ? redacted.body : redacted.request.body) == body)
        }
    }

    @Test func secretInACompressedRequestIsReplaced() throws {
        let text = #"{"password":"s3cr3t-pa55word","a":"\#(String(repeating: "a", count: 100))"}"#
        let body = try #require(try RequestBody.data(Data(text.utf8)).gzipped()?.data)
        var request = RecordedRequest(url: "https://a.example/b", headers: ["Content-Encoding": "gzip"], body: body)
        var redaction = CassetteRedaction(.default)

        let redacted = redaction.redacted([CassetteExchange(request: request)])[0].request

        #expect(redacted.text == text.replacing("s3cr3t-pa55word", with: "redacted-1-xxxx"))
        #expect(redacted.headers["Content-Encoding"] == "gzip")
        request.body = try #require(
            try RequestBody.data(Data(text.replacing("s3cr3t", with: "a").utf8)).gzipped()?.data
        )
        let hidden = [request, redacted].map { CassetteRedaction.hidingSecrets(of: $0, by: .default) }
        #expect(hidden[0].text == hidden[1].text)
    }

    @Test func partsOfCredentialsAreTheSameEverywhere() {
        var request = RecordedRequest(url: "https://annabel:s3cr3t-pa55word@a.example/b")
        request.headers["Authorization"] = "Basic " + Data("annabel:s3cr3t-pa55word".utf8).base64EncodedString()
        request.headers["Proxy-Authorization"] =
            #"Digest username="annabel", realm="r", response="s3cr3t-pa55word", qop=auth"#
        request.headers["Cookie"] = #"a="s3cr3t-pa55word"; b=x%2Fyz%2B1234"#
        let head = CassetteExchange.Head(
            status: 401,
            headers: [
                "Set-Cookie": "b=x/yz+1234; Path=/", "WWW-Authenticate": #"Bearer realm="r", error="invalid_token""#,
            ]
        )
        var redaction = CassetteRedaction(.default)
        let redacted = redaction.redacted([CassetteExchange(request: request, head: head)])[0]

        #expect(redacted.request.url == "https://r1xxxxx:redacted-2-xxxx@a.example/b")
        let basic = Data("r1xxxxx:redacted-2-xxxx".utf8).base64EncodedString()
        #expect(redacted.request.headers["Authorization"] == "Basic \(basic)")
        let digest = #"Digest username="r1xxxxx", realm="r", response="redacted-2-xxxx", qop=auth"#
        #expect(redacted.request.headers["Proxy-Authorization"] == digest)
        #expect(redacted.request.headers["Cookie"] == #"a="redacted-2-xxxx"; b=redacted-3-xx"#)
        #expect(redacted.head?.headers["Set-Cookie"] == "b=redacted-3-xx; Path=/")
        #expect(redacted.head?.headers["WWW-Authenticate"] == #"Bearer realm="r", error="invalid_token""#)
    }

    @Test func fieldsAndReasonsWithASecretAreRedacted() {
        var request = RecordedRequest(url: "https://a.example/b#access_token=s3cr3t-pa55word")
        request.headers["Prefer"] = #"{"token":"s3cr3t-pa55word"}"#
        request.headers["Origin"] = "https://ann:s3cr3t-pa55word@a.example"
        let head = CassetteExchange.Head(
            status: 200,
            headers: ["Link": "<https://a.example/b?token=s3cr3t-pa55word>; rel=next"]
        )
        var exchange = CassetteExchange(request: request, head: head)
        exchange.trailers = ["X-Auth-Token": "s3cr3t-pa55word"]
        exchange.failure = .init(code: .connectionLost, reason: "lost https://a.example/b?token=s3cr3t-pa55word")
        var redaction = CassetteRedaction(.default)
        let redacted = redaction.redacted([exchange])[0]

        #expect(redacted.request.headers["Prefer"] == #"{"token":"redacted-1-xxxx"}"#)
        #expect(redacted.head?.headers["Link"] == "<https://a.example/b?token=redacted-1-xxxx>; rel=next")
        #expect(redacted.failure?.reason == "lost https://a.example/b?token=redacted-1-xxxx")
        #expect(!"\(redacted)".contains("s3cr3t"))
    }

    /// Pages are counted in fields that Tern doesn't know, and the next request depends on them.
    @Test(arguments: [
        ("X-Total-Count", "42", true), ("X-Has-More", "true", true), ("X-Total-Count", "123456", false),
        ("X-Next-Cursor", "c-2", false), ("X-Access-Token", "4711", false),
    ])
    func shortNumberOfAResponseStays(name: String, value: String, stays: Bool) {
        let request = RecordedRequest(url: "https://a.example/b", headers: [name: value])
        let head = CassetteExchange.Head(status: 200, headers: [name: value])
        var redaction = CassetteRedaction(.default)
        let redacted = redaction.redacted([CassetteExchange(request: request, head: head)])[0]
        #expect((redacted.head?.headers[name] == value) == stays)
        #expect(redacted.request.headers[name] != value)
    }

    @Test func fieldsThatTheUserShowsStay() {
        let headers: HTTPHeaders = ["Cookie": "theme=dark; token=s3cr3t-pa55word", "X-Tenant": "acme-1"]
        let request = RecordedRequest(url: "https://a.example/b", headers: headers)
        var redaction = CassetteRedaction(.default.showing("Cookie", "X-Tenant"))
        let redacted = redaction.redacted([CassetteExchange(request: request)])[0]
        #expect(redacted.request.headers == headers)
    }

    /// A password that is also the name of a member.
    @Test func secretThatIsANameIsReplacedOnlyWhereItIsASecret() {
        let body = #"{"password":"password","token":{"token_type":"Bearer"},"x":"the bearer of a password"}"#
        let redacted = #"{"password":"r1xxxxxx","token":{"token_type":"r2xxxx"},"x":"the bearer of a password"}"#
        #expect(String(decoding: Self.redacted(Data(body.utf8), "application/json"), as: UTF8.self) == redacted)
    }

    @Test func placeholdersOfAnEarlierRecordingStay() {
        let exchange = { (text: String) in
            CassetteExchange(
                request: RecordedRequest(
                    url: "https://a.example/b",
                    headers: ["Authorization": "Bearer redacted-1-xxxx"]
                ),
                head: CassetteExchange.Head(status: 200, headers: ["Content-Type": "application/json"]),
                body: Data(text.utf8)
            )
        }
        let old = exchange(#"{"token":"redacted-1-xxxx","pin":9002,"secret":"redacted-4-xxxx"}"#)
        let new = exchange(#"{"token":"redacted-1-xxxx","secret":"s3cr3t-pa55word","a":"redacted-1-xxxx","pin":9002}"#)
        var redaction = CassetteRedaction(.default)
        let redacted = redaction.redacted([new], after: [old])[0]

        #expect(redacted.request.headers["Authorization"] == "Bearer redacted-1-xxxx")
        // The fourth text is already a placeholder.
        let body = #"{"token":"redacted-1-xxxx","secret":"redacted-5-xxxx","a":"redacted-1-xxxx","pin":9002}"#
        #expect(String(decoding: redacted.body, as: UTF8.self) == body)
        #expect(redaction.table.firstSecret(in: redacted.body) == nil)
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

    private static func redacted(_ body: Data, _ type: String) -> Data {
        let head = CassetteExchange.Head(status: 200, headers: ["Content-Type": type])
        let request = RecordedRequest(url: "https://a.example/b")
        var redaction = CassetteRedaction(.default)
        return redaction.redacted([CassetteExchange(request: request, head: head, body: body)])[0].body
    }
}
