import Foundation
import TernOpenAPI
import Testing

@testable import tern_openapi

@Suite(.timeLimit(.minutes(20)))
struct OutputFolderTests {
    private static let document = """
        openapi: 3.1.0
        info: { title: Zoo API, version: "1" }
        servers: [{ url: "https://zoo.example.com" }]
        paths:
          /animals: { get: { operationId: animals, tags: [Animals], responses: { "204": { description: "" } } } }
          /keepers: { get: { operationId: keepers, tags: [Keepers], responses: { "204": { description: "" } } } }

        """

    private let folder = FileManager.default.temporaryDirectory.appendingPathComponent("openapi-\(UUID())")

    private func run(_ document: String, _ more: String..., output: String = "Zoo") throws -> Int32 {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let file = folder.appendingPathComponent("zoo.yaml")
        try Data(document.utf8).write(to: file)
        return TernOpenAPICommand.run(["generate", file.path, "--output", "\(folder.path)/\(output)"] + more)
    }

    private func names() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder.path + "/Zoo").sorted()
    }

    private func date(_ name: String) throws -> Date? {
        try FileManager.default.attributesOfItem(atPath: folder.path + "/Zoo/" + name)[.modificationDate] as? Date
    }

    @Test func secondRunWritesOnlyWhatChanged() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        #expect(try run(Self.document) == 0)
        #expect(try names() == ["Zoo+Animals.swift", "Zoo+Keepers.swift", "Zoo.swift"])
        let own = folder.appendingPathComponent("Zoo/Zoo+Own.swift")
        try Data("// mine\n".utf8).write(to: own)
        let date = try date("Zoo+Animals.swift")

        #expect(try run(Self.document.replacing("tags: [Keepers]", with: "tags: [Staff]")) == 0)

        #expect(try names() == ["Zoo+Animals.swift", "Zoo+Own.swift", "Zoo+Staff.swift", "Zoo.swift"])
        #expect(try self.date("Zoo+Animals.swift") == date)
        #expect(try String(contentsOf: own, encoding: .utf8) == "// mine\n")
    }

    @Test func fileOfAPersonStopsTheRunBeforeAnythingIsWritten() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        try FileManager.default.createDirectory(
            at: folder.appendingPathComponent("Zoo"),
            withIntermediateDirectories: true
        )
        let own = folder.appendingPathComponent("Zoo/Zoo+Keepers.swift")
        try Data("// mine\n".utf8).write(to: own)

        #expect(try run(Self.document) == 1)

        #expect(try names() == ["Zoo+Keepers.swift"])
        #expect(try String(contentsOf: own, encoding: .utf8) == "// mine\n")
    }

    @Test(arguments: [
        ("paths: {}", 1),
        ("openapi: 2.0\n", 1),
        // What is left if the rest is cut off.
        ("openapi: 3.1.0\ninfo: {}\n", 1),
        ("openapi: 3.1.0\npaths:\n", 1),
        ("{", 1),
    ])
    func wrongDocumentLeavesNothingBehind(document: String, code: Int32) throws {
        defer { try? FileManager.default.removeItem(at: folder) }

        #expect(try run(document) == code)

        #expect(!FileManager.default.fileExists(atPath: folder.path + "/Zoo"))
    }

    @Test func filterWithoutAMatchIsAWrongUsage() throws {
        defer { try? FileManager.default.removeItem(at: folder) }

        #expect(try run(Self.document, "--only", "tag:Animal") == 64)
        #expect(!FileManager.default.fileExists(atPath: folder.path + "/Zoo"))
    }

    @Test(arguments: [("Zoo", "Zoo"), ("Sources/App/API", "App"), ("Sources/my-app", "my_app"), ("1", "_1")])
    func testsImportTheTargetOfThePackage(output: String, module: String) throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let tests = folder.path + "/Tests"

        #expect(try run(Self.document, "--tests", tests, output: output) == 0)

        let text = try String(contentsOfFile: tests + "/ZooTests.swift", encoding: .utf8)
        #expect(text.contains("\n@testable import \(module)\n"))
    }

    @Test func testsDoNotStandAmongTheSources() throws {
        defer { try? FileManager.default.removeItem(at: folder) }

        #expect(try run(Self.document, "--tests", folder.path + "/Zoo/.") == 64)
    }

    @Test func nothingIsWrittenIfTheTestsCannotBe() throws {
        defer { try? FileManager.default.removeItem(at: folder) }

        #expect(try run(Self.document, "--tests", folder.path + "/zoo.yaml") == 1)

        #expect(try names() == [])
    }

    @Test func longTitleIsAShortName() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let title = String(repeating: "动物园", count: 300)

        #expect(try run(Self.document.replacing("Zoo API", with: title)) == 0)
    }
}
