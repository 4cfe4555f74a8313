import Foundation
import Testing

/// The README's first program, the examples and an app compile in a module whose code is nonisolated by default, and in one
/// whose code belongs to the main actor.
@Suite(.timeLimit(.minutes(5)))
struct IsolationModeTests {
    private static let root = (0..<4).reduce(URL(filePath: #filePath)) { url, _ in url.deletingLastPathComponent() }

    private static let modes = [
        [],
        ["-default-isolation", "MainActor"],
        [
            "-default-isolation", "MainActor",
            "-enable-upcoming-feature", "InferIsolatedConformances",
            "-enable-upcoming-feature", "NonisolatedNonsendingByDefault",
        ],
    ]

    private static let programs = [
        "Tests/READMEProgram", "Examples/Accounts", "Examples/Coffee", "Examples/GitHub", "Examples/MockAPI",
    ]

    @Test(.enabled(if: SwiftCompiler() != nil), arguments: programs)
    func programCompilesInEveryMode(_ program: String) async throws {
        let compiler = try #require(SwiftCompiler())
        let files = try Self.sources(in: program)
        // The README's program has top-level code.
        let flags = files.count > 1 ? ["-parse-as-library"] : []
        for mode in Self.modes {
            #expect(try await compiler.diagnostics(of: files, flags: flags + mode) == [], "\(mode)")
        }
    }

    /// Without upcoming features; the test target itself is built with them.
    @Test(.enabled(if: SwiftCompiler() != nil))
    func appCompilesWithoutUpcomingFeatures() async throws {
        let compiler = try #require(SwiftCompiler())
        let app = Self.root.appending(path: "Tests/MainActorAppTests/App.swift")

        #expect(try await compiler.diagnostics(of: [app], flags: Self.modes[1]) == [])
    }

    private static func sources(in folder: String) throws -> [URL] {
        let url = root.appending(path: folder)
        let files = try FileManager.default.contentsOfDirectory(at: url, includingPropertiesForKeys: nil)
            .filter { $0.pathExtension == "swift" }
        try #require(!files.isEmpty)
        return files
    }
}
