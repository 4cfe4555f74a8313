import Foundation
import Tern
import TernTesting
import Testing

@Suite(.timeLimit(.minutes(5)))
struct SampleMutationsTests {
    private func contract(_ body: String) -> SampleContract<Library> {
        SampleContract { _ in .networkResponse(200, Data(body.utf8)) }
    }

    @Test func mutationsListTheKeysThatTheModelNeedsAndIgnores() async throws {
        let mutations = try await SampleContract<Library>().mutations(of: .book("1"))

        #expect(mutations.requiredKeys == ["title", "author", "author.name"])
        #expect(mutations.ignoredKeys == ["shelf"])
        #expect(mutations.nullableKeys == ["shelf", "pages"])
        #expect(mutations.truncated != nil)
        #expect(mutations.untriedKeys == 0)
    }

    @Test func theTableHasARowForEachKey() async throws {
        let line = #line + 1
        let mutations = try await SampleContract<Library>().mutations(of: .book("1"))

        #expect(
            mutations.description == """
                Library.book, SampleMutationsTests.swift:\(line)
                key          place  removed  null     other type
                title        1:11   fails    fails    fails
                author       1:29   fails    fails    fails
                author.name  1:38   fails    fails    fails
                shelf        1:56   decodes  decodes  decodes
                pages        1:70   decodes  decodes  fails
                The truncated body fails.
                """
        )
        #expect(
            mutations.rows.first?.description
                == "title at SampleMutationsTests.swift:\(line) (1:11 in the body): removed fails, null fails, other type fails"
        )
    }

    @Test func placesAreThoseInTheFixture() async throws {
        let contract = SampleContract<Library> { _ in .fixture("book.json") }

        let mutations = try await contract.mutations(of: .book("1"))

        #expect(mutations.description.hasPrefix("Library.book, Fixtures/book.json\n"))
        #expect(
            mutations.rows.map { "\($0.path) \($0.place)" } == [
                "title Fixtures/book.json:2:14", "author Fixtures/book.json:3:15",
                "author.name Fixtures/book.json:4:17",
            ]
        )
    }

    @Test func firstResponseOfASequenceIsChanged() async throws {
        let contract = SampleContract<Library> { _ in .inOrder(.fixture("book.json"), .status(404)) }

        let mutations = try await contract.mutations(of: .book("1"))

        #expect(mutations.requiredKeys == ["title", "author", "author.name"])
    }

    @Test func duplicateKeysAreChangedOneByOne() async throws {
        let body = #"{"title": "Emma", "title": "Emil", "author": {"name": "Jane"}}"#

        let mutations = try await contract(body).mutations(of: .book("1"))

        #expect(mutations.rows.map(\.path) == ["title", "title", "author", "author.name"])
        #expect(mutations.rows.map(\.place.column) == [11, 28, 46, 55])
        #expect(mutations.rows.prefix(2).map { $0.removed == nil } == [true, true])
    }

    @Test func keysOfASecretAreNotPrinted() async throws {
        let body = #"{"title": "Emma", "author": {"name": "Jane"}, "tokens": {"hunter": 1}}"#
        let call = Call<Library, Tokens>(.book("1"))

        let mutations = try await contract(body).mutations(of: call)

        #expect(mutations.requiredKeys == ["tokens"])
        #expect(mutations.rows.map(\.path).contains("tokens.hunter"))
        #expect(mutations.description.contains("tokens.<redacted>"))
        #expect(!mutations.description.contains("hunter"))
    }

    private struct Tokens: Decodable { let tokens: [String: Int] }

    @Test func firstElementOfAnArrayIsChanged() async throws {
        let body = #"[{"title": "Emma", "author": {"name": "Jane"}}, {"title": "Emil", "author": {"name": "Erich"}}]"#

        let mutations = try await contract(body).mutations(of: .books())

        #expect(mutations.requiredKeys == ["[0].title", "[0].author", "[0].author.name"])
        let first = try #require(mutations.rows.first)
        #expect(first.path == "[0]")
        #expect([first.removed, first.null, first.otherType].map { $0 == nil } == [true, false, false])
        #expect(!mutations.rows.contains { $0.path.hasPrefix("[1]") })
    }

    @Test func valuesInsideAnIgnoredKeyAreNotChanged() async throws {
        let body = #"{"title": "Emma", "extra": {"deep": [{"er": 1}]}, "author": {"name": "Jane"}}"#

        let mutations = try await contract(body).mutations(of: .book("1"))

        #expect(mutations.ignoredKeys == ["extra"])
        #expect(mutations.requiredKeys == ["title", "author", "author.name"])
        #expect(!mutations.rows.contains { $0.path.hasPrefix("extra.") })
    }

    @Test func keyWithNullInTheSampleIsNotIgnored() async throws {
        let body = #"{"title": "Emma", "pages": null, "author": {"name": "Jane"}}"#

        let mutations = try await contract(body).mutations(of: .book("1"))

        #expect(mutations.ignoredKeys.isEmpty)
        #expect(mutations.nullableKeys == ["pages"])
    }

    @Test(arguments: [
        "{\"title\":\"E\",\"author\":{\"name\":\"J\"}}",
        "\n { \"title\" : \"a,b}]\" ,\r\n\t\"author\" : { \"name\" : \"q\\\"u\\\\\" } , \"x\\u002cy\": [ ], \"e\": { } } \n",
        "{\"author\":{\"name\":\"{\"},\"list\":[[1,2],[3]],\"n\":-1.5e3,\"t\":true,\"title\":\"ü😀\"}",
    ])
    func keysAreRemovedCorrectlyFromAnyLayoutOfJSON(body: String) async throws {
        let mutations = try await contract(body).mutations(of: .book("1"))

        #expect(Set(mutations.requiredKeys) == ["title", "author", "author.name"])
        // A removal at the wrong place makes the JSON invalid, and the error shows it.
        for error in mutations.rows.flatMap({ [$0.removed, $0.null, $0.otherType] }) {
            #expect(error?.reason.contains("not valid JSON") != true)
        }
    }

    @Test func changedSampleIsValidated() async throws {
        let contract = SampleContract<Library> { _ in .status(500) }

        let error = await #expect(throws: TernError.self) { try await contract.mutations(of: .book("1")) }

        #expect(error?.code == .unacceptableStatus)
    }

    @Test func missingAndInvalidSamplesHaveNoMutations() async {
        let missing = await #expect(throws: TernError.self) {
            try await SampleContract<Library>().mutations(of: .delete("1"))
        }
        let bad = await #expect(throws: TernError.self) { try await contract("[").mutations(of: .book("1")) }

        #expect(missing?.code == .missingSample)
        #expect(bad?.code == .decodingFailed)
    }

    @Test func samplesThatAreNotJSONAreOnlyTruncated() async throws {
        let call = Call<Library, String>(.motto) { try $0.string() }

        let mutations = try await SampleContract<Library>().mutations(of: call)

        #expect(mutations.rows.isEmpty)
        #expect(mutations.truncated == nil)
        #expect(mutations.description.hasSuffix("\nThe sample has no JSON keys.\nThe truncated body decodes."))
    }

    @Test func keysAboveTheLimitAreCounted() async throws {
        let mutations = try await SampleContract<Library>().mutations(of: .book("1"), maximumKeys: 2)

        #expect(mutations.requiredKeys == ["title", "author"])
        #expect(mutations.untriedKeys == 3)
        #expect(mutations.description.hasSuffix("3 more keys were not tried."))
    }

    @Test func secretsOfTheBodyAreNotPrinted() async throws {
        let body = #"{"title": "Emma", "author": {"name": "Jane"}, "token": "hunter2", "pages": 1}"#

        let mutations = try await contract(body).mutations(of: .book("1"))

        var text = "\(mutations)"
        dump(mutations, to: &text)
        text += mutations.rows.map { "\($0) \([$0.removed, $0.null, $0.otherType])" }.joined()
        #expect(!text.contains("hunter2"))
    }
}
