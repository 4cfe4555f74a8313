import Foundation
import TernTesting
import TestDoubles
import Testing

@testable import Tern
@testable import TernHTTP

/// Progress of a shared request.
extension InFlightRequestTests {
    @Test func progressReachesEveryCallAndTheLatestUpdateCallsThatJoinLate() async throws {
        let provider = provider()
        let leader = await lead(on: provider)
        let follower = await follow(on: provider)
        let second = TransferProgress(receivedBytes: 2)
        transport.report(second)
        let late = await follow(on: provider)
        let third = TransferProgress(receivedBytes: 3)
        transport.report(third)

        transport.respond()
        for caller in [leader, follower, late] { _ = try await caller.call.value }

        #expect(leader.progress.value == [first, second, third])
        #expect(follower.progress.value == [first, second, third])
        #expect(late.progress.value == [second, third])
    }

    @Test func cancelledCallReceivesNoMoreProgress() async throws {
        let provider = provider()
        let leader = await lead(on: provider)
        let follower = await follow(on: provider)
        follower.call.cancel()
        #expect(try await code(of: follower.call) == .cancelled)

        transport.report(TransferProgress(receivedBytes: 2))
        transport.respond()

        _ = try await leader.call.value
        #expect(follower.progress.value == [first])
        #expect(leader.progress.value.count == 2)
    }

    @Test func updatesAreSerialForCallsThatJoinLate() async throws {
        let provider = provider()
        let leader = await lead(on: provider)
        let transport = transport
        let log = Watched<[String]>([])
        let late = Call {
            try await provider.response(
                to: OpenTarget(),
                options: CallOptions { progress in
                    log.append("begin \(progress.receivedBytes)")
                    if progress.receivedBytes == 1 { transport.report(TransferProgress(receivedBytes: 2)) }
                    log.append("end \(progress.receivedBytes)")
                }
            )
        }

        await log.entries(atLeast: 4)
        transport.respond()
        _ = try await late.value
        _ = try await leader.call.value

        #expect(log.value == ["begin 1", "end 1", "begin 2", "end 2"])
    }

    // MARK: - Queues

    /// A call that doesn't listen for progress, once its request is running.
    private func leadWithoutListening(on provider: Provider<OpenTarget>) async -> (call: Call, engine: ProgressRelay) {
        let call = Call { try await provider.request(OpenTarget()) }
        await transport.waitForRequests(atLeast: 1)
        // Engines report progress with this function.
        return (call, ProgressRelay(for: transport.hops[0]))
    }

    private func update(_ bytes: Int64) -> TransferProgress { TransferProgress(receivedBytes: bytes) }

    @Test func requestNeedsNoQueueWhileNoCallListens() async throws {
        let leader = await leadWithoutListening(on: provider())
        let hasEnded = Watched(false)

        leader.engine.report(update(1))
        leader.engine.afterAll { hasEnded.update { $0 = true } }

        #expect(hasEnded.value)
        transport.respond()
        _ = try await leader.call.value
    }

    @Test func callThatIsTheFirstToListenReceivesTheLatestUpdateAndAllThatFollow() async throws {
        let provider = provider()
        let leader = await leadWithoutListening(on: provider)
        leader.engine.report(update(1))
        leader.engine.report(update(2))
        let late = await follow(on: provider)

        leader.engine.report(update(3))
        leader.engine.afterAll { transport.respond() }

        #expect(try await late.call.value.statusCode == 200)
        #expect(late.progress.value == [update(2), update(3)])
        _ = try await leader.call.value
    }

    @Test func slowHandlerOfALateCallDoesNotDelayTheEngine() async throws {
        let provider = provider()
        let leader = await leadWithoutListening(on: provider)
        leader.engine.report(update(1))
        let mayGoOn = DispatchSemaphore(value: 0)
        let received = Watched<[Int64]>([])
        let late = Call {
            try await provider.response(
                to: OpenTarget(),
                options: CallOptions { progress in
                    received.append(progress.receivedBytes)
                    if progress.receivedBytes == 2 { mayGoOn.wait() }
                }
            )
        }
        await received.entries(atLeast: 1)

        leader.engine.report(update(2))
        await received.entries(atLeast: 2)
        // The handler is blocked. Without a separate queue, this call would block an engine's thread.
        leader.engine.report(update(3))
        leader.engine.afterAll { transport.respond() }
        mayGoOn.signal()

        _ = try await late.value
        #expect(received.value == [1, 2, 3])
        _ = try await leader.call.value
    }

    @Test func handlerThatATransportSetsReceivesEveryUpdate() async throws {
        let leader = await leadWithoutListening(on: provider())
        let received = Watched<[Int64]>([])
        let engine = ProgressRelay(for: Hop { received.append($0.receivedBytes) })

        engine.report(update(1))
        engine.afterAll { transport.respond() }

        _ = try await leader.call.value
        #expect(received.value == [1])
    }

    @Test(arguments: Engine.allCases)
    func callThatJoinsALiveRequestReceivesItsProgress(on engine: Engine) async throws {
        let gate = SampleGate()
        let server = try LoopbackServer { _ in
            .status(200, headers: ["Content-Length": "10"]).writing { writer in
                try await writer.send(Data("01234".utf8))
                try await gate.pass()
                try await writer.send(Data("56789".utf8))
            }
        }
        let provider = Provider<LiveTarget>(transport: try engine.transport(), trackInflights: true)
        let leader = Call { try await provider.request(LiveTarget(server, "/")) }
        await gate.waitForArrivals(atLeast: 1)
        let received = Watched<[Int64]>([])
        let follower = Call {
            try await provider.response(
                to: LiveTarget(server, "/"),
                options: CallOptions { received.append($0.receivedBytes) }
            )
        }

        await received.entries(atLeast: 1)
        gate.release()

        #expect(try await follower.value.string() == "0123456789")
        #expect(try await leader.value.string() == "0123456789")
        #expect(received.value.last == 10)
        #expect(server.requests.count == 1)
    }
}
