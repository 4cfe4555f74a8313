import Foundation
import Tern
import TernTesting

@main
struct GitHubProgram {
    static func main() async {
        do {
            let options = try Options(CommandLine.arguments.dropFirst())
            guard !options.wantsHelp else { return print(Options.usage) }
            try await run(options)
        } catch let error as Options.UsageError {
            fail("\(error.message)\n\n\(Options.usage)", code: 64)
        } catch let error as TernError {
            // A sentence for people with the next step, and then the details for developers.
            let step = error.recoverySuggestion.map { " \($0)" } ?? ""
            fail("\(error.localizedDescription)\(step)\n\(error)", code: 1)
        } catch {
            fail("\(error)", code: 1)
        }
    }

    private static func run(_ options: Options) async throws {
        let cassette = try options.recording.map { try Cassette(contentsOf: $0, mode: .record) }
        switch options.source {
        case .file(let url):
            // The recorded server may have another port each time.
            let cassette = try Cassette(contentsOf: url, mode: .replay, matching: [.method, .path, .query, .body])
            try await Tour(github: GitHubRepository(provider: Provider.live().played(by: cassette))).run()
        case .stubs:
            try await Tour(github: GitHubRepository(provider: Provider.stubbed())).run()
        case .loopback:
            let server = try LoopbackServer.gitHub()
            defer { server.stop() }
            let provider = Provider.live(baseURL: server.url).played(by: cassette)
            try await Tour(github: GitHubRepository(provider: provider)).run()
        case .server(let url):
            // Without the option `--repository`, no token is sent, so that no repository gets an issue by accident.
            let token = options.repository == nil ? nil : ProcessInfo.processInfo.environment["GITHUB_TOKEN"]
            let provider = Provider.live(baseURL: url, token: token).played(by: cassette)
            var tour = Tour(github: GitHubRepository(provider: provider))
            tour.issuePlace = options.repository ?? tour.issuePlace
            tour.isAnonymous = token == nil
            try await tour.run()
        }
        try cassette?.save()
    }

    private static func fail(_ message: String, code: Int32) -> Never {
        FileHandle.standardError.write(Data("\(message)\n".utf8))
        exit(code)
    }
}
