import Foundation
import Tern
import TernTesting
import Testing

@Suite(.timeLimit(.minutes(20)))
struct SampleResponseFixtureTests {
    enum API: TargetType {
        case file

        var baseURL: URL { URL(string: "https://api.example.com")! }
        var path: String { "/file" }
    }

    private let folder: FixtureFolder

    init() throws {
        folder = FixtureFolder()
    }

    private func request(_ sample: @escaping @autoclosure @Sendable () -> SampleResponse) async throws -> Response {
        try await Provider<API>.stub { _ in sample() }.request(.file)
    }

    @Test(arguments: [
        ("a.json", "application/json"), ("a.txt", "text/plain; charset=utf-8"),
        ("a.html", "text/html; charset=utf-8"), ("a.xml", "application/xml"), ("a.png", "image/png"),
        ("a.jpg", "image/jpeg"), ("a.JPEG", "image/jpeg"), ("a.gif", "image/gif"), ("a.webp", "image/webp"),
        ("a.pdf", "application/pdf"), ("a.csv", "text/csv; charset=utf-8"), ("a.b.json", "application/json"),
        ("a.unknown", "application/octet-stream"), ("a", "application/octet-stream"),
        ("v1.json/a", "application/octet-stream"),
    ])
    func contentTypeDependsOnTheExtension(name: String, contentType: String) async throws {
        try folder.write("body", to: "Fixtures/\(name)")

        let path = folder.filePath
        let response = try await request(.fixture(name, filePath: path))

        #expect(response.headers["Content-Type"] == contentType)
        #expect(response.data == Data("body".utf8))
        #expect(response.statusCode == 200)
    }

    @Test func statusAndFieldsAreTheGivenOnes() async throws {
        try folder.write("{}", to: "problem.json")
        let path = folder.filePath

        let response = try await request(
            .fixture("problem.json", status: 201, headers: ["content-type": "text/x", "ETag": "1"], filePath: path)
        )

        #expect(response.statusCode == 201)
        #expect(response.headers.values(for: "Content-Type") == ["text/x"])
        #expect(response.headers["ETag"] == "1")
    }

    @Test func existingFixtureIsASample() async throws {
        try folder.write("{}", to: "user.json")
        let fixture = try Fixture("user.json", filePath: folder.filePath)

        #expect(try await request(.fixture(fixture)).headers["Content-Type"] == "application/json")
    }

    @Test func fileBesideTheTestIsFoundWithoutAPath() async throws {
        let response = try await request(.fixture("SampleResponseFixtureTests.swift"))

        #expect(try response.string().contains("fileBesideTheTestIsFoundWithoutAPath"))
    }

    @Test func bundleIsSearched() async throws {
        try folder.write("{}", to: "user.json")
        let bundle = try #require(Bundle(path: folder.url.path))

        #expect(try await request(.fixture("user.json", in: bundle)).data == Data("{}".utf8))
    }

    @Test func missingFixtureFailsTheCallAndNamesThePaths() async throws {
        try folder.write("{}", to: "Fixtures/user.json")
        let path = folder.filePath

        let error = await #expect(throws: TernError.self) {
            try await request(.fixture("users.json", filePath: path))
        }

        #expect(error?.code == .missingSample)
        for tried in ["Fixtures/users.json", "users.json"] {
            #expect(error?.reason.contains(folder.url.appendingPathComponent(tried).path) == true)
        }
        #expect((error?.underlying as? TestKitError)?.code == .fixtureNotFound)
    }

    @Test func nameOutsideTheFolderIsAMissingSample() async throws {
        let path = folder.filePath

        let error = await #expect(throws: TernError.self) { try await request(.fixture("../x.json", filePath: path)) }

        #expect(error?.code == .missingSample)
        #expect((error?.underlying as? TestKitError)?.code == .invalidFixtureName)
    }
}
