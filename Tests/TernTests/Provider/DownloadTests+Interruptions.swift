import Foundation
import TernConformance
import TernTesting
import TestDoubles
import Testing

@testable import Tern

/// Downloads that are cancelled or run out of time.
extension DownloadTests {
    @Test(arguments: Engine.allCases) func cancelledDownloadIsContinued(on engine: Engine) async throws {
        let server = try LoopbackServer(
            routes: [
                "GET /a": .inOrder(
                    sample().breakingOff(after: 100_000),
                    sample().failing(.stall(at: .afterBodyBytes(50_000))),
                    sample()
                )
            ]
        )
        try await interrupt(on: engine, server: server)
        let isUnderWay = SampleGate()
        // Of a part, only the bytes in the file are reported.
        let options = CallOptions(progress: { if $0.receivedBytes > $0.resumedBytes { isUnderWay.release() } })
        let call = Task { [file] in
            try await engine.provider().download(LiveTarget(server, "/a"), to: file, options: options)
        }
        try await isUnderWay.pass()

        call.cancel()

        let error = await #expect(throws: TernError.self) { try await call.value }
        #expect(error?.code == .cancelled)
        #expect(try names().count == 2)
        _ = try await engine.provider().download(LiveTarget(server, "/a"), to: file)
        let offsets = server.requests.compactMap(offset(of:))
        #expect(offsets.count == 2 && offsets[0] < offsets[1], "\(offsets)")
        #expect(try Data(contentsOf: file) == body)
        #expect(try names() == ["archive.bin"])
    }

    /// The server ignores `If-Range`, and has a new file when the download is continued.
    @Test(arguments: Engine.allCases, ["\"v1\"", "\"v2\""])
    func fileThatHasChangedIsDownloadedWholeInTheSameCall(on engine: Engine, etag: String) async throws {
        let new = Data(body.reversed())
        let first = sample("\"v1\"", ["Last-Modified": "Sat, 01 Aug 2026 00:00:00 GMT"]).breakingOff(after: 100_000)
        let fields: HTTPHeaders = ["ETag": etag, "Last-Modified": "Sat, 28 Nov 2026 00:00:00 GMT"]
        let isFirst = Watched(true)
        let server = try LoopbackServer { request in
            guard !isFirst.value else {
                isFirst.update { $0 = false }
                return first
            }
            guard let range = request.headers["Range"], let offset = Int(range.dropFirst(6).dropLast()) else {
                return .data(new, headers: fields)
            }
            let part = fields.merging(["Content-Range": "bytes \(offset)-\(new.count - 1)/\(new.count)"])
            return .data(new[offset...], status: 206, headers: part)
        }
        let provider = Provider<LiveTarget>(transport: try engine.transport(), plugins: [RetryingPlugin(attempts: 2)])
        let progress = Watched<[TransferProgress]>([])

        let response = try await provider.download(
            LiveTarget(server, "/a"),
            to: file,
            options: CallOptions { progress.append($0) }
        )

        #expect(try Data(contentsOf: file) == new)
        #expect(response.headers["ETag"] == etag)
        #expect(response.attempts == 3)
        #expect(try names() == ["archive.bin"])
        #expect(progress.value.last?.receivedBytes == 300_000)
        #expect(progress.value.allSatisfy { $0.resumedBytes == 0 })
    }

    @Test(arguments: Engine.allCases) func downloadCancelledBeforeItsHeadLeavesNoFile(on engine: Engine) async throws {
        let gate = SampleGate()
        let server = try LoopbackServer { [sample] _ in sample("\"v1\"", [:]).held(by: gate) }
        let call = Task { [file] in try await engine.provider().download(LiveTarget(server, "/a"), to: file) }
        try await server.waitForRequests(atLeast: 1)

        call.cancel()

        #expect(await #expect(throws: TernError.self) { try await call.value }?.code == .cancelled)
        #expect(try names() == [])
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
