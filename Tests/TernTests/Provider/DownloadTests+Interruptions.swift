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
