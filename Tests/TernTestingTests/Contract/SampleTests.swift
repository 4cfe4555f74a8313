import Foundation
import Tern
import TernTesting
import Testing

@Suite(.timeLimit(.minutes(20)))
struct SampleTests {
    private func passed(_ report: SampleReport) -> [String] { report.rows.filter { $0.error == nil }.map(\.name) }

    @Test func samplesThatDecodePass() async throws {
        let report = await Provider<Library>().lint(
            .call(.book("1")),
            .call(.books()),
            .case(.motto)
        )

        #expect(passed(report) == ["Library.book", "Library.books", "Library.motto"])
        try report.get()
    }

    @Test func caseWithoutASampleIsReported() async {
        let report = await Provider<Library>().lint(.call(.delete("1")), .call(.book("1")))

        #expect(report.rows.map(\.error?.code) == [.missingSample, nil])
        #expect(passed(report) == ["Library.book"])
        #expect(report.description.contains("missing: Library.delete is stubbed, but its sampleData is empty."))
        #expect(throws: TestKitError.self) { try report.get() }
    }

    @Test func failureHasCasePathExpectationAndExcerpt() async throws {
        let stub = Provider<Library>.stub(journal: nil) { _ in .text(#"[{"title": "Emma", "author": {"name": 7}}]"#) }

        let report = await stub.lint(.call(.books()))

        let row = try #require(report.rows.first)
        #expect(row.name == "Library.books")
        #expect(row.error?.code == .decodingFailed)
        #expect(row.codingPath == "[0].author.name")
        #expect(
            row.description.hasSuffix(
                "Library.books: failed: decodingFailed at [0].author.name: expected String, found 7"
            )
        )
    }

    @Test(arguments: [
        (#"{"author": {"name": "Jane"}}"#, "", #"a value for the key "title""#),
        (#"{"title": null, "author": {"name": "Jane"}}"#, "title", "String, not null"),
        (#"{"title": "Emma""#, "", "JSON"),
    ])
    func eachKindOfFailureHasItsExpectation(body: String, path: String, expected: String) async throws {
        let report = await Provider<Library>.stub(journal: nil) { _ in .text(body) }.lint(.call(.book("1")))

        let row = try #require(report.rows.first)
        #expect(row.codingPath == path)
        #expect(row.description.contains("expected \(expected), found"))
    }

    @Test func sampleWithAnUnacceptableStatusFails() async throws {
        let stub = Provider<Library>.stub(journal: nil) { target in .json(["title": "Emma"], status: 500) }

        let report = await stub.lint(.call(.book("1")), .case(.motto))

        #expect(report.rows.map(\.error?.code) == [.unacceptableStatus, .unacceptableStatus])
        #expect(passed(report).isEmpty)
    }

    @Test func secretsOfTheBodyAreNotPrinted() async throws {
        let stub = Provider<Library>.stub(journal: nil) { _ in
            .text(#"{"title": 1, "token": "hunter2", "author": {"password": "hunter2"}}"#)
        }

        let report = await stub.lint(.call(.book("1")), .call(.books()))

        let row = try #require(report.rows.first)
        let error = #expect(throws: TestKitError.self) { try report.get() }
        var dumped = ""
        dump(report, to: &dumped)
        for text in ["\(report)", "\(row)", "\(String(describing: error))", dumped] {
            #expect(!text.contains("hunter2"))
        }
        #expect(report.description.contains("redacted"))
    }

    @Test func argumentsAreNotPrintedAndRepeatedCasesAreNumbered() async {
        let report = await Provider<Library>().lint(.call(.book("secret-1")), .call(.book("secret-2")))

        #expect(passed(report) == ["Library.book", "Library.book #2"])
        #expect(!report.description.contains("secret"))
    }

    @Test func theProvidersDecoderIsUsed() async {
        struct Loan: Decodable { let dueOn: Date }
        let call = Call<Library, Loan>(.book("1"))
        let stub = Provider<Library>.stub(journal: nil) { _ in .text(#"{"dueOn": "2026-01-01T00:00:00Z"}"#) }

        let plain = await stub.lint(.call(call))
        let configured = await stub.configured { $0.decoder = JSONDecoder() }.lint(.call(call))

        #expect(passed(plain).count == 1)
        #expect(passed(configured).isEmpty)
    }

    @Test func checkDoesNotWaitForAHeldSample() async {
        let stub = Provider<Library>.stub(journal: nil) { _ in .text("Read on.").held(by: SampleGate()) }

        let report = await stub.lint(.case(.motto))

        #expect(passed(report) == ["Library.motto"])
    }

    @Test func aSampleWhoseConnectionBreaksFails() async {
        let stub = Provider<Library>.stub(journal: nil) { _ in
            .text("Read on.").breakingOff(after: 2).held(by: SampleGate())
        }

        let report = await stub.lint(.case(.motto))

        #expect(report.rows.map(\.error?.code) == [.connectionLost])
    }

    @Test func errorListsOnlyTheFailures() async throws {
        let stub = Provider<Library>.stub(journal: nil) { target in
            switch target {
            case .book: .text("{}")
            case .books: .text("[]")
            case .motto: .status(404)
            case .delete: .fixture("no-such-file.json")
            }
        }
        let checkedAt = #line + 1
        let report = await stub.lint(.call(.book("1")), .call(.books()), .case(.motto), .call(.delete("1")))

        let error = try #require(#expect(throws: TestKitError.self) { try report.get() })

        let lines = "\(error)".split(separator: "\n").map(String.init)
        #expect(lines.first == "invalidSamples: 3 of 4 samples don't match their calls.")
        let ends = [
            "Library.book: failed: decodingFailed: expected a value for the key \"title\", found {}",
            "Library.motto: failed: unacceptableStatus: ", "Library.delete: missing: There is no file",
        ]
        #expect(lines.count == 4)
        for (line, end) in zip(lines.dropFirst(), ends) { #expect(line.contains("\(#filePath):\(checkedAt): \(end)")) }
    }

    @Test func checkWithoutCallsIsNotASuccess() async {
        let report = await Provider<Library>().lint([])

        #expect(throws: TestKitError.self) { try report.get() }
        #expect(report.description == "No sample was checked.")
    }

    @Test func theTableIsAligned() async {
        let line = #line + 1
        let report = await Provider<Library>().lint(.call(.book("1")), .case(.motto))

        #expect(
            report.description == """
                case           value  place                  sample
                Library.book   Book   SampleTests.swift:\(line)  passed
                Library.motto         SampleTests.swift:\(line)  passed
                """
        )
    }

    @Test func failureInAFixtureNamesItsFile() async throws {
        let stub = Provider<Library>.stub(journal: nil) { _ in .fixture("books.json") }

        let report = await stub.lint(.call(.books()))

        let row = try #require(report.rows.first)
        let path = URL(fileURLWithPath: #filePath).deletingLastPathComponent().path + "/Fixtures/books.json"
        #expect(row.place.fixturePath == path)
        #expect("\(row.place)" == "Fixtures/books.json")
        #expect(row.codingPath == "[1].author.name")
        #expect(
            "\(row)"
                == "\(path):1: Library.books: failed: decodingFailed at [1].author.name: expected String, found 8"
        )
    }

    @Test(arguments: ["", "x", "{", "\u{FEFF}x", "[[[["])
    func invalidSampleIsAFailureWithThePlaceOfItsEntry(body: String) async throws {
        let line = #line + 1
        let row = try #require(
            await Provider<Library>.stub(journal: nil) { _ in .text(body) }.lint(.call(.book("1"))).rows.first
        )

        #expect(row.error?.code == .decodingFailed)
        #expect("\(row.place)" == "SampleTests.swift:\(line)")
    }

    @Test func deeplyNestedSampleIsAFailure() async throws {
        let body = String(repeating: "[", count: 600) + String(repeating: "]", count: 600)

        let row = try #require(
            await Provider<Library>.stub(journal: nil) { _ in .text(body) }.lint(.call(.book("1"))).rows.first
        )

        #expect(row.error?.code == .decodingFailed)
        #expect(row.description.utf8.count < 2_000)
    }

    @Test func keysInTheTextAreUnambiguous() async throws {
        let call = Call<Library, [String: [String: Int]]>(.book("1"))
        let stub = Provider<Library>.stub(journal: nil) { _ in .text(#"{"a.b": {"say \"hi\"\n": "1"}}"#) }

        let row = try #require(await stub.lint(.call(call)).rows.first)

        #expect(row.codingPath == #"["a.b"]["say \"hi\"\u000a"]"#)
    }
}
