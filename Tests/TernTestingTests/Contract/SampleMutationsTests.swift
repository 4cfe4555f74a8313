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

        #expect(mutations.needs == ["title", "author", "author.name"])
        #expect(mutations.ignores == ["shelf"])
        #expect(mutations.toleratesNull == ["shelf", "pages"])
        #expect(!mutations.toleratesTruncation)
        #expect(mutations.untriedKeys == 0)
    }

    @Test func theTableHasARowForEachKey() async throws {
        let mutations = try await SampleContract<Library>().mutations(of: .book("1"))

        #expect(
            mutations.description == """
                key          removed  null     other type
                title        fails    fails    fails
                author       fails    fails    fails
                author.name  fails    fails    fails
                shelf        decodes  decodes  decodes
                pages        decodes  decodes  fails
                The truncated body fails.
                """
        )
    }

    @Test func firstElementOfAnArrayIsChanged() async throws {
        let body = #"[{"title": "Emma", "author": {"name": "Jane"}}, {"title": "Emil", "author": {"name": "Erich"}}]"#

        let mutations = try await contract(body).mutations(of: .books())

        #expect(mutations.needs == ["[0].title", "[0].author", "[0].author.name"])
        #expect(mutations.mutations.filter { $0.path == "[0]" }.map(\.isDecoded) == [true, false, false])
        #expect(!mutations.mutations.contains { $0.path.hasPrefix("[1]") })
    }

    @Test func valuesInsideAnIgnoredKeyAreNotChanged() async throws {
        let body = #"{"title": "Emma", "extra": {"deep": [{"er": 1}]}, "author": {"name": "Jane"}}"#

        let mutations = try await contract(body).mutations(of: .book("1"))

        #expect(mutations.ignores == ["extra"])
        #expect(mutations.needs == ["title", "author", "author.name"])
        #expect(!mutations.mutations.contains { $0.path.hasPrefix("extra.") })
    }

    @Test func keyWithNullInTheSampleIsNotIgnored() async throws {
        let body = #"{"title": "Emma", "pages": null, "author": {"name": "Jane"}}"#

        let mutations = try await contract(body).mutations(of: .book("1"))

        #expect(mutations.ignores.isEmpty)
        #expect(mutations.toleratesNull == ["pages"])
    }

    @Test(arguments: [
        "{\"title\":\"E\",\"author\":{\"name\":\"J\"}}",
        "\n { \"title\" : \"a,b}]\" ,\r\n\t\"author\" : { \"name\" : \"q\\\"u\\\\\" } , \"x\\u002cy\": [ ], \"e\": { } } \n",
        "{\"author\":{\"name\":\"{\"},\"list\":[[1,2],[3]],\"n\":-1.5e3,\"t\":true,\"title\":\"ü😀\"}",
    ])
    func keysAreRemovedCorrectlyFromAnyLayoutOfJSON(body: String) async throws {
        let mutations = try await contract(body).mutations(of: .book("1"))

        #expect(Set(mutations.needs) == ["title", "author", "author.name"])
        // A removal at the wrong place makes the JSON invalid, and the error shows it.
        for error in mutations.mutations.filter({ $0.change != .truncated }).compactMap(\.error) {
            #expect(!error.reason.contains("not valid JSON"))
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

        #expect(mutations.mutations.map(\.change) == [.truncated])
        #expect(mutations.toleratesTruncation)
        #expect(mutations.description == "The sample has no keys of JSON.\nThe truncated body decodes.")
    }

    @Test func keysAboveTheLimitAreCounted() async throws {
        let mutations = try await SampleContract<Library>().mutations(of: .book("1"), maximumKeys: 2)

        #expect(mutations.needs == ["title", "author"])
        #expect(mutations.untriedKeys == 3)
        #expect(mutations.description.hasSuffix("3 more keys were not tried."))
    }

    @Test func secretsOfTheBodyAreNotPrinted() async throws {
        let body = #"{"title": "Emma", "author": {"name": "Jane"}, "token": "hunter2", "pages": 1}"#

        let mutations = try await contract(body).mutations(of: .book("1"))

        var text = "\(mutations)"
        dump(mutations, to: &text)
        text += mutations.mutations.compactMap { $0.error.map { "\($0)" } }.joined()
        #expect(!text.contains("hunter2"))
    }
}
