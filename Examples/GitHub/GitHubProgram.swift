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
        switch options.source {
        case .stubs:
            try await Tour(github: GitHubRepository(provider: Provider.stubbed())).run()
        case .loopback:
            let server = try LoopbackServer.gitHub()
            defer { server.stop() }
            try await Tour(github: GitHubRepository(provider: Provider.live(baseURL: server.url))).run()
        case .server(let url):
            // Without the option `--repository`, no token is sent, so that no repository gets an issue by accident.
            let token = options.repository == nil ? nil : ProcessInfo.processInfo.environment["GITHUB_TOKEN"]
            var tour = Tour(github: GitHubRepository(provider: Provider.live(baseURL: url, token: token)))
            tour.issuePlace = options.repository ?? tour.issuePlace
            tour.isAnonymous = token == nil
            try await tour.run()
        }
    }

    private static func fail(_ message: String, code: Int32) -> Never {
        FileHandle.standardError.write(Data("\(message)\n".utf8))
        exit(code)
    }
}
