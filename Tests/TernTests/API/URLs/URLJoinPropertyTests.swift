import Foundation
import TestDoubles
import Testing

@testable import Tern

/// Properties of every path, checked with pseudo-random paths from fixed seeds.
@Suite(.timeLimit(.minutes(20)))
struct URLJoinPropertyTests {
    private static let pieces = [
        "/", "/", "/", "//", "a", "users", ".", "..", "...", "%2e", "%2E%2e", "%2F", "%41", "%", "%4", "?", "&", "=",
        "#",
        "+", " ", "\\", "..\\", ":", "://", "https://evil", "@", "@evil", ":80", "[", "]", "\r\n", "\0", "\t", "\u{7F}",
        "ü", "東", "🐦", "e\u{301}", "\u{202E}", "\u{FEFF}", "|", "^", "`", "{", "\"", "<", ";", ",", "~", "!", "*", "'",
    ]

    @Test(arguments: [
        "https://h", "https://h/", "http://user:pw@h:8080/api", "https://h/api/v1/?key=1", "http://[::1]:80/api?k",
        "HTTPS://H/a%20b/",
    ])
    func noPathEscapesTheBase(base: String) throws {
        let baseURL = try #require(URL(string: base))
        let floor = Self.path(of: base)
        let floorWithSlash = floor.hasSuffix("/") ? floor : floor + "/"
        var random = SeededRandom(seed: UInt64(base.utf8.count))
        var joins = 0

        for _ in 0..<4000 {
            let path = (0..<Int.random(in: 0...9, using: &random))
                .compactMap { _ in Self.pieces.randomElement(using: &random) }.joined()
            guard let text = try? URLJoin.join(base: baseURL, path: path) else { continue }
            joins += 1

            let url = try #require(URL(string: text), "\(path.debugDescription)")
            #expect(url.absoluteString == text, "\(path.debugDescription)")
            #expect(Self.origin(of: text) == Self.origin(of: base), "\(path.debugDescription)")
            #expect(url.scheme == baseURL.scheme && url.host == baseURL.host && url.port == baseURL.port)
            let joined = Self.path(of: text)
            #expect(joined == floor || joined.hasPrefix(floorWithSlash), "\(path.debugDescription)")
            #expect(!Self.hasDotSegment(joined), "\(path.debugDescription)")
            #expect(text.utf8.allSatisfy { 0x20 < $0 && $0 < 0x7F && $0 != UInt8(ascii: "#") })
        }

        #expect(joins > 400)
    }

    @Test func anEscapedArgumentIsOneSegmentOrAFailure() throws {
        let base = try #require(URL(string: "https://h/api"))
        var random = SeededRandom(seed: 7)

        for _ in 0..<4000 {
            let argument = (0..<Int.random(in: 1...5, using: &random))
                .compactMap { _ in Self.pieces.randomElement(using: &random) }.joined()
            let segment = URL.pathSegment(argument)
            guard argument != ".", argument != ".." else {
                #expect(throws: URLJoin.Failure.self) { try URLJoin.join(base: base, path: "/a/\(segment)/b") }
                continue
            }

            #expect(try URLJoin.join(base: base, path: "/a/\(segment)/b") == "https://h/api/a/\(segment)/b")
            #expect(Self.unescaped(segment) == Array(argument.utf8))
            #expect(!segment.utf8.contains { "/?#\\:@".utf8.contains($0) })
        }
    }

    /// Everything before the path, read independently of the code under test.
    private static func origin(of url: String) -> Substring {
        let rest = url.dropFirst(url.hasPrefix("http:") ? 7 : 8)
        let end = rest.firstIndex { "/?".contains($0) } ?? rest.endIndex
        return url[..<end]
    }

    private static func path(of url: String) -> String {
        String(url.dropFirst(origin(of: url).count).prefix { $0 != "?" })
    }

    /// `removingPercentEncoding` will not do: it drops a leading U+FEFF on Linux.
    private static func unescaped(_ segment: String) -> [UInt8] {
        let parts = segment.split(separator: "%", omittingEmptySubsequences: false)
        return parts.dropFirst().reduce(into: Array(parts[0].utf8)) { bytes, part in
            bytes += [UInt8(part.prefix(2), radix: 16) ?? 0] + part.dropFirst(2).utf8
        }
    }

    private static func hasDotSegment(_ path: String) -> Bool {
        path.split(separator: "/").contains { segment in
            let dots = segment.lowercased().replacingOccurrences(of: "%2e", with: ".")
            return dots == "." || dots == ".."
        }
    }
}
