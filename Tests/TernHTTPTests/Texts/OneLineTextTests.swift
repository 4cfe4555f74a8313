import Foundation
import Tern
import TernPlugins
import TestDoubles
import Testing

/// Texts that are documented as one line are one line, whatever they quote.
@Suite(.timeLimit(.minutes(20)))
struct OneLineTextTests {
    private struct ForeignError: Error, CustomStringConvertible {
        let description: String
    }

    private static let breaks = ["\n", "\r\n", "\r", "\u{0B}", "\u{0C}", "\u{85}", "\u{2028}", "\u{2029}"]

    private func isOneLine(_ text: String) -> Bool { !text.contains(where: \.isNewline) }

    @Test(arguments: breaks) func errorWithAMethodIsOneLine(lineBreak: String) async throws {
        let provider = Provider<OpenTarget>(returning: .status(200))
        let method = HTTPMethod(rawValue: "GET\(lineBreak)X: y")

        let error = await #expect(throws: TernError.self) { try await provider.request(OpenTarget(method: method)) }

        #expect(error?.code == .invalidField)
        #expect(isOneLine("\(method)"))
        #expect(isOneLine(error?.description ?? "\n"))
    }

    @Test(arguments: breaks) func errorWithAForeignErrorIsOneLine(lineBreak: String) async throws {
        let provider = Provider<OpenTarget>(
            returning: .networkError(ForeignError(description: "first\(lineBreak)second")),
            plugins: []
        )

        let error = await #expect(throws: TernError.self) { try await provider.request(OpenTarget()) }

        #expect(error?.description.contains("first second") == true || lineBreak == "\r\n")
        #expect(isOneLine(error?.description ?? "\n"))
    }

    @Test(arguments: breaks) func lineOfTheLogIsOneLine(lineBreak: String) async throws {
        let lines = Locked<[String]>([])
        let provider = Provider<OpenTarget>(
            returning: .networkError(ForeignError(description: "first\(lineBreak)second")),
            plugins: [LogPlugin { entry in lines.withLock { $0.append(entry.text) } }]
        )

        _ = await #expect(throws: TernError.self) { try await provider.request(OpenTarget()) }

        #expect(lines.withLock(\.self).allSatisfy(isOneLine))
        #expect(!lines.withLock(\.self).isEmpty)
    }

    #if os(Linux)
        @Test(arguments: breaks) func errorOfAUnixSocketIsOneLine(lineBreak: String) async throws {
            var configuration = TransportConfiguration()
            configuration.unixSocketPath = "/missing/a\(lineBreak)b"
            let provider = Provider<OpenTarget>(transport: try CurlTransport(configuration))

            let error = await #expect(throws: TernError.self) { try await provider.request(OpenTarget()) }

            #expect(error?.code == .connectionRefused)
            #expect(isOneLine(error?.description ?? "\n"))
        }
    #endif

    @Test func nextStepBeginsANewLineAfterABody() async throws {
        let provider = Provider<OpenTarget>(returning: .text("{\"id\": \"one. Two\"}"))

        let error = await #expect(throws: TernError.self) {
            try await provider.request(OpenTarget(), as: [String: Int].self)
        }

        let lines = (error?.description ?? "").split(separator: "\n")
        #expect(lines.count == 2)
        #expect(lines.last.map(String.init) == error?.advice)
    }
}
