import Foundation
import Tern
import TernTesting
import TestDoubles
import Testing

@testable import TernHTTP
@testable import TernURLSession

/// Errors about a file show its name or path in quotes, since both may have spaces.
@Suite(.timeLimit(.minutes(20)))
struct FileNameTextTests {
    struct Row: Sendable, CustomTestStringConvertible {
        let testDescription: String
        /// Uses a file that can't be used, in an existing folder whose name has a space.
        let use: @Sendable (_ folder: URL) async throws -> Void

        init(_ description: String, _ use: @escaping @Sendable (_ folder: URL) async throws -> Void) {
            testDescription = description
            self.use = use
        }
    }

    static let name = "two words.txt"

    static let rows: [Row] =
        [
            Row("download to a web URL") { _ in
                try await download(to: .file(try #require(URL(string: "https://a.example/two%20words.txt"))))
            },
            Row("download into a missing directory") {
                try await download(to: .file($0.appendingPathComponent("none/\(name)")))
            },
            Row("download to a directory") { try await download(to: .file(try directory(in: $0))) },
            Row("download into a file") { try await download(to: .directory(try file(in: $0))) },
            Row("download to an existing file") {
                try await download(to: Request.DownloadDestination.file(try file(in: $0), ifExists: .fail))
            },
            Row("download below a file") {
                let place = try file(in: $0).appendingPathComponent("a/\(name)/b.txt")
                try await download(to: Request.DownloadDestination.file(place, createsDirectories: true))
            },
            Row("request body") { _ = try RequestBody.file($0.appendingPathComponent(name)) },
            Row("part of a form") {
                let task = HTTPTask.multipart([.file($0.appendingPathComponent(name), name: "a")])
                _ = try task.encodedBody(default: QueryEncoder())
            },
            Row("sample file") {
                let provider = Provider<OpenTarget>(returning: .file($0.appendingPathComponent(name)))
                _ = try await provider.request(OpenTarget())
            },
            Row("file of a response") {
                _ = try BodyStream(file: $0.appendingPathComponent(name), of: Response(statusCode: 200))
            },
            Row("certificates") { _ = try PEMCertificates(.file($0.appendingPathComponent(name)), "the roots") },
            Row("missing fixture") { _ = try fixture(in: $0) },
            Row("similar fixture") {
                try Data().write(to: $0.appendingPathComponent("two word.txt"))
                _ = try fixture(in: $0)
            },
            Row("fixture that isn't text") {
                try Data([0xFF]).write(to: $0.appendingPathComponent(name))
                _ = try fixture(in: $0).text
            },
            Row("fixture that isn't JSON") {
                _ = try fixture(in: try file(in: $0).deletingLastPathComponent()).json(as: Int.self)
            },
            Row("socket below a missing folder") {
                _ = try LoopbackServer(unixSocketPath: $0.appendingPathComponent("no/\(name)").path) { _ in .status(200)
                }
            },
            Row("socket where a file is") {
                _ = try LoopbackServer(unixSocketPath: try file(in: $0).path) { _ in .status(200) }
            },
            Row("socket with a long path") {
                let folder = $0.appendingPathComponent(String(repeating: "a", count: 200))
                _ = try LoopbackServer(unixSocketPath: folder.appendingPathComponent(name).path) { _ in .status(200) }
            },
        ] + rowsOfCurl

    #if os(Linux)
        static let rowsOfCurl = [
            Row("roots of libcurl") {
                var configuration = TransportConfiguration()
                configuration.tls.trust = .roots(.file($0.appendingPathComponent(name)))
                _ = try CurlTransport(configuration)
            },
            Row("missing socket") {
                var configuration = TransportConfiguration()
                configuration.unixSocketPath = $0.appendingPathComponent(name).path
                _ = try await Provider<OpenTarget>(transport: try CurlTransport(configuration)).request(OpenTarget())
            },
        ]
    #else
        static let rowsOfCurl: [Row] = []
    #endif

    @Test(arguments: rows) func namesOfFilesAreQuoted(row: Row) async throws {
        let folder = TemporaryFolder()
        let error = try await #require(throws: (any Error).self) { try await row.use(folder.url) }

        let text = "\(error)"
        // Every second piece is within quotes.
        let pieces = text.components(separatedBy: "\"")
        let quoted = pieces.indices.filter { $0 % 2 == 1 && pieces[$0].contains("two word") }
        let bare = pieces.indices.filter { $0 % 2 == 0 && pieces[$0].contains("two word") }
        #expect(!quoted.isEmpty && bare.isEmpty, "\(text)")
    }

    // MARK: - Private

    private static func file(in folder: URL) throws -> URL {
        let url = folder.appendingPathComponent(name)
        try Data("words".utf8).write(to: url)
        return url
    }

    private static func directory(in folder: URL) throws -> URL {
        let url = folder.appendingPathComponent(name)
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
        return url
    }

    private static func fixture(in folder: URL) throws -> Fixture {
        try Fixture(name, filePath: folder.appendingPathComponent("SomeTests.swift").path)
    }

    private static func download(to destination: Request.DownloadDestination) async throws {
        _ = try await Provider<OpenTarget>(returning: .text("hello")).download(OpenTarget(), to: destination)
    }
}
