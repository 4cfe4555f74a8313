import Foundation
import Tern
import Testing

@testable import TernCache

@Suite(.timeLimit(.minutes(20)))
struct StoredResponseTests {
    @Test func fieldsOfTheConnectionAreNotStored() {
        let stored = StoredResponse.stored([
            "Connection": "close, X-Hop", "X-Hop": "1", "Transfer-Encoding": "chunked", "X-Kept": "1",
            "Cache-Control": "no-cache=\"Set-Cookie\"", "Set-Cookie": "a=b",
        ])

        #expect(stored.headers.map(\.name) == ["X-Kept", "Cache-Control"])
    }

    @Test func ageReplacesTheReceivedAge() {
        let stored = StoredResponse.stored(["Age": "10", "X": "1"])

        #expect(stored.headers(withAge: stored.freshness.age(at: .arrival + .seconds(5))) == ["X": "1", "Age": "15"])
        #expect(
            stored.headers(withAge: stored.freshness.age(at: .arrival + .milliseconds(999))).values(for: "Age") == [
                "10"
            ]
        )
    }

    @Test func anUpdateReplacesFieldsButThoseOfTheBody() {
        let stored = StoredResponse.stored([
            "Content-Length": "4", "Content-Type": "text/plain", "X": "1", "X": "2", "Age": "100", "ETag": "\"a\"",
        ])

        let updated = stored.updated(
            by: ["Content-Length": "0", "Content-Type": "text/html", "X": "3", "Cache-Control": "max-age=5"],
            of: [:],
            key: Data(),
            id: 2,
            requestTime: .arrival + .seconds(50),
            responseTime: .arrival + .seconds(51)
        )

        #expect(
            updated.headers == [
                "Content-Length": "4", "Content-Type": "text/plain", "ETag": "\"a\"", "X": "3",
                "Cache-Control": "max-age=5",
            ]
        )
        #expect(updated.freshness.lifetime == .seconds(5))
        #expect(updated.freshness.age(at: .arrival + .seconds(52)) == .seconds(2))
        guard case .data(Data("body".utf8)) = updated.body else {
            Issue.record("The body has changed.")
            return
        }
    }

    /// undici 5732.
    @Test func anUpdateThatAddsVarySelectsByTheRequest() {
        let updated = StoredResponse.stored(["ETag": "\"a\""]).updated(
            by: ["Vary": "Accept-Language"],
            of: ["Accept-Language": "en"],
            key: Data(),
            id: 2,
            requestTime: .arrival,
            responseTime: .arrival
        )

        #expect(updated.matches(["Accept-Language": "en"]))
        #expect(!updated.matches(["Accept-Language": "de"]))
    }

    @Test(arguments: [
        ("\"a\"", "W/\"a\"", true), ("W/\"a\"", "W/\"a\"", true), ("\"a\"", "\"b\"", false), ("a", "a", true),
    ])
    func entityTagsAreComparedWeakly(first: String, second: String, areEqual: Bool) throws {
        #expect(try #require(EntityTag(first)).matches(#require(EntityTag(second))) == areEqual)
    }
}
