import Foundation
import Testing

@testable import Tern

/// The page about the architecture names the stages in the order of the list, and files that exist.
@Suite(.timeLimit(.minutes(20)))
struct ArchitectureTests {
    private struct PassingLayer: TransportLayer {
        func send(_ request: Request, hop: Hop, next: any Transport) async throws -> Response {
            try await next.send(request, hop: hop)
        }
    }

    private let page: README

    init() throws {
        page = try README(path: README.page("Architecture"))
    }

    @Test func tableHasTheStagesInTheOrderOfTheList() throws {
        let stages = Provider<MultiTarget>.stages(
            plugins: [Hooks()],
            isObserved: true,
            sharesRequests: true,
            redirects: .follow(limit: 1),
            transport: .platform.layered(PassingLayer())
        ).map { "\(type(of: $0))" }
        let files = page.table(under: "One call, file by file").map { $0[1] }
        let named = stages.map { $0 == "PluginStage" ? "Plugin.swift" : "\($0).swift" }
        #expect(files.filter(named.contains) == named)
    }

    @Test func everyFileExistsOnce() throws {
        let names = try ["TernHTTP", "TernCurl", "TernURLSession", "Tern", "TernCache"].flatMap { module in
            let folder = README.root.appending(path: "Sources/\(module)")
            let paths = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
            return paths.map { URL(filePath: $0).lastPathComponent }
        }
        let mentioned = page.lines.joined(separator: "\n").matches(of: /`([\w+]+\.swift)`/).map { String($0.1) }
        try #require(mentioned.count > 25)
        for name in mentioned { #expect(names.count { $0 == name } == 1, "\(name)") }
    }
}
