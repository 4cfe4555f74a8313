import Foundation
import Tern
import Testing

@testable import TernTesting

/// The bytes of bodies in files of other programs, which have characters of them, and don't always tell how they were read.
/// Measured with mitmproxy 11.0.2 and 12.3.1, Playwright 1.65, Chromium 156 and Firefox 153.
@Suite(.timeLimit(.minutes(20)))
struct ForeignBodyTests {
    /// An entry of another program.
    struct Entry: CustomTestStringConvertible {
        let testDescription: String
        var type: String?
        var length: Int?
        var coding: String?
        let content: String
        var bodySize = -1
        var headersSize = -1
        var status = 200
        var method = "GET"
        var bytes = Data()
        /// What the error says about a body that the file lacks.
        var missing: String?

        var json: String {
            let fields = [
                ("Content-Type", type), ("Content-Length", length.map { "\($0)" }), ("Content-Encoding", coding),
            ].compactMap { name, value in value.map { #"{"name":"\#(name)","value":"\#($0)"}"# } }
            return """
                {"request":{"method":"\(method)","url":"https://api.example.com/counter"},
                 "response":{"status":\(status),"headers":[\(fields.joined(separator: ","))],"content":{\(content)},
                  "bodySize":\(bodySize),"headersSize":\(headersSize)}}
                """
        }
    }

    private let folder = CassetteFolder()

    private static let text = Data("data: é".utf8)
    private static let coded = Data("data: éé".utf8)

    private static let entries: [Entry] = [
        Entry(
            testDescription: "mitmproxy reads one character for each byte",
            type: "text/event-stream",
            content: #""size":8,"compression":0,"text":"data: \u00c3\u00a9""#,
            bytes: text
        ),
        Entry(
            testDescription: "mitmproxy, binary",
            type: "application/octet-stream",
            content: #""size":3,"compression":0,"text":"\u0000\u00e9\u00ff""#,
            bytes: Data([0, 0xe9, 0xff])
        ),
        Entry(
            testDescription: "mitmproxy, coded: the size is that of the coded body",
            type: "text/plain",
            length: 5,
            coding: "gzip",
            content: #""size":5,"compression":5,"text":"data: \u00c3\u00a9\u00c3\u00a9""#,
            bytes: coded
        ),
        Entry(
            testDescription: "mitmproxy, text in UTF-8 with a byte that isn't",
            type: "text/plain; charset=utf-8",
            length: 3,
            content: #""size":3,"compression":0,"text":"a\udce9b""#,
            bytes: Data([0x61, 0xe9, 0x62])
        ),
        Entry(
            testDescription: "Chromium reads an event stream as windows-1252",
            type: "text/event-stream",
            length: 8,
            content: #""size":10,"compression":2,"text":"data: Ã©""#,
            bodySize: 8,
            bytes: text
        ),
        Entry(
            testDescription: "Chromium, event stream in chunks, which it counts",
            type: "text/event-stream",
            content: #""size":10,"compression":0,"text":"data: Ã©""#,
            bodySize: 25,
            bytes: text
        ),
        Entry(
            testDescription: "Chromium, event stream with a charset, which doesn't count",
            type: "text/event-stream; charset=windows-1252",
            coding: "gzip",
            content: #""size":10,"compression":2,"text":"data: Ã©""#,
            bytes: text
        ),
        Entry(
            testDescription: "Chromium, text without a charset",
            type: "text/css",
            coding: "br",
            content: #""size":14,"compression":2,"text":"a{content:\"Ã©""#,
            bytes: Data("a{content:\"é".utf8)
        ),
        Entry(
            testDescription: "Chromium, characters of windows-1252 in place of control characters",
            type: "text/plain; charset=iso-8859-1",
            length: 2,
            content: #""size":5,"compression":3,"text":"\u20ac\u00e9""#,
            bodySize: 2,
            bytes: Data([0x80, 0xe9])
        ),
        Entry(
            testDescription: "Chromium removes the mark of the byte order",
            type: "text/plain; charset=utf-8",
            length: 6,
            content: #""size":3,"compression":0,"text":"aé""#,
            bodySize: 6,
            bytes: Data([0xef, 0xbb, 0xbf, 0x61, 0xc3, 0xa9])
        ),
        Entry(
            testDescription: "Chromium, UTF-16",
            type: "text/plain; charset=utf-16",
            length: 4,
            content: #""size":3,"compression":0,"text":"aé""#,
            bytes: Data([0x61, 0, 0xe9, 0])
        ),
        Entry(
            testDescription: "Chromium, UTF-16 with a mark",
            type: "text/plain; charset=utf-16",
            length: 6,
            content: #""size":3,"compression":0,"text":"aé""#,
            bytes: Data([0xff, 0xfe, 0x61, 0, 0xe9, 0])
        ),
        Entry(
            testDescription: "Firefox counts the header section",
            type: "text/plain",
            content: #""size":9,"text":"a\u00e9""#,
            bodySize: 142,
            headersSize: 139,
            bytes: Data("aé".utf8)
        ),
        Entry(
            testDescription: "JSON whose characters are counted",
            type: "application/json",
            content: #""size":3,"text":"\"é\"""#,
            bytes: Data("\"é\"".utf8)
        ),
        Entry(
            testDescription: "JSON is read as UTF-8",
            type: "application/json",
            content: #""size":6,"text":"\"Ã©\"""#,
            bytes: Data("\"Ã©\"".utf8)
        ),
        Entry(
            testDescription: "text whose length is that of its characters in UTF-8",
            type: "text/plain",
            length: 4,
            content: #""text":"Ã©""#,
            bytes: Data("Ã©".utf8)
        ),
        Entry(
            testDescription: "Base64 in lines",
            type: "text/plain",
            content: #""encoding":"base64","text":"YQ\r\nDp\n""#,
            bytes: Data([0x61, 0, 0xe9])
        ),
        Entry(testDescription: "empty", type: "text/plain", length: 0, content: #""size":0,"text":"""#),
        Entry(
            testDescription: "empty in Firefox, which counts the header section",
            content: #""size":0,"text":"""#,
            bodySize: 137,
            headersSize: 137
        ),
        Entry(
            testDescription: "empty and coded",
            length: 20,
            coding: "gzip",
            content: #""size":0,"text":"""#,
            bodySize: 20
        ),
        Entry(testDescription: "without a body", content: "", status: 204),
        Entry(
            testDescription: "HEAD, whose end Chromium reports as a failure",
            length: 10,
            content: #""size":-1},"_failureText":"net::ERR_ABORTED","x":{"y":0"#,
            method: "HEAD"
        ),
        Entry(
            testDescription: "mitmproxy doesn't store a stream",
            type: "text/plain",
            length: 3_145_728,
            content: #""size":0,"compression":0,"text":"""#,
            missing: "but its length: 3145728 bytes"
        ),
        Entry(
            testDescription: "Chromium didn't keep the body",
            type: "application/json",
            length: 40,
            content: #""size":0,"compression":0,"text":"""#,
            bodySize: 40,
            missing: "but its length: 40 bytes"
        ),
        Entry(
            testDescription: "Chromium didn't keep the body, which had no length",
            content: #""size":0,"text":"""#,
            bodySize: 400,
            missing: "but its length: 400 bytes as sent"
        ),
        Entry(
            testDescription: "Playwright without contents",
            content: #""size":31,"mimeType":"text/html""#,
            missing: "but its length: 31 bytes"
        ),
        Entry(
            testDescription: "Playwright without contents and sizes",
            coding: "gzip",
            content: #""size":-1,"mimeType":"x-unknown""#,
            missing: "and doesn't tell whether the response had one"
        ),
    ]

    @Test(arguments: entries)
    func bodyHasTheBytesOfTheServerOrIsNamedAsMissing(_ entry: Entry) async throws {
        let cassette = try folder.cassette(entry.json)
        let request = RecordedRequest(
            method: HTTPMethod(rawValue: entry.method),
            url: "https://api.example.com/counter"
        )
        guard let missing = entry.missing else {
            #expect(try cassette.file?.responseBody(0) == entry.bytes)
            _ = try cassette.response(to: request)
            return
        }
        let error = #expect(throws: TestKitError.self) { try cassette.response(to: request) }
        #expect(error?.code == .unreadableCassette)
        #expect(error?.message.contains("entry 1, has no body, \(missing).") == true, "\(error?.message ?? "")")
    }

    /// Foundation skips them, so that a damaged body would be another one.
    @Test(arguments: ["AAE_", "AA-E", "AAE*A", "AAE", "AAE=A", "é"])
    func base64WithOtherCharactersIsAnError(text: String) throws {
        let cassette = try folder.cassette(HARFile.entry(text, encoding: #","encoding":"base64""#))
        let error = #expect(throws: TestKitError.self) {
            try cassette.response(to: RecordedRequest(url: "https://a.example/b"))
        }
        #expect(error?.code == .unreadableCassette)
        #expect(error?.message.contains("entry 1: expected Base64") == true)
    }

    /// A file of Tern has each text as it was, in UTF-8, whatever the charset says, and guesses nothing.
    @Test(arguments: ["text/plain", "text/plain; charset=iso-8859-1", "text/event-stream"])
    func ownFileIsReadWithoutAGuess(type: String) throws {
        var exchange = CassetteExchange(request: RecordedRequest(url: "https://a.example/b"))
        exchange.head = CassetteExchange.Head(status: 200, headers: ["Content-Type": type, "Content-Encoding": "gzip"])
        exchange.body = Data("Ã©".utf8)
        let json = try HAREntry.json(of: exchange, startedAt: Date())
        #expect(try HARFile(HARFile.bytes(of: [json]), named: "x").responseBody(0) == exchange.body)
    }

    /// The first files of Tern have the characters of a body with a charset, and the number of its bytes.
    @Test(
        arguments: [
            ("text/plain; charset=iso-8859-1", "h\u{E9}llo", [0x68, 0xe9, 0x6c, 0x6c, 0x6f]),
            ("application/json; charset=ISO-8859-1", "\u{E9}", [0xe9]),
            ("text/plain; charset=windows-1252", "\u{20AC}", [0x80]),
            ("text/plain; charset=windows-1251", "\u{44F}", [0xff]),
            ("text/plain; charset=shift_jis", "\u{FF71}", [0xb1]),
            ("text/plain; charset=utf-16", "a", [0x61, 0]),
        ] as [(String, String, [UInt8])]
    )
    func firstFilesOfTernHaveTheBytesOfTheServer(type: String, text: String, bytes: [UInt8]) throws {
        let fields = #"[{"name":"Content-Type","value":"\#(type)"}"#
        for coding in [#"]"#, #",{"name":"Content-Encoding","value":"gzip"}]"#] {
            let json = """
                {"request":{"method":"POST","url":"https://a.example/b","headers":\(fields)],"bodySize":\(bytes.count),
                  "postData":{"mimeType":"\(type)","text":"\(text)"}},
                 "response":{"status":200,"headers":\(fields)\(coding),"bodySize":\(coding == "]" ? bytes.count : 99),
                  "headersSize":-1,"content":{"size":\(bytes.count),"mimeType":"\(type)","text":"\(text)"}}}
                """
            let exchange = try HARFile(HARFile.bytes(of: [Data(json.utf8)]), named: "x").exchange(0)
            #expect(exchange.body == Data(bytes))
            #expect(exchange.request.body == Data(bytes))
        }
    }

    /// Firefox adds the stored body to the 304 that confirmed it.
    @Test func notModifiedWithABodyIsReplayedAsTheStoredResponse() async throws {
        let entry = Entry(
            testDescription: "",
            type: "application/json",
            content: #""size":1,"text":"7""#,
            status: 304
        )
        let cassette = try folder.cassette(entry.json)
        let response = try await Provider<RecordedAPI>().played(by: cassette).request(.counter)
        #expect(response.statusCode == 200)
        #expect(response.data == Data("7".utf8))
        #expect(cassette.sample(of: RecordedAPI.counter) != nil)
    }

    /// The connection was lost after the header section.
    @Test func bodyThatNeverCameIsNotMissing() async throws {
        var exchange = CassetteExchange(request: RecordedRequest(url: "https://api.example.com/counter"))
        exchange.head = CassetteExchange.Head(status: 200, headers: ["Content-Length": "5"])
        exchange.failure = CassetteExchange.Failure(code: .connectionLost, reason: "lost")
        let json = try HAREntry.json(of: exchange, startedAt: Date())
        let cassette = try folder.cassette(String(decoding: json, as: UTF8.self))
        let error = await Provider<RecordedAPI>().played(by: cassette).failure(.counter)
        #expect(error?.code == .connectionLost)
    }

    /// A download that was cut off.
    @Test func everyHundredthPrefixOfAFileIsAnError() throws {
        let texts = Self.entries.map(\.json).joined(separator: ",\n")
        let whole = Data("{\"log\":{\"creator\":{\"name\":\"x\"},\"entries\":[\(texts)]}}".utf8)
        #expect(try HARFile(whole, named: "x").entries.count == Self.entries.count)
        for count in stride(from: 0, to: whole.count, by: 100) {
            let error = #expect(throws: TestKitError.self) { try HARFile(whole.prefix(count), named: "x") }
            #expect(error?.code == .unreadableCassette)
        }
    }
}
