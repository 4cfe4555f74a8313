import Foundation
import Tern
import Testing

@testable import TernTesting

/// Which request of a test is that of a file of another program, which spells it otherwise, or lacks a part of it.
@Suite(.timeLimit(.minutes(20)))
struct ForeignRequestTests {
    /// A request with a body in a file of another program.
    struct Entry: CustomTestStringConvertible {
        let testDescription: String
        var method = "POST"
        var type: String? = "application/octet-stream"
        /// Members after `method`, `url` and `headers`.
        let members: String
        let length: Int
        /// The body of the same request in a test.
        let body: Data

        var json: String {
            let type = type.map { #"{"name":"Content-Type","value":"\#($0)"},"# } ?? ""
            return """
                {"request":{"method":"\(method)","url":"https://a.example/b","headers":[\(type)
                 {"name":"Content-Length","value":"\(length)"}]\(members)},"response":{"status":204}}
                """
        }

        var request: RecordedRequest {
            let headers: HTTPHeaders = type.map { ["Content-Type": $0] } ?? [:]
            return RecordedRequest(
                method: HTTPMethod(rawValue: method),
                url: "https://a.example/b",
                headers: headers,
                body: body
            )
        }
    }

    private let folder = CassetteFolder()

    private static let form = "multipart/form-data; boundary=B"
    private static let part = "--B\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n\u{e9}\r\n--B--\r\n"

    private static let entries: [Entry] = [
        Entry(
            testDescription: "mitmproxy and Firefox, bytes as characters",
            members: #","postData":{"text":"\u0000\u0001\u00ffb","params":[]},"bodySize":4"#,
            length: 4,
            body: Data([0, 1, 0xff, 0x62])
        ),
        Entry(
            testDescription: "mitmproxy and Firefox, form as characters",
            type: form,
            members:
                #","postData":{"text":"--B\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n\u00c3\u00a9\r\n--B--\r\n"}"#,
            length: part.utf8.count,
            body: Data(part.utf8)
        ),
        Entry(
            testDescription: "Firefox counts characters",
            type: "text/plain;charset=UTF-8",
            members: #","postData":{"text":"é text"},"bodySize":6"#,
            length: 7,
            body: Data("é text".utf8)
        ),
        Entry(
            testDescription: "Chromium, form in UTF-8",
            type: form,
            members:
                #","postData":{"text":"--B\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\né\r\n--B--\r\n"}"#,
            length: part.utf8.count,
            body: Data(part.utf8)
        ),
        Entry(
            testDescription: "mitmproxy has no bodies of DELETE and QUERY",
            method: "QUERY",
            type: "application/json",
            members: #","bodySize":7"#,
            length: 7,
            body: Data(#"{"q":1}"#.utf8)
        ),
        Entry(
            testDescription: "Chromium has no text of bytes",
            members: #","postData":{"text":"","params":[]},"bodySize":4"#,
            length: 4,
            body: Data([0, 1, 0xff, 0x62])
        ),
        Entry(
            testDescription: "Chromium has nothing of a file",
            type: form,
            members: #","bodySize":0"#,
            length: 90,
            body: Data(part.utf8)
        ),
    ]

    @Test(arguments: entries)
    func requestWithABodyIsFound(_ entry: Entry) throws {
        _ = try folder.cassette(entry.json).response(to: entry.request)
    }

    /// The body of one is equal to any, which the error about another request says.
    @Test func bodyThatTheFileLacksIsNamed() throws {
        let entry = try #require(Self.entries.first { $0.method == "QUERY" })
        let cassette = try folder.cassette(entry.json)
        var request = entry.request
        request.url += "/c"
        let error = #expect(throws: TestKitError.self) { try cassette.response(to: request) }
        #expect(
            error?.message.contains(
                """
                The nearest is entry 1: path: /b expected, /b/c sent. The file lacks the \
                body of this request, so that any body is equal.
                """
            ) == true,
            "\(error?.message ?? "")"
        )
    }

    @Test func entryWithTheBodyIsPreferredToOneWithoutIt() throws {
        let without = #"{"request":{"method":"POST","url":"https://a.example/b","bodySize":3}"#
        let with = #"{"request":{"method":"POST","url":"https://a.example/b?","postData":{"text":"x=1"}}"#
        let cassette = try folder.cassette(
            without + #","response":{"status":201}}"#,
            with + #","response":{"status":202}}"#
        )
        let request = RecordedRequest(method: .post, url: "https://a.example/b", body: Data("x=1".utf8))
        let samples = try [cassette.response(to: request), cassette.response(to: request)]
        #expect(samples.map { "\($0)".contains("202") } == [true, false])
        #expect(throws: TestKitError.self) { try cassette.response(to: request) }
    }

