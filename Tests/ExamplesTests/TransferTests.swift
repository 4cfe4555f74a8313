import Foundation
import Tern
import TernTesting
import Testing

@testable import transfer

@Suite(.timeLimit(.minutes(5)))
struct TransferTests {
    @Test func filesAreDownloadedAndUploaded() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "TransferTests-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let server = try LoopbackServer.slow(bytesPerSecond: 50_000_000)
        let client = TransferClient(provider: Provider<Transfers>(), report: { _ in })

        let files = try await client.download(SlowServer.names.map { server.url.appending(path: $0) }, to: folder)

        #expect(files.map(\.lastPathComponent) == SlowServer.names)
        for file in files { #expect(try Data(contentsOf: file) == SlowServer.bodies[file.lastPathComponent]) }
        #expect(try await client.upload(files[0], to: server.url.appending(path: "inbox")) == 201)
    }

    @Test func fileWithAnotherDigestIsRemoved() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "TransferTests-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let stubbed = Provider<Transfers>(stubClosure: Provider.immediatelyStub)
        let client = TransferClient(provider: stubbed, report: { _ in })
        let url = try #require(URL(string: "https://files.example/sample.txt"))
        let digest = "af2bdbe1aa9b6ec1e2ade1d694f41fc71a831d0268e9891562113d8a62add1bf"

        _ = try await client.download([url], to: folder, digest: digest)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["sample.txt"])

        await #expect(throws: TransferClient.WrongDigest.self) {
            try await client.download([url], to: folder, digest: String(repeating: "0", count: 64))
        }
        // The first file stays.
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["sample.txt"])
        let again = try await client.download([url], to: folder, digest: digest)
        #expect(again.map(\.lastPathComponent) == ["sample 2.txt"])
    }

    @Test func displayHasBarsInATerminalAndLinesElsewhere() {
        func update(_ bytes: Int64) -> ProgressDisplay.Update {
            let progress = TransferProgress(receivedBytes: bytes, expectedReceivedBytes: 100)
            return ProgressDisplay.Update(name: "a", progress: progress)
        }
        var lines = ProgressDisplay(isTerminal: false)
        #expect(
            [20, 22, 50, 51, 100].map { lines.text(after: update($0)) } == [
                "a: 20 %\n", nil, "a: 50 %\n", nil, "a: 100 %\n",
            ]
        )
        var bars = ProgressDisplay(isTerminal: true)
        #expect(bars.text(after: update(50)) == "\ra [######------]  50 %")
        #expect(bars.text(after: update(50)) == nil)
    }

    @Test(arguments: [["--url", "ftp://a"], ["--sha256", "1"], ["--upload", "a"], ["--rate", "0"], ["--unknown"]])
    func wrongOptionIsAnError(arguments: [String]) {
        #expect(throws: Options.UsageError.self) { try Options(arguments) }
    }
}
