import Foundation
import Testing

@testable import Tern

@Suite(.timeLimit(.minutes(20)))
struct PathSegmentTests {
    @Test(arguments: [
        ("", ""),
        ("octocat", "octocat"),
        ("a-b_c.d~1", "a-b_c.d~1"),
        ("a/b", "a%2Fb"),
        ("a?b#c", "a%3Fb%23c"),
        ("100%", "100%25"),
        ("%41", "%2541"),
        ("a b+c", "a%20b%2Bc"),
        ("zoë", "zo%C3%AB"),
        ("🐦", "%F0%9F%90%A6"),
        ("a\r\nb", "a%0D%0Ab"),
        ("../../etc", "..%2F..%2Fetc"),
        (".", "%2E"),
        ("..", "%2E%2E"),
        ("...", "..."),
    ])
    func argumentsAreEscapedToOneSegment(argument: String, expected: String) {
        #expect(URL.pathSegment(argument) == expected)
    }

    @Test(arguments: [".", ".."])
    func dotArgumentFails(argument: String) throws {
        let base = try #require(URL(string: "https://h/api"))

        let failure = try #require(throws: URLJoin.Failure.self) {
            try URLJoin.join(base: base, path: "/users/\(URL.pathSegment(argument))/repos")
        }

        #expect(failure.reason.contains("escaped"))
    }
}
