import Foundation
import Tern
import Testing

@testable import TernTesting

/// Files of any origin: each is read, or named with the number of its entry.
@Suite(.timeLimit(.minutes(1)))
struct CassetteFileTests {
    private let folder = CassetteFolder()

    private func file(_ entries: String...) throws -> HARFile {
        try HARFile(
            Data("{\"log\":{\"version\":\"1.2\",\"entries\":[\(entries.joined(separator: ","))]}}".utf8),
            named: "x"
        )
    }

    private func entry(_ text: String, encoding: String = "") -> String {
        """
        {"request":{"method":"GET","url":"https://a.example/b","httpVersion":"h2"},"response":{"status":200,
        "content":{"size":1,"text":"\(text)"\(encoding)}}}
        """
    }

    @Test func entryNeedsAURLAndAStatus() throws {
        let file = try file(entry("one"), entry("dHdv", encoding: #","encoding":"base64""#))
        #expect(try [0, 1].map(file.responseBody) == [Data("one".utf8), Data("two".utf8)])
        #expect(file.entries.map(\.exchange.request.url) == ["https://a.example/b", "https://a.example/b"])
    }

    @Test(arguments: [
        (#"\n\r\t\b\f\"\\\/"#, "\n\r\t\u{8}\u{c}\"\\/"), (#"\u0041\u00e9"#, "Aé"), (#"\ud83d\ude00"#, "😀"),
        (#"\u0000"#, "\0"),
        (#"\ud83d"#, "\u{fffd}"), (#"\ude00x"#, "\u{fffd}x"), (#"\ud83d\u0041"#, "\u{fffd}A"), ("", ""), ("é", "é"),
    ])
    func textIsDecoded(_ text: String, _ content: String) throws {
        let file = try file(entry(text))
        #expect(try String(decoding: file.responseBody(0), as: UTF8.self) == content)
    }

    @Test(arguments: [
        ("", "expected a value in line 1, where the file ends."),
        ("{}", "there is no member \"log\" with \"entries\"."),
        (#"{"log":{"entries":[]}} x"#, "expected the end of the file in line 1."),
        ("[]", "there is no member \"log\" with \"entries\"."),
        (#"{"log":{"entries":{}}}"#, "there is no member \"log\" with \"entries\"."),
        (#"{"log":{"entries":[{"a":1,"a":2}]}}"#, "entry 1: expected no second \"a\" in line 1."),
        ("{\"log\":{\"entries\":[\n{\"request\":{\"url\":\"abc", "entry 1: expected the end of a string in line 2."),
        (#"{"log":{"entries":[}"#, "entry 1: expected a value in line 1."),
        (#"{"log":{"entries":[{"a":nul!}]}}"#, "entry 1: expected a comma in line 1."),
        (#"{"log":{"entries":[{"\x":1}]}}"#, "entry 1: expected an escape sequence in line 1."),
    ])
    func damagedFileIsNamedByItsEntry(_ text: String, _ reason: String) {
        let error = #expect(throws: TestKitError.self) { try HARFile(Data(text.utf8), named: "x") }
        #expect(error?.code == .unreadableCassette)
        #expect(error?.message == "x is no recording in the format HAR 1.2: \(reason)")
    }

    @Test(arguments: [
        ("-1", "3", "1"), ("9223372036854775807", "9223372036854775807", "1"), ("2", "1", "-5"), ("2", "1", "1e300"),
        ("1", "2", "0"),
    ])
    func numbersOfAFileMayBeAny(first: String, second: String, time: String) async throws {
        let text = """
            {"log":{"entries":[{"time":\(time),"timings":{"send":0,"wait":\(time),"receive":0},
            "request":{"method":"GET","url":"https://api.example.com/counter"},
            "response":{"status":200,"content":{"text":"123"}},
            "_pieces":[{"time":\(time),"bytes":\(first)},{"time":\(time),"bytes":\(second)}]}]}}
            """
        try Data(text.utf8).write(to: folder.url)
        let cassette = try Cassette(contentsOf: folder.url, mode: .replay, delays: .recorded, at: SourcePosition())
        let provider = Provider<RecordedAPI>(clock: ImmediateClock()).played(by: cassette)
        #expect(try await provider.value(.counter) == 123)
    }

    /// What browsers, proxies and test tools write, although the format has it otherwise.
    @Test(
        arguments: [
            (#""request":{"method":null,"url":"https://a.example/b"}"#, #""status":204"#, "GET 204"),
            (#""request":{"url":"https://a.example/b","cookies":{"name":"x"}}"#, #""status":204.0"#, "GET 204"),
            (#""timings":{},"time":null,"startedDateTime":null"#, #""status":204"#, "GET 204"),
            (#""timings":{"wait":"x"}"#, #""status":204"#, "GET 204"),
            (
                "", #""status":0,"_error":"net::ERR_FAILED""#,
                "GET failed: The recording has no response. net::ERR_FAILED"
            ),
            ("", #""status":200,"_failureText":"aborted""#, "GET failed: The recording has no response. aborted"),
            ("", #""status":-2"#, "GET failed: The recording has no response."),
            ("", #""status":null"#, "GET failed: The recording has no response."),
            (#""response":null"#, "", "GET failed: The recording has no response."),
            (
                "", #""status":200,"headers":[{"name":"A","value":["1","2"]},{"name":"B"},5,["C","3"]]"#,
                "GET 200 A: 1, A: 2"
            ),
            ("", #""status":200,"headers":[{"name":"Vary","value":"a\nb"}]"#, "GET 200 Vary: a, Vary: b"),
            ("", #""status":200,"headers":[{"name":":status","value":"200"},{"name":"a b","value":"1"}]"#, "GET 200"),
            ("", #""status":200,"content":{"size":-1,"mimeType":"text/css"}"#, "GET 200 Content-Type: text/css"),
        ]
    )
    func entryOfAnotherProgramIsRead(_ members: String, _ response: String, _ content: String) throws {
        let request = members.contains("\"request\"") ? "" : #","request":{"method":"GET","url":"https://a.example/b"}"#
        let response = response.isEmpty ? "" : #","response":{\#(response)}"#
        let exchange = try file("{" + (members.isEmpty ? #""comment":"""# : members) + request + response + "}")
            .entries[0].exchange

        let result =
            exchange.head.map { head in
                "\(head.status) " + head.headers.map { "\($0.name): \($0.value)" }.joined(separator: ", ")
            } ?? "failed: \(exchange.failure?.reason ?? "")"
        #expect("\(exchange.request.method) \(result)".trimmingCharacters(in: .whitespaces) == content)
        #expect(exchange.request.url == "https://a.example/b")
    }

    private func cassette(_ entries: String...) throws -> Cassette {
        try Data("{\"log\":{\"entries\":[\(entries.joined(separator: ","))]}}".utf8).write(to: folder.url)
        return try Cassette(contentsOf: folder.url, mode: .replay, at: SourcePosition())
    }

    private func counter(_ response: String, method: String = "GET") -> String {
        #"{"request":{"method":"\#(method)","url":"https://api.example.com/counter"},"response":{\#(response)}}"#
    }

    @Test func lengthOfACodedBodyIsNotThatOfTheRecordedOne() async throws {
        let response = #""status":200,"headers":[{"name":"Content-Length","value":"2"}],"content":{"text":"12345"}"#
        let api = Provider<RecordedAPI>().played(by: try cassette(counter(response)))
        #expect(try await api.value(.counter) == 12345)
    }

    @Test func bodyThatWasNotExportedIsNamed() async throws {
        let cassette = try cassette(counter(#""status":200,"content":{"size":5,"text":""}"#))
        #expect(cassette.sample(of: RecordedAPI.counter) == nil)
        let error = await Provider<RecordedAPI>().played(by: cassette).failure(.counter)
        #expect(error?.code == .missingSample)
        #expect(
            error?.reason == """
                test.har, entry 1, has no body, but its length: 5 bytes. Export the file with the bodies of responses.
                """
        )
    }

    @Test func failureOfAnotherProgramIsReplayed() async throws {
        let api = Provider<RecordedAPI>().played(by: try cassette(counter(#""status":0,"_error":"net::ERR_FAILED""#)))
        let error = await api.failure(.counter)
        #expect(error?.code == .transportFailed)
        #expect(error?.reason.contains("net::ERR_FAILED") == true)
    }

    /// A browser first cancels a request, or has a stored response.
    @Test func sampleIsTheFirstResponseWithABody() async throws {
        let cassette = try cassette(
            counter(#""status":0"#),
            counter(#""status":304,"content":{"size":0}"#),
            counter(#""status":200,"content":{"size":1}"#),
            counter(#""status":200,"content":{"text":"7"}"#)
        )
        let sample = try #require(cassette.sample(of: RecordedAPI.counter))
        #expect(try await Provider<RecordedAPI>.stub { _ in sample }.value(.counter) == 7)
    }

    @Test(arguments: [
        ("text/html", Data("é".utf8), "é"), ("text/html", Data([0xe9]), nil),
        ("text/html; charset=ISO-8859-1", Data([0xe9]), "é"),
        ("text/html; charset=ISO-8859-1", Data("é".utf8), "Ã©"),
        ("text/html; charset=\"windows-1251\"", Data([0xff]), "я"), ("text/html; charset=x", Data("é".utf8), "é"),
        ("text/html", Data([0xef, 0xbb, 0xbf, 0x41]), nil), ("text/html; charset=utf-16", Data([0x41, 0]), nil),
        ("text/html", Data("\r\n\u{2028}\u{0}".utf8), "\r\n\u{2028}\u{0}"),
    ])
    func bodyIsTextInItsCharset(type: String, body: Data, text: String?) throws {
        var exchange = CassetteExchange(request: RecordedRequest(method: .post, url: "https://a.example/b", body: body))
        exchange.request.headers = ["Content-Type": type]
        exchange.head = CassetteExchange.Head(status: 200, headers: ["Content-Type": type])
        exchange.body = body
        let json = try HAREntry.json(of: exchange, startedAt: Date())

        let read = try HARFile(HARFile.bytes(of: [json]), named: "x").exchange(0)
        #expect(read.body == body)
        #expect(read.request.body == body)
        let object = try #require(try JSONSerialization.jsonObject(with: json) as? [String: Any])
        let content = (object["response"] as? [String: Any])?["content"] as? [String: Any]
        #expect(content?["text"] as? String == text ?? body.base64EncodedString())
    }

    @Test func formThatIsOnlyWrittenAsParametersIsMatched() throws {
        let data = #""postData":{"text":"","params":[{"name":"a","value":"1 2"},{"name":"b&","value":"é"}]}"#
        let entry = #"{"request":{"method":"POST","url":"https://a.example/b",\#(data)},"response":{"status":204}}"#
        let type = "application/x-www-form-urlencoded"
        let request = { (body: String) in
            RecordedRequest(
                method: .post,
                url: "https://a.example/b",
                headers: ["Content-Type": type],
                body: Data(body.utf8)
            )
        }
        #expect(throws: TestKitError.self) { try cassette(entry).response(to: request("a=1+2&b%26=e")) }
        _ = try cassette(entry).response(to: request("b%26=%C3%A9&a=1%202"))
    }

    /// Each prefix of a file, as after a write that was cut off.
    @Test func truncatedFileIsNeverRead() throws {
        let whole = Data("{\"log\":{\"entries\":[\(entry("o\\\"ne")),\(entry("two"))]}}".utf8)
        for count in 0..<whole.count {
            #expect(throws: TestKitError.self) { try HARFile(whole.prefix(count), named: "x") }
        }
        #expect(try HARFile(whole, named: "x").entries.count == 2)
    }

    @Test(arguments: [
        ("Date", "Sun, 06 Nov 1994 08:49:37 GMT", "Sun, 06 Nov 1994 08:50:37 GMT"), ("Age", "5", "5"),
        ("Retry-After", "120", "120"), ("Expires", "0", "0"),
        (
            "Set-Cookie", "a=1; expires=Sun, 06 Nov 1994 08:49:37 GMT; Path=/",
            "a=1; expires=Sun, 06 Nov 1994 08:50:37 GMT; Path=/"
        ),
    ])
    func datesAreShifted(_ name: String, _ value: String, _ shifted: String) {
        let fields = HTTPHeaders([name: value]).shifted(by: 60)
        #expect(fields[name] == shifted)
    }

    @Test(arguments: ["2026-01-02T03:04:05.678Z", "2026-01-02T04:04:05.678+01:00", "2026-01-02T03:04:05Z"])
    func timeOfAnEntryIsRead(_ text: String) throws {
        let file = try file(entry("one"), #"{"startedDateTime":"\#(text)","# + entry("one").dropFirst())
        #expect(file.entries[0].date == nil)
        #expect(file.entries[1].date.map { Int($0.timeIntervalSince1970) } == 1_767_323_045)
    }

    @Test func missingFileSaysHowToRecordIt() {
        let url = folder.url
        let error = #expect(throws: TestKitError.self) {
            try Cassette(contentsOf: url, mode: .replay, at: SourcePosition())
        }
        #expect(error?.code == .cassetteNotFound)
        #expect(error?.message.hasSuffix("Record it once with TERN_CASSETTES=record in the environment.") == true)
    }

    @Test func twoCassettesDoNotRecordIntoOneFile() throws {
        let first = try Cassette(contentsOf: folder.url, mode: .record, at: SourcePosition())
        let error = #expect(throws: TestKitError.self) {
            try Cassette(contentsOf: folder.url, mode: .record, at: SourcePosition())
        }
        #expect(error?.code == .unwritableCassette)
        withExtendedLifetime(first) {}
    }

    /// An editor may write a file in place during a test.
    @Test func fileMayBeShortenedWhileItIsReplayed() throws {
        let text = String(repeating: "a", count: 1 << 20)
        let cassette = try cassette(entry(text))
        let handle = try FileHandle(forWritingTo: folder.url)
        try handle.truncate(atOffset: 10)
        let response = try cassette.response(to: RecordedRequest(url: "https://a.example/b"))
        #expect("\(response)" == "status 200, 1048576 bytes")
    }

    @Test func onlyARegularFileIsRead() throws {
        let directory = folder.url.deletingLastPathComponent()
        let error = #expect(throws: TestKitError.self) { try HARFile(contentsOf: directory) }
        #expect(error?.message.hasSuffix("can't be read (Is a directory).") == true)
        let second = #expect(throws: TestKitError.self) { try HARFile(contentsOf: URL(fileURLWithPath: "/dev/null")) }
        #expect(second?.message.hasSuffix("is a FIFO, a socket or a device.") == true)
    }

    @Test func linkStaysAndItsFileIsReplaced() async throws {
        let file = folder.url.deletingLastPathComponent().appendingPathComponent("shared.har")
        try Data("old".utf8).write(to: file)
        try FileManager.default.createSymbolicLink(at: folder.url, withDestinationURL: file)
        let server = try RecordedServer.start()
        _ = try await folder.record(server) { try await $0.value(.counter) }
        #expect(try HARFile(contentsOf: file).entries.count == 1)
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: folder.url.path) == file.path)
    }

    @Test func entryThatCannotBeReadIsReplaced() async throws {
        let server = try RecordedServer.start()
        let url = server.url.appendingPathComponent("counter").absoluteString
        let old =
            #"{"request":{"method":"GET","url":"\#(url)"},"response":{"status":200,"content":{"text":"*","encoding":"base64"}}}"#
        try Data("{\"log\":{\"entries\":[\(old)]}}".utf8).write(to: folder.url)
        _ = try await folder.record(server) { try await $0.value(.counter) }
        #expect(try HARFile(contentsOf: folder.url).responseBody(0) == Data("1".utf8))
    }

    @Test func nearestEntryHasAURL() throws {
        let cassette = try cassette("{}", entry("one"))
        let error = #expect(throws: TestKitError.self) {
            try cassette.response(to: RecordedRequest(method: .post, url: "https://a.example/c"))
        }
        #expect(error?.message.contains("The nearest is entry 2:") == true)
    }

    @Test func folderThatCannotBeWrittenIsAnError() throws {
        let file = folder.url.deletingLastPathComponent().appendingPathComponent("file")
        try Data().write(to: file)
        let url = file.appendingPathComponent("test.har")
        let cassette = try Cassette(contentsOf: url, mode: .record, at: SourcePosition())
        let error = #expect(throws: TestKitError.self) { try cassette.save() }
        #expect(error?.code == .unwritableCassette)
    }

    @Test(
        arguments: [
            (nil, [:], .replay), (nil, ["TERN_CASSETTES": "record"], .record),
            (nil, ["TERN_CASSETTES": "recordMissing"], .recordMissing), (nil, ["TERN_CASSETTES": ""], .replay),
            (.record, [:], .record), (.record, ["CI": "true"], .replay), (.record, ["CI": "false"], .record),
            (nil, ["CI": "1", "TERN_CASSETTES": "record"], .replay),
        ] as [(Cassette.Mode?, [String: String], Cassette.Mode)]
    )
    func modeIsThatOfTheEnvironment(asked: Cassette.Mode?, environment: [String: String], mode: Cassette.Mode) throws {
        #expect(try Cassette.Mode(asked: asked, in: environment) == mode)
    }

    @Test func unknownModeIsAnError() {
        let error = #expect(throws: TestKitError.self) {
            try Cassette.Mode(asked: nil, in: ["TERN_CASSETTES": "Record"])
        }
        #expect(error?.code == .unknownCassetteMode)
        #expect(
            error?.message
                == "TERN_CASSETTES=Record is no mode. Write one of these: replay, record, recordMissing, compare."
        )
    }
}
