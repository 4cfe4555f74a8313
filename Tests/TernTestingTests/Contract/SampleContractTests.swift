import Foundation
import Tern
import TernTesting
import Testing

@Suite(.timeLimit(.minutes(5)))
struct SampleContractTests {
    @Test func samplesThatDecodePass() async throws {
        let report = await SampleContract<Library>().check(
            .call(.book("1")),
            .call(.books()),
            .case(.motto)
        )

        #expect(report.passed == ["Library.book", "Library.books", "Library.motto"])
        #expect(report.failures.isEmpty)
        #expect(report.withoutSample.isEmpty)
        try report.get()
    }

    @Test func caseWithoutASampleIsReported() async {
        let report = await SampleContract<Library>().check(.call(.delete("1")), .call(.book("1")))

        #expect(report.withoutSample == ["Library.delete"])
        #expect(report.passed == ["Library.book"])
        #expect(report.description.contains("missing: Library.delete is stubbed, but its sampleData is empty."))
        #expect(throws: TestKitError.self) { try report.get() }
    }

    @Test func failureHasCasePathExpectationAndExcerpt() async throws {
        let contract = SampleContract<Library> { _ in .text(#"[{"title": "Emma", "author": {"name": 7}}]"#) }

        let report = await contract.check(.call(.books()))

        let (name, failure) = try #require(report.failures.first)
        #expect(name == "Library.books")
        #expect(failure.error.code == .decodingFailed)
        #expect(failure.codingPath == "[0].author.name")
        #expect(failure.expected == "String")
        #expect(failure.excerpt == "7")
    }

    @Test(arguments: [
        (#"{"author": {"name": "Jane"}}"#, "", #"a value for the key "title""#),
        (#"{"title": null, "author": {"name": "Jane"}}"#, "title", "String, not null"),
        (#"{"title": "Emma""#, "", "JSON"),
    ])
    func eachKindOfFailureHasItsExpectation(body: String, path: String, expected: String) async throws {
        let report = await SampleContract<Library> { _ in .text(body) }.check(.call(.book("1")))

        let failure = try #require(report.failures.first?.failure)
        #expect(failure.codingPath == path)
        #expect(failure.expected == expected)
    }

    @Test func sampleWithAnUnacceptableStatusFails() async throws {
        let contract = SampleContract<Library> { target in .json(["title": "Emma"], status: 500) }

        let report = await contract.check(.call(.book("1")), .case(.motto))

        #expect(report.failures.map(\.failure.error.code) == [.unacceptableStatus, .unacceptableStatus])
        #expect(report.passed.isEmpty)
    }

    @Test func secretsOfTheBodyAreNotPrinted() async throws {
        let contract = SampleContract<Library> { _ in
            .text(#"{"title": 1, "token": "hunter2", "author": {"password": "hunter2"}}"#)
        }

        let report = await contract.check(.call(.book("1")), .call(.books()))

        let failure = try #require(report.failures.first?.failure)
        let error = #expect(throws: TestKitError.self) { try report.get() }
        var dumped = ""
        dump(failure, to: &dumped)
        for text in ["\(report)", "\(failure)", "\(String(describing: error))", failure.excerpt, dumped] {
            #expect(!text.contains("hunter2"))
        }
        #expect(report.description.contains("redacted"))
    }

    @Test func argumentsAreNotPrintedAndRepeatedCasesAreNumbered() async {
        let report = await SampleContract<Library>().check(.call(.book("secret-1")), .call(.book("secret-2")))

        #expect(report.passed == ["Library.book", "Library.book #2"])
        #expect(!report.description.contains("secret"))
    }

    @Test func theProvidersDecoderIsUsed() async {
        struct Loan: Decodable { let dueOn: Date }
        let call = Call<Library, Loan>(.book("1"))
        let configuration = ProviderConfiguration()
        configuration.decoder.dateDecodingStrategy = .iso8601
        let answer: @Sendable (Library) -> SampleResponse = { _ in .text(#"{"dueOn": "2026-01-01T00:00:00Z"}"#) }

        let plain = await SampleContract(response: answer).check(.call(call))
        let configured = await SampleContract(configuration: configuration, response: answer).check(.call(call))

        #expect(plain.failures.count == 1)
        #expect(configured.passed.count == 1)
    }

    @Test func checkDoesNotWaitForAHeldSample() async {
        let contract = SampleContract<Library> { _ in .text("Read on.").held(by: SampleGate()) }

        let report = await contract.check(.case(.motto))

        #expect(report.passed == ["Library.motto"])
    }

    @Test func aSampleWhoseConnectionBreaksFails() async {
        let contract = SampleContract<Library> { _ in .text("Read on.").breakingOff(after: 2).held(by: SampleGate()) }

        let report = await contract.check(.case(.motto))

        #expect(report.failures.map(\.failure.error.code) == [.connectionLost])
    }

    @Test func errorListsOnlyTheFailures() async throws {
        let contract = SampleContract<Library> { target in
            switch target {
            case .book: .text("{}")
            case .books: .text("[]")
            case .motto: .status(404)
            case .delete: .fixture("no-such-file.json")
            }
        }
        let report = await contract.check(.call(.book("1")), .call(.books()), .case(.motto), .call(.delete("1")))

        let error = try #require(#expect(throws: TestKitError.self) { try report.get() })

        let text = "\(error)"
        #expect(text.hasPrefix("invalidSamples: 3 of 4 samples"))
        for part in ["Library.book ", "Library.motto", "Library.delete", "no-such-file.json", "unacceptableStatus"] {
            #expect(text.contains(part))
        }
        #expect(!text.contains("Library.books"))
    }

    @Test func checkWithoutCallsIsNotASuccess() async {
        let report = await SampleContract<Library>().check([])

        #expect(throws: TestKitError.self) { try report.get() }
        #expect(report.description == "No sample was checked.")
    }

    @Test func theTableIsAligned() async {
        let report = await SampleContract<Library>().check(.call(.book("1")), .case(.motto))

        #expect(
            report.description == """
                case           value  sample
                Library.book   Book   passed
                Library.motto         passed
                """
        )
    }
}
