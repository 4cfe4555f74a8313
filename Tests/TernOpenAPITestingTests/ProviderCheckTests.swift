import Foundation
import Tern
import TernOpenAPITesting
import TernTesting
import Testing

@Suite(.timeLimit(.minutes(20)))
struct ProviderCheckTests {
    private struct Zoo: CallTarget {
        let request: NamedRoute
        var baseURL: URL { URL(string: "https://test.example.com/staging") ?? URL(fileURLWithPath: "/") }
    }

    private struct Anything: Decodable {}

    private func code<Result>(of body: () async throws -> Result) async -> TestKitError.Code? {
        do { _ = try await body() } catch { return (error as? TestKitError)?.code }
        return nil
    }

    private static let text = """
        {"openapi": "3.0.3", "info": {"title": "Zoo", "version": "1"}, "servers": [{"url": "https://zoo.example.com/v1"}],
        "paths": {
          "/animals/{id}": {"get": {"parameters": [
            {"name": "id", "in": "path", "required": true, "schema": {"type": "integer"}},
            {"name": "fields", "in": "query", "required": true, "schema": {"type": "string"}}],
            "responses": {"200": {"description": "", "content": {"application/json": {"schema": {"type": "object",
            "required": ["name"], "properties": {"name": {"type": "string"}}}}}}}}},
          "/animals": {"post": {"requestBody": {"required": true, "content": {"application/json": {"schema":
            {"type": "object", "required": ["name"], "properties": {"name": {"type": "string"}}}}}},
            "responses": {"201": {"description": ""}}}},
          "/keepers": {"get": {"operationId": "x", "responses": {"200": {"description": "", "content":
            {"application/json": {"schema": {"type": "string"}, "example": 7}}}}}}}}
        """

    private func withDocument<Result>(
        _ text: String = text,
        _ body: (OpenAPIDocument, _ folder: URL) async throws -> Result
    ) async throws -> Result {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appendingPathComponent("zoo.json")
        try Data(text.utf8).write(to: file)
        return try await body(OpenAPIDocument(contentsOf: file), folder)
    }

    private func animal(_ id: String, fields: String?, sample: JSONLiteral) -> Call<Zoo, Anything> {
        .init(.get("/animals/\(id)").query(["fields": fields]).sample(.json(sample)), name: "animal(_:)")
    }

    private func zoo(_ route: HTTPRoute) -> TargetCheck<Zoo> { .case(Zoo(request: NamedRoute(route, name: "case"))) }

    @Test func callsThatFitHaveNoFindings() async throws {
        try await withDocument { document, _ in
            let report = await Provider<Zoo>().check(
                against: document,
                .call(animal("7", fields: "name", sample: ["name": "Mia"])),
                zoo(.post("/animals").json(["name": "Mia"]).sample(.status(201)))
            )
            try report.get()
            #expect(report.uncoveredOperations == ["GET /keepers"])
            #expect(await code { try report.get(coveringAll: true) } == .differentDocument)
        }
    }

    @Test func differencesNameTheCaseTheOperationAndTheLine() async throws {
        try await withDocument { document, _ in
            let line = #line + 3
            let report = await Provider<Zoo>().check(
                against: document,
                .call(animal("x", fields: nil, sample: ["title": "Mia"]))
            )
            #expect(
                report.findings.map(\.text) == [
                    "path \"id\": a string instead of an integer", "query \"fields\": missing",
                    "response 200 /name: missing",
                ]
            )
            let finding = try #require(report.findings.first)
            #expect(finding.name == "Zoo.animal(_:)")
            #expect(finding.operation == "GET /animals/{id}")
            #expect(finding.source?.line == line)
            let error = #expect(throws: TestKitError.self) { try report.get() }
            #expect(error?.code == .differentDocument)
            #expect(error?.message.contains("\(#filePath):\(line): Zoo.animal(_:): GET /animals/{id}: ") == true)
        }
    }

    @Test func unknownPathsAndMethodsAreFound() async throws {
        try await withDocument { document, _ in
            let report = await Provider<Zoo>().check(
                against: document,
                zoo(.get("/cars").sample(.status(204))),
                zoo(.delete("/keepers").sample(.status(204))),
                zoo(.post("/animals").json(["age": 7]).sample(.status(200)))
            )
            #expect(
                report.findings.map(\.text) == [
                    "GET /cars: The document doesn't have this path.",
                    "DELETE /keepers: The document has this path only with GET.",
                    "request body /name: missing", "response 200: not in the document",
                ]
            )
        }
    }

    @Test func reportWithoutCallsFails() async throws {
        try await withDocument { document, _ in
            let report = await Provider<Zoo>().check(against: document)
            #expect(await code { try report.get() } == .differentDocument)
        }
    }

    @Test func documentsNameTheirOwnProblems() async throws {
        try await withDocument { document, _ in
            let problem = "zoo.json:12:68: The example doesn't fit its schema: a number instead of a string."
            #expect(document.problems == [problem])
        }
        #expect(await code { try await withDocument("{") { _, _ in } } == .unexpectedFixtureContent)
        let missing = FileManager.default.temporaryDirectory.appendingPathComponent("missing.json")
        #expect(await code { try OpenAPIDocument(contentsOf: missing) } == .fixtureNotFound)
    }

    @Test func recordingsAreCompared() async throws {
        let har = """
            {"log": {"entries": [{"request": {"method": "GET", "url": "https://zoo.example.com/v1/keepers"},
            "response": {"status": 200, "content": {"mimeType": "application/json", "text": "{}"}}}]}}
            """
        try await withDocument { document, folder in
            let file = folder.appendingPathComponent("zoo.har")
            try Data(har.utf8).write(to: file)
            for place in [file, folder] {
                let report = try document.check(recordings: place)
                let text = "zoo.har, entry 1: GET /keepers: response 200: an object instead of a string"
                #expect(report.findings.map(\.description) == [text])
                #expect(report.uncoveredOperations == ["GET /animals/{id}", "POST /animals"])
            }
            try Data("[]".utf8).write(to: file)
            #expect(await code { try document.check(recordings: file) } == .unreadableCassette)
            let missing = folder.appendingPathComponent("missing.har")
            #expect(await code { try document.check(recordings: missing) } == .cassetteNotFound)
        }
    }

    @Test func documentIsAMockServer() async throws {
        try await withDocument { document, _ in
            let server = try LoopbackServer(handlers: [
                "GET /animals/:id": { try document.sample(for: $0) }, "GET /keepers": { try document.sample(for: $0) },
                "POST /animals": { try document.sample(for: $0) },
            ])
            let zoo = Provider<Zoo>(endpointClosure: { Endpoint($0, baseURL: server.url) })

            let animal = try await zoo.request(Zoo(request: NamedRoute(.get("/animals/7"), name: "animal")))
            let created = try await zoo.request(Zoo(request: NamedRoute(.post("/animals"), name: "create")))
            let keeper = try await zoo.request(Zoo(request: NamedRoute(.get("/keepers"), name: "keeper")))

            #expect(try animal.string() == #"{"name": "text"}"# && animal.headers["Content-Type"] == "application/json")
            #expect(created.statusCode == 201 && created.data.isEmpty)
            // The document's own example isn't the text that its schema asks for.
            #expect(try keeper.string() == #""text""#)
        }
    }

    @Test func requestThatTheDocumentDoesNotHaveIsAnError() async throws {
        try await withDocument { document, _ in
            let request = RecordedRequest(method: .delete, url: "https://zoo.example.com/v1/animals/7")
            let error = #expect(throws: TestKitError.self) { try document.sample(for: request) }
            #expect(error?.code == .differentDocument)
        }
    }
}
