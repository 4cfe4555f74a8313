import Foundation
import Tern
import TernCache
import TestDoubles
import Testing

/// The validators that are sent back.
@Suite(.timeLimit(.minutes(20)))
struct ConditionsTests {
    @Test func aValidationThatIsTooLargeIsRepeatedOnceWithoutConditions() async throws {
        let api = CachedAPI(
            { _ in .fresh("first", ["ETag": "\"a\""]) },
            { _ in Response(statusCode: 431) },
            { _ in .fresh("second", ["ETag": "\"b\""]) },
            { _ in Response(statusCode: 431) }
        )

        try await api.send()
        api.pass(.seconds(60))
        #expect(try await api.send().text == "second")
        api.pass(.seconds(60))
        #expect(try await api.send().statusCode == 431)

        #expect(api.requests.map { $0.headers["If-None-Match"] } == [nil, "\"a\"", nil, "\"b\"", nil])
        #expect(try await api.send(use: .onlyStored).text == "second")
    }

    /// Without conditions, the request isn't repeated.
    @Test func aRequestThatIsTooLargeByItselfIsNotRepeated() async throws {
        let api = CachedAPI({ _ in Response(statusCode: 431) })

        #expect(try await api.send().statusCode == 431)
        #expect(try await api.send(headers: ["If-None-Match": "\"a\""]).statusCode == 431)

        #expect(api.requests.count == 2)
    }

    @Test(arguments: [
        "\"a\u{1}\"", "\"a\u{7F}\"", "\"a\u{0}\"", "\"a\r\nX: 1\"", "*", "W/*", "a, b", "\"a\", \"b\"", "W/",
    ])
    func aTagThatCannotBeSentBackIsNotSent(tag: String) async throws {
        let api = CachedAPI({ _ in .fresh("first", ["ETag": tag]) }, { _ in .fresh("second") })

        try await api.send()
        api.pass(.seconds(60))
        let second = try await api.send()

        #expect(second.text == "second")
        #expect(api.requests.map { $0.headers["If-None-Match"] } == [nil, nil])
    }

    @Test(arguments: ["\"a\"", "W/\"a\"", "\"\"", "\"a,b\"", "a", "\"ä\""])
    func otherTagsAreSentBack(tag: String) async throws {
        let api = CachedAPI({ _ in .fresh("first", ["ETag": tag]) }, { _ in .notModified() })

        try await api.send()
        api.pass(.seconds(60))
        let second = try await api.send()

        #expect(second.cache == .revalidated)
        #expect(api.requests.map { $0.headers["If-None-Match"] } == [nil, tag])
    }

    @Test func aDateWithAControlCharacterIsNotSentBack() async throws {
        let api = CachedAPI({ _ in .fresh("first", ["Last-Modified": "then\u{1}"]) }, { _ in .fresh("second") })

        try await api.send()
        api.pass(.seconds(60))
        try await api.send()

        #expect(api.requests.allSatisfy { !$0.headers.contains("If-Modified-Since") })
    }

    /// Many servers accept 8 KiB of fields.
    @Test func tagsAreSentUpToALimitOfBytes() async throws {
        let api = CachedAPI({ request in
            .fresh(
                "body",
                ["ETag": "\"" + String(repeating: request.headers["X"] ?? "", count: 900) + "\"", "Vary": "X"]
            )
        })
        for letter in ["a", "b", "c"] { try await api.send(headers: ["X": letter]) }
        api.pass(.seconds(60))

        try await api.send(headers: ["X": "c"])

        let sent = try #require(api.requests.last?.headers["If-None-Match"])
        #expect(sent.hasPrefix("\"ccc"))
        #expect(sent.utf8.count < 2_100)
    }

    @Test func aTagAboveTheLimitIsNotSent() async throws {
        let api = CachedAPI({ _ in .fresh("body", ["ETag": "\"" + String(repeating: "a", count: 3_000) + "\""]) })
        try await api.send()
        api.pass(.seconds(60))
        try await api.send()

        #expect(api.requests.last?.headers.contains("If-None-Match") == false)
    }
}
