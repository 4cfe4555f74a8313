import Foundation
import Testing

@testable import Tern

@Suite(.timeLimit(.minutes(20)))
struct URLJoinTests {
    struct Row: Sendable, CustomTestStringConvertible {
        let base: String
        let path: String
        let expected: String

        init(_ base: String, _ path: String, _ expected: String) {
            self.base = base
            self.path = path
            self.expected = expected
        }

        var testDescription: String { "\(base) + \(path.debugDescription)" }
    }

    static let joins = [
        // One slash between.
        Row("https://h", "", "https://h"),
        Row("https://h/", "", "https://h/"),
        Row("https://h/api/", "", "https://h/api/"),
        Row("https://h", "/", "https://h/"),
        Row("https://h/", "/", "https://h/"),
        Row("https://h/api", "/", "https://h/api/"),
        Row("https://h", "users", "https://h/users"),
        Row("https://h", "/users", "https://h/users"),
        Row("https://h/", "users", "https://h/users"),
        Row("https://h/", "/users", "https://h/users"),
        Row("https://h/api", "users", "https://h/api/users"),
        Row("https://h/api/", "/users/", "https://h/api/users/"),
        Row("https://h/api//", "/users", "https://h/api//users"),
        Row("https://h", "a//b///c", "https://h/a//b///c"),

        // The base is unchanged.
        Row("HTTPS://H:8443/A", "/x", "HTTPS://H:8443/A/x"),
        Row("http://user:pw@h:80/a", "x", "http://user:pw@h:80/a/x"),
        Row("http://[::1]:8080", "/x", "http://[::1]:8080/x"),
        Row("http://[fe80::1%25eth0]", "/x", "http://[fe80::1%25eth0]/x"),
        Row("http://b%C3%BCcher.example:", "/x", "http://b%C3%BCcher.example:/x"),
        Row("http://h:65535", "/x", "http://h:65535/x"),
        Row("http://[2001:db8::1]/a/", "/x?y", "http://[2001:db8::1]/a/x?y"),
        Row("http://h/a/../b%2fc", "x", "http://h/a/../b%2fc/x"),

        // Queries of either side.
        Row("https://h/api?key=1", "", "https://h/api?key=1"),
        Row("https://h/api?key=1", "/x", "https://h/api/x?key=1"),
        Row("https://h/api?key=1", "/x?y=2", "https://h/api/x?key=1&y=2"),
        Row("https://h/api?key=1&", "x?y=2", "https://h/api/x?key=1&y=2"),
        Row("https://h/api?", "x?y=2", "https://h/api/x?y=2"),
        Row("https://h?key=1", "x", "https://h/x?key=1"),
        Row("https://h?key=1", "?y=2", "https://h?key=1&y=2"),
        Row("https://h", "?y=2", "https://h?y=2"),
        Row("https://h", "/x?", "https://h/x"),
        Row("https://h", "/x?a=/b?c&d=e+f", "https://h/x?a=/b?c&d=e+f"),
        Row("https://h", "/x?a=b c&d=ü%20[]\"", "https://h/x?a=b%20c&d=%C3%BC%20%5B%5D%22"),
        Row("https://h", "/x?to=https://other/../y", "https://h/x?to=https://other/../y"),

        // Escapes.
        Row("https://h", "/a b", "https://h/a%20b"),
        Row("https://h", "/zoë/東京/🐦", "https://h/zo%C3%AB/%E6%9D%B1%E4%BA%AC/%F0%9F%90%A6"),
        Row("https://h", "/e\u{301}", "https://h/e%CC%81"),
        Row("https://h", "/\u{85}\u{2028}", "https://h/%C2%85%E2%80%A8"),
        Row("https://h", "/%41%2f%c3%BC%0d", "https://h/%41%2f%c3%BC%0d"),
        Row("https://h", "/[a]<b>{c}|^`\"", "https://h/%5Ba%5D%3Cb%3E%7Bc%7D%7C%5E%60%22"),
        Row("https://h", "/-._~!$&'()*+,;=:@", "https://h/-._~!$&'()*+,;=:@"),
        Row("https://h/api", "..\\..\\x", "https://h/api/..%5C..%5Cx"),
        Row("https://h/api", "\\\\other\\x", "https://h/api/%5C%5Cother%5Cx"),

        // Paths that only look like another host.
        Row("https://h", "a:b/c", "https://h/a:b/c"),
        Row("https://h", "/https://other/x", "https://h/https://other/x"),
        Row("https://h", ":80/x", "https://h/:80/x"),
        Row("https://h", "@other/x", "https://h/@other/x"),
        Row("https://h", "://x", "https://h/://x"),
        Row("https://h", " https://other", "https://h/%20https://other"),

        // Dot segments.
        Row("https://h/api", ".", "https://h/api/"),
        Row("https://h/api", "/./a/./b/.", "https://h/api/a/b/"),
        Row("https://h/api", "a/..", "https://h/api/"),
        Row("https://h/api", "a/../b", "https://h/api/b"),
        Row("https://h/api", "/a/b/../../c", "https://h/api/c"),
        Row("https://h/api", "/a/b/..?c=..", "https://h/api/a/?c=.."),
        Row("https://h/api", "a//../b", "https://h/api/a/b"),
        Row("https://h", "a/..//b", "https://h//b"),
        Row("https://h/api", ".well-known/..a/b../.../a.b", "https://h/api/.well-known/..a/b../.../a.b"),
        Row("https://h/api", "%2E%2E%2E/%2e%2ea", "https://h/api/%2E%2E%2E/%2e%2ea"),
        Row("https://h/api", "..%2F..", "https://h/api/..%2F.."),
    ]