    /// A body that was empty isn't one that is lacking.
    @Test func emptyBodyIsNotEqualToAnother() throws {
        let entry = #"{"request":{"method":"POST","url":"https://a.example/b","bodySize":0},"response":{"status":204}}"#
        let request = RecordedRequest(method: .post, url: "https://a.example/b", body: Data("x=1".utf8))
        #expect(throws: TestKitError.self) { try folder.cassette(entry).response(to: request) }
    }

    /// Browsers, which follow the URL standard, and proxies escape other characters than Tern.
    @Test(arguments: [
        ("?q=a%20b", "a b"), ("?q=a+b", "a b"), ("?q=a/b", "a/b"), ("?q=a|b", "a|b"), ("?q=a%2cb", "a,b"),
        ("?q=a,b", "a,b"), ("?q=a:b", "a:b"), ("?q=(x)", "(x)"), ("?q=it's", "it's"), ("?q=a@b.c", "a@b.c"),
        ("?q=%7Eu", "~u"), ("?q=x*", "x*"), ("?q={a}", "{a}"), ("?q=a[0]", "a[0]"), ("?q=%c3%a9", "é"), ("?q=é", "é"),
        ("?q=a+b%7Cc%2Cd%2Fe%3Af%28g%29%27h*i%7E", "a b|c,d/e:f(g)'h*i~"),
    ])
    func spellingOfAQueryDoesNotMatter(query: String, value: String) throws {
        let entry = #"{"request":{"url":"https://api.example.com/s\#(query)"},"response":{"status":204}}"#
        let cassette = try folder.cassette(entry)
        #expect(cassette.sample(of: Search(value: value)) != nil)
        #expect(cassette.sample(of: Search(value: value + "!")) == nil)
    }

    @Test(arguments: [
        ("https://a.example:443/b", "https://a.example/b"), ("https://a.example/b", "https://a.example:443/b"),
        ("http://a.example:80/b", "http://a.example/b"), ("https://a.example", "https://a.example/"),
        ("https://a.example/?q=1", "https://a.example?q=1"),
        ("https://a.example/(b),'c'", "https://a.example/%28b%29%2C%27c%27"),
        ("https://a.example/b@c", "https://a.example/b%40c"), ("https://a.example/b?", "https://a.example/b"),
    ])
    func equalURLsAreRecognized(recorded: String, sent: String) throws {
        let cassette = try folder.cassette(#"{"request":{"url":"\#(recorded)"},"response":{"status":204}}"#)
        _ = try cassette.response(to: RecordedRequest(url: sent))
    }

    @Test(arguments: [
        ("https://a.example:80/b", "https://a.example/b"), ("http://a.example:443/b", "http://a.example/b"),
        ("https://a.example:8443/b", "https://a.example/b"), ("https://a.example/b%2Fc", "https://a.example/b/c"),
        ("https://a.example/b%252Fc", "https://a.example/b%2Fc"), ("https://a.example/b+c", "https://a.example/b%20c"),
        ("https://a.example/b?x=1&y=2", "https://a.example/b?x=1%26y=2"),
        ("https://a.example/b/", "https://a.example/b"),
    ])
    func otherURLsAreNotEqual(recorded: String, sent: String) throws {
        let cassette = try folder.cassette(#"{"request":{"url":"\#(recorded)"},"response":{"status":204}}"#)
        #expect(throws: TestKitError.self) { try cassette.response(to: RecordedRequest(url: sent)) }
    }

    /// A recording of Tern has requests that differ only by the spelling, and each has its own response.
    @Test func equalSpellingIsPreferred() throws {
        let entries = [("a+b", 201), ("a%20b", 202)].map { query, status in
            #"{"request":{"url":"https://a.example/b?q=\#(query)"},"response":{"status":\#(status)}}"#
        }
        let cassette = try folder.cassette(entries[0], entries[1])
        let request = RecordedRequest(url: "https://a.example/b?q=a%20b")
        #expect("\(try cassette.response(to: request))".contains("202"))
        // It was recorded once.
        #expect(throws: TestKitError.self) { try cassette.response(to: request) }
    }

    private struct Search: TargetType {
        let value: String
        var baseURL: URL { URL(string: "https://api.example.com")! }
        var path: String { "/s" }
        var task: HTTPTask { .query(["q": value]) }
    }
}
