import Foundation
import TernConformance
import TernTesting
import TestDoubles
import Testing

@testable import Tern

/// Progress, concurrency and timeouts of downloads from a real server, with every engine. ``FileDownloadTests`` has the
/// rules of a download.
@Suite(.timeLimit(.minutes(20)))
struct DownloadTests {
    let folder = TemporaryFolder()
    let body = Data.pattern(300_000)
    var file: URL { folder.url.appending(path: "archive.bin") }

    func sample(_ etag: String = "\"v1\"", _ fields: HTTPHeaders = [:]) -> SampleResponse {
        .data(body, headers: fields.merging(["ETag": etag])).servingRanges()
    }

    func names() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder.url.path).sorted()
    }

    /// The first byte of the part that a request asks for. `nil` for the whole body.
    func offset(of request: RecordedRequest) -> Int? {
        request.headers["Range"].flatMap { Int($0.dropFirst("bytes=".count).dropLast()) }
    }

    /// Makes a call whose connection is lost.
    func interrupt(on engine: Engine, server: LoopbackServer) async throws {
        let error = await #expect(throws: TernError.self) {
            try await engine.provider().download(LiveTarget(server, "/a"), to: file)
        }
        #expect(error?.code == .connectionLost)
    }

    @Test(arguments: Engine.allCases) func secondCallRequestsOnlyTheRest(on engine: Engine) async throws {
        let server = try LoopbackServer(
            routes: ["GET /a": .inOrder(sample().breakingOff(after: 100_000), sample())]
        )
        try await interrupt(on: engine, server: server)
        #expect(try names().count == 2)
        #expect(try names().allSatisfy { $0.hasPrefix(".") })
        let progress = Watched<[TransferProgress]>([])

        // Another provider, as in another process.
        let options = CallOptions(progress: { progress.append($0) })
        let response = try await engine.provider().download(LiveTarget(server, "/a"), to: file, options: options)

        let offset = try #require(server.requests.last.flatMap(self.offset(of:)))
        #expect((1...100_000).contains(offset))
        #expect(server.requests.last?.headers["If-Range"] == "\"v1\"")
        #expect(response.statusCode == 200)
        #expect(response.headers["Content-Length"] == "300000")
        #expect(!response.headers.contains("Content-Range"))
        #expect(response.attempts == 1)
        #expect(try Data(contentsOf: file) == body)
        #expect(try names() == ["archive.bin"])
        #expect(progress.value.first?.receivedBytes == Int64(offset))
        #expect(progress.value.allSatisfy { $0.expectedReceivedBytes == 300_000 })
        #expect(progress.value.last?.receivedBytes == 300_000)
    }

    @Test(arguments: Engine.allCases) func onlyTheBytesOfTheCallCountAsReceived(on engine: Engine) async throws {
        let server = try LoopbackServer(
            routes: ["GET /a": .inOrder(sample().breakingOff(after: 100_000), sample())]
        )
        try await interrupt(on: engine, server: server)
        let journal = Journal()
        let progress = Watched<[TransferProgress]>([])

        let response = try await engine.provider().recorded(in: journal)
            .download(LiveTarget(server, "/a"), to: file, options: CallOptions { progress.append($0) })

        let offset = try #require(server.requests.last.flatMap(self.offset(of:)))
        #expect(offset > 0)
        #expect(journal.receivedBytes == 300_000 - offset)
        #expect(response.metrics?.receivedBodyBytes == Int64(300_000 - offset))
        #expect(progress.value.allSatisfy { $0.resumedBytes == Int64(offset) })
        #expect(progress.value.last?.receivedBytes == 300_000)
    }

    @Test(arguments: Engine.allCases) func bytesOfAnEarlierAttemptAreNotResumedBytesOfTheCall(on engine: Engine)
        async throws
    {
        let server = try LoopbackServer(
            routes: ["GET /a": .inOrder(sample().breakingOff(after: 100_000), sample())]
        )
        let journal = Journal()
        let progress = Watched<[TransferProgress]>([])
        let provider = Provider<LiveTarget>(transport: try engine.transport(), plugins: [RetryingPlugin(attempts: 2)])

        let response = try await provider.recorded(in: journal)
            .download(LiveTarget(server, "/a"), to: file, options: CallOptions { progress.append($0) })

        #expect(response.attempts == 2)
        #expect(server.requests.last?.headers.contains("Range") == true)
        #expect(progress.value.allSatisfy { $0.resumedBytes == 0 })
        #expect(progress.value.last?.receivedBytes == 300_000)
        // The bytes that arrived after the file ended are received twice.
        #expect(journal.receivedBytes >= 300_000)
        #expect(journal.receivedBytes <= 400_000)
    }

    @Test(arguments: Engine.allCases) func concurrentDownloadsToOneFileDoNotMix(on engine: Engine) async throws {
        let server = try LoopbackServer { request in
            let byte = UInt8(request.path.utf8.last ?? 0)
            return .data(Data(repeating: byte, count: 200_000), headers: ["ETag": "\"v\""]).servingRanges()
        }
        let provider = try engine.provider()

        try await withThrowingTaskGroup { group in
            for name in "abcdefgh" {
                group.addTask { [file] in _ = try await provider.download(LiveTarget(server, "/\(name)"), to: file) }
            }
            try await group.waitForAll()
        }

        let content = try Data(contentsOf: file)
        #expect(content.count == 200_000)
        #expect(Set(content).count == 1)
        #expect(try names() == ["archive.bin"])
    }

    @Test(arguments: Engine.allCases) func serverNamesTheFileInADirectory(on engine: Engine) async throws {
        let named = sample("\"v1\"", ["Content-Disposition": "attachment; filename=\"../../report.bin\""])
        let server = try LoopbackServer(
            routes: ["GET /a": .inOrder(named, named.breakingOff(after: 100_000), named)]
        )
        let provider = try engine.provider()

        let first = try await provider.download(LiveTarget(server, "/a"), to: .directory(folder.url))
        await #expect(throws: TernError.self) {
            try await provider.download(LiveTarget(server, "/a"), to: .directory(folder.url))
        }
        let second = try await provider.download(LiveTarget(server, "/a"), to: .directory(folder.url))

        #expect(first.fileURL?.lastPathComponent == "report.bin")
        #expect(second.fileURL?.lastPathComponent == "report 2.bin")
        #expect(server.requests.last?.headers.contains("Range") == true)
        #expect(try names() == ["report 2.bin", "report.bin"])
        #expect(try second.fileURL.map { try Data(contentsOf: $0) } == body)
    }

    @Test(arguments: Engine.allCases) func timedOutDownloadIsContinued(on engine: Engine) async throws {
        let clock = ManualClock()
        let server = try LoopbackServer(
            routes: [
                "GET /a": .inOrder(
                    sample().breakingOff(after: 100_000),
                    sample().failing(.stall(at: .afterBodyBytes(50_000))),
                    sample()
                )
            ]
        )
        let provider = Provider<LiveTarget>(transport: try engine.transport(), clock: clock)
        try await interrupt(on: engine, server: server)
        let isUnderWay = SampleGate()
        let options = CallOptions(
            progress: { if $0.receivedBytes > $0.resumedBytes { isUnderWay.release() } },
            timeout: .seconds(10)
        )
        let call = Task { [file] in
            try await provider.download(LiveTarget(server, "/a"), to: file, options: options)
        }
        try await isUnderWay.pass()
        await clock.waitForSleepers(atLeast: 1)

        clock.advance(by: .seconds(10))

        #expect(await #expect(throws: TernError.self) { try await call.value }?.code == .timedOut)
        _ = try await engine.provider().download(LiveTarget(server, "/a"), to: file)
        let offsets = server.requests.compactMap(offset(of:))
        #expect(offsets.count == 2 && offsets[0] < offsets[1], "\(offsets)")
        #expect(try Data(contentsOf: file) == body)
    }
}

extension Journal {
    /// The number of bytes that have arrived, according to the events.
    var receivedBytes: Int {
        events.reduce(0) { sum, event in
            if case .received(let bytes) = event.kind { sum + bytes } else { sum }
        }
    }
}