    @Test(arguments: joins)
    func basesAndPathsAreJoinedAsInTheTable(row: Row) throws {
        let base = try #require(URL(string: row.base))

        let joined = try URLJoin.join(base: base, path: row.path)

        #expect(joined == row.expected)
        #expect(URL(string: joined)?.absoluteString == joined)
    }

    struct Refusal: Sendable, CustomTestStringConvertible {
        let base: String
        let path: String
        let word: String

        init(_ base: String, _ path: String, _ word: String) {
            self.base = base
            self.path = path
            self.word = word
        }

        init(_ path: String, _ word: String) {
            self.init("https://h/api", path, word)
        }

        var testDescription: String { "\(base) + \(path.debugDescription)" }
    }

    static let refusals = [
        Refusal("ftp://h", "x", "http://"),
        Refusal("file:///tmp", "x", "http://"),
        Refusal("/api", "x", "http://"),
        Refusal("https:h", "x", "http://"),
        Refusal("httpsx://h", "x", "http://"),
        Refusal("h", "", "http://"),
        Refusal("https:///api", "x", "no host"),
        Refusal("https://:80/api", "x", "no host"),
        Refusal("https://user@/api", "x", "no host"),
        Refusal("https://h/api#top", "x", "fragment"),
        Refusal("https://h#", "", "fragment"),
        Refusal("https://h?a#b", "x", "fragment"),
        Refusal("http://127.0.0.1:99999", "x", "port"),
        Refusal("http://[::1]:65536/", "x", "port"),
        Refusal("http://[zz]/", "x", "IPv6"),
        Refusal("http://[1.2.3.4]", "x", "IPv6"),
        Refusal("http://%00/", "x", "host"),
        Refusal("http://h%0d%0a.example/", "x", "host"),
        Refusal("http://h%2Fx/", "x", "host"),
        Refusal("//users", "empty"),
        Refusal("//", "empty"),
        Refusal("https://other/x", "baseURL"),
        Refusal("HTTP://other", "baseURL"),
        Refusal("svn+ssh://other", "baseURL"),
        Refusal("/a#b", "%23"),
        Refusal("/a?b#c", "%23"),
        Refusal("/a%", "%25"),
        Refusal("/a%4", "%25"),
        Refusal("/a%zz", "%25"),
        Refusal("/a%4?1", "%25"),
        Refusal("/a?b=100%", "%25"),
        Refusal("..", "above"),
        Refusal("/../x", "above"),
        Refusal("/a/../../b", "above"),
        Refusal("./..", "above"),
        Refusal("/a/../..?b", "above"),
        Refusal("%2e%2e/x", "escaped"),
        Refusal("/a/%2E./b", "escaped"),
        Refusal("/a/.%2e", "escaped"),
        Refusal("/a/%2E/b", "escaped"),
        Refusal("/a\r\nb", "control"),
        Refusal("/a\0", "control"),
        Refusal("/a\tb", "control"),
        Refusal("\u{1}", "control"),
        Refusal("/\u{1F}", "control"),
        Refusal("/a\u{7F}", "control"),
        Refusal("/a?b=\n", "control"),
        Refusal("/a?\0", "control"),
    ]

    @Test(arguments: refusals)
    func invalidBasesAndPathsAreRefusedWithTheNextStep(row: Refusal) throws {
        let base = try #require(URL(string: row.base))

        let failure = try #require(throws: URLJoin.Failure.self) {
            try URLJoin.join(base: base, path: row.path)
        }

        #expect(failure.reason.contains(row.word), "\(failure.reason)")
    }

    @Test func failuresQuoteNeitherBaseNorPath() throws {
        let base = try #require(URL(string: "https://user:hunter2@h/#x"))
        let plainBase = try #require(URL(string: "https://h"))

        let badBase = try #require(throws: URLJoin.Failure.self) { try URLJoin.join(base: base, path: "x") }
        let badPath = try #require(throws: URLJoin.Failure.self) {
            try URLJoin.join(base: plainBase, path: "/hunter2#")
        }

        #expect(!"\(badBase)".contains("hunter2"))
        #expect(!"\(badPath)".contains("hunter2"))
    }

    @Test func relativeBaseURLIsResolvedFirst() throws {
        let base = try #require(URL(string: "v2", relativeTo: URL(string: "https://h/api/")))

        #expect(try URLJoin.join(base: base, path: "/x") == "https://h/api/v2/x")
    }

    @Test(arguments: [
        ("https://h", "a=1", "https://h?a=1"),
        ("https://h/x?y", "a=1", "https://h/x?y&a=1"),
        ("https://h/x?", "a=1", "https://h/x?a=1"),
        ("https://h/x?y&", "a=1", "https://h/x?y&a=1"),
        ("https://h/x?y", "", "https://h/x?y"),
        ("https://h/x", "", "https://h/x"),
    ])
    func queryIsAppendedToAnExistingQuery(url: String, query: String, expected: String) {
        #expect(URLJoin.appendQuery(query, to: url) == expected)
    }
}
