import Foundation
import Tern
import TestDoubles
import Testing

@testable import TernHTTP

@Suite(.timeLimit(.minutes(20)))
struct BodyChannelTests {
    private struct Failure: Error {}

    private let calls = Watched<[String]>([])

    private func channel() -> BodyChannel {
        BodyChannel(onRoom: { [calls] in calls.append("room") }, onAbandon: { [calls] in calls.append("abandon") })
    }

    @Test func errorIsThrownOnceToAWaitingReader() async throws {
        let channel = channel()
        let isWaiting = SampleGate()
        let reader = Task {
            isWaiting.release()
            await #expect(throws: Failure.self) { try await channel.next() }
            return try await channel.next()
        }
        try await isWaiting.pass()

        channel.finish(.failure(Failure()))

        #expect(try await reader.value == nil)
    }

    @Test func errorIsThrownOnceToALaterReader() async throws {
        let channel = channel()
        _ = channel.push(Data("a".utf8))
        channel.finish(.failure(Failure()))

        #expect(try await channel.next() == Data("a".utf8))
        await #expect(throws: Failure.self) { try await channel.next() }
        #expect(try await channel.next() == nil)
    }

    @Test func pausedEngineIsResumedEvenIfItStillDelivers() async throws {
        let channel = channel()
        let piece = Data(count: BodyBudget.maximumBytes * 3 / 4)
        #expect(channel.push(piece))
        #expect(!channel.push(piece))
        _ = try await channel.next()

        #expect(!channel.push(Data(count: 1)))
        _ = try await channel.next()

        #expect(calls.value == ["room"])
        #expect(channel.push(piece))
    }

    @Test func discardedBodyIsNotComplete() async throws {
        let channel = channel()
        _ = channel.push(Data("a".utf8))
        channel.finish(.success(()))

        channel.abandon()

        await #expect(throws: CancellationError.self) { try await channel.next() }
    }

    @Test func abandonedBodyFailsEvenIfItWasRead() async throws {
        let channel = channel()
        _ = channel.push(Data("a".utf8))
        channel.finish(.success(()))
        _ = try await channel.next()

        channel.abandon(with: TernError(.cancelled))

        await #expect(throws: TernError.self) { try await channel.next() }
        #expect(calls.value == ["abandon"])
    }

    @Test func readBodyStaysComplete() async throws {
        let channel = channel()
        _ = channel.push(Data("a".utf8))
        channel.finish(.success(()))
        _ = try await channel.next()

        channel.abandon()

        #expect(try await channel.next() == nil)
    }
}
