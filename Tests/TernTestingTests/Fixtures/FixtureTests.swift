import Foundation
import Tern
import TernTesting
import Testing

@Suite(.timeLimit(.minutes(20)))
struct FixtureTests {
    struct User: Codable, Equatable {
        let login: String
    }

    private let folder: FixtureFolder

    init() throws {
        folder = FixtureFolder()
    }

    @Test func fileBesideTheTestIsFoundWithoutAPath() throws {
        let fixture = try Fixture("FixtureTests.swift")

        #expect(try fixture.text.contains("fileBesideTheTestIsFoundWithoutAPath"))
        #expect(fixture.url.path == #filePath)
    }

    @Test func theFolderFixturesComesFirst() throws {
        try folder.write("beside", to: "user.txt")
        try folder.write("inside", to: "Fixtures/user.txt")
        try folder.write("alone", to: "other.txt")

        #expect(try Fixture("user.txt", filePath: folder.filePath).text == "inside")
        #expect(try Fixture("other.txt", filePath: folder.filePath).text == "alone")
    }

    @Test func subfolderIsPartOfTheName() throws {
        try folder.write("{}", to: "Fixtures/users/octocat.json")

        let fixture = try Fixture("users/octocat.json", filePath: folder.filePath)

        #expect(fixture.data == Data("{}".utf8))
        #expect(fixture.name == "users/octocat.json")
    }

    @Test func bundleIsSearchedInItsFixturesFolderAndAtItsRoot() throws {
        try folder.write("inside", to: "Fixtures/user.txt")
        try folder.write("among", to: "other.txt")
        let bundle = try #require(Bundle(path: folder.url.path))

        #expect(try Fixture("user.txt", in: bundle).text == "inside")
        #expect(try Fixture("other.txt", in: bundle).text == "among")
        let error = #expect(throws: TestKitError.self) { try Fixture("none.txt", in: bundle) }
        #expect(error?.code == .fixtureNotFound)
    }

    @Test func jsonDecodesWithTheGivenDecoder() throws {
        try folder.write(#"{"user_name": "octocat"}"#, to: "user.json")
        struct Renamed: Decodable { let userName: String }
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase

        let value = try Fixture("user.json", filePath: folder.filePath).json(as: Renamed.self, using: decoder)

        #expect(value.userName == "octocat")
    }

    @Test func jsonOfAnotherTypeFailsWithFileAndPathWithoutSecrets() throws {
        try folder.write(#"[{"name": 1, "token": "hunter2"}]"#, to: "users.json")
        let fixture = try Fixture("users.json", filePath: folder.filePath)

        let error = #expect(throws: TestKitError.self) { try fixture.json(as: [User].self) }

        #expect(error?.code == .unexpectedFixtureContent)
        #expect(error?.message.contains("users.json") == true)
        #expect(error?.message.contains("[0]") == true)
        #expect(error?.message.contains("login") == true)
        #expect(error?.message.contains("hunter2") == false)
    }

    @Test func fileThatIsNotTextIsAnError() throws {
        try folder.write(Data([0xFF, 0xD8, 0xFF]), to: "photo.jpg")
        let fixture = try Fixture("photo.jpg", filePath: folder.filePath)

        #expect(fixture.data.count == 3)
        let error = #expect(throws: TestKitError.self) { try fixture.text }
        #expect(error?.code == .unexpectedFixtureContent)
    }

    @Test func missingFixtureNamesEveryPath() throws {
        try folder.write("{}", to: "Fixtures/user.json")
        try folder.write("{}", to: "Fixtures/repositories.json")

        let error = #expect(throws: TestKitError.self) { try Fixture("users.json", filePath: folder.filePath) }

        let tried = ["Fixtures/users.json", "users.json"].map { folder.url.appendingPathComponent($0).path }
        #expect(error?.code == .fixtureNotFound)
        for path in tried { #expect(error?.message.contains(path) == true) }
    }

    @Test func aMissingFolderIsAMissingFixture() {
        let error = #expect(throws: TestKitError.self) {
            try Fixture("user.json", filePath: "/nowhere/at/all/Test.swift")
        }
        #expect(error?.code == .fixtureNotFound)
    }

    @Test(arguments: [
        "", "/etc/passwd", "../secret.txt", "a/../../secret.txt", "a/..", "~/secret.txt", #"..\secret.txt"#, "a\0b",
        "users/", ".",
    ])
    func nameOutsideTheFolderIsRefused(name: String) throws {
        try folder.write("secret", to: "secret.txt")
        try folder.write("inner", to: "inner/Fixtures/users/octocat.json")
        let caller = folder.url.appendingPathComponent("inner/Test.swift").path

        let error = #expect(throws: TestKitError.self) { try Fixture(name, filePath: caller) }

        #expect(error?.code == .invalidFixtureName)
    }

    @Test func folderIsNotAFixture() throws {
        try folder.write("{}", to: "Fixtures/users/octocat.json")

        let error = #expect(throws: TestKitError.self) { try Fixture("users", filePath: folder.filePath) }

        #expect(error?.code == .fixtureNotFound)
    }

    @Test func anEmptyFileIsAFixture() throws {
        try folder.write("", to: "empty.txt")

        #expect(try Fixture("empty.txt", filePath: folder.filePath).text == "")
    }
}
