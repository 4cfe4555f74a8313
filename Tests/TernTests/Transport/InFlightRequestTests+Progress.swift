import Foundation
import Tern
import TernTesting
import Testing

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

        transport.answer()
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
        transport.answer()

        _ = try await leader.call.value
        #expect(follower.progress.value == [first])
        #expect(leader.progress.value.count == 2)
    }

    @Test func updatesComeOneAfterAnotherAlsoToCallsThatJoinLate() async throws {
        let provider = provider()
        let leader = await lead(on: provider)
        let transport = transport
        let log = Watched<[String]>([])
        let late = Call {
            try await provider.response(to: OpenTarget()) { progress in
                log.append("begin \(progress.receivedBytes)")
                if progress.receivedBytes == 1 { transport.report(TransferProgress(receivedBytes: 2)) }
                log.append("end \(progress.receivedBytes)")
            }
        }

        await log.entries(atLeast: 4)
        transport.answer()
        _ = try await late.value
        _ = try await leader.call.value

        #expect(log.value == ["begin 1", "end 1", "begin 2", "end 2"])
    }
}
