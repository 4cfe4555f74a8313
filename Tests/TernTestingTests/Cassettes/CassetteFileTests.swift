import Foundation
import Tern
import Testing

@testable import TernTesting

/// Files of any origin: each is read, or named with the number of its entry.
@Suite(.timeLimit(.minutes(20)))
struct CassetteFileTests {
    private let folder = CassetteFolder()

    @Test func entryNeedsAURLAndAStatus() throws {
        let file = try HARFile.of(HARFile.entry("one"), HARFile.entry("dHdv", encoding: #","encoding":"base64""#))
        #expect(try [0, 1].map(file.responseBody) == [Data("one".utf8), Data("two".utf8)])
        #expect(file.entries.map(\.exchange.request.url) == ["https://a.example/b", "https://a.example/b"])
    }

    @Test(arguments: [
        (#"\n\r\t\b\f\"\\\/"#, "\n\r\t\u{8}\u{c}\"\\/"), (#"\u0041\u00e9"#, "Aé"), (#"\ud83d\ude00"#, "😀"),
        (#"\u0000"#, "\0"),
        (#"\ud83d"#, "\u{fffd}"), (#"\ude00x"#, "\u{fffd}x"), (#"\ud83d\u0041"#, "\u{fffd}A"), ("", ""), ("é", "é"),
    ])
    func textIsDecoded(_ text: String, _ content: String) throws {
        let file = try HARFile.of(HARFile.entry(text))
        #expect(try String(decoding: file.responseBody(0), as: UTF8.self) == content)
    }

    @Test(arguments: [
        ("", "expected a value in line 1, where the file ends."),
        ("{}", "there is no member \"log\" with \"entries\"."),
        (#"{"log":{"entries":[]}} x"#, "expected the end of the text in line 1."),
        ("[]", "there is no member \"log\" with \"entries\"."),
        (#"{"log":{"entries":{}}}"#, "there is no member \"log\" with \"entries\"."),
        (#"{"log":{"entries":[{"a":1,"a":2}]}}"#, "entry 1: expected no second \"a\" in line 1."),
        ("{\"log\":{\"entries\":[\n{\"request\":{\"url\":\"abc", "entry 1: expected the end of a string in line 2."),
        (#"{"log":{"entries":[}"#, "entry 1: expected a value in line 1."),
        (#"{"log":{"entries":[{"a":nul!}]}}"#, "entry 1: expected null in line 1."),
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

    @Test(arguments: [
        ("text/html", Data("é".utf8), "é"), ("text/html", Data([0xe9]), nil),
        ("text/html; charset=ISO-8859-1", Data([0xe9]), nil),
        ("text/html; charset=ISO-8859-1", Data("é".utf8), "é"),
        ("text/html; charset=\"windows-1251\"", Data([0xff]), nil), ("text/html; charset=x", Data("é".utf8), "é"),
        ("text/html", Data([0xef, 0xbb, 0xbf, 0x41]), nil), ("text/html; charset=utf-16", Data([0x41, 0]), "A\0"),
        ("text/html; charset=utf-16", Data([0xff, 0xfe, 0x41, 0]), nil),
        ("text/html", Data("\r\n\u{2028}\u{0}".utf8), "\r\n\u{2028}\u{0}"),
    ])
    func bodyIsTextOnlyInUTF8(type: String, body: Data, text: String?) throws {
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

    /// Each prefix of a file, as after a write that was cut off.
    @Test func truncatedFileIsNeverRead() throws {
        let whole = Data("{\"log\":{\"entries\":[\(HARFile.entry("o\\\"ne")),\(HARFile.entry("two"))]}}".utf8)
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
        let file = try HARFile.of(
            HARFile.entry("one"),
            #"{"startedDateTime":"\#(text)","# + HARFile.entry("one").dropFirst()
        )
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
        let cassette = try folder.cassette(HARFile.entry(text))
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
