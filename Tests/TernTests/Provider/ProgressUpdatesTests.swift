import Foundation
import Tern
import TernTesting
import TestDoubles
import Testing

@Suite(.timeLimit(.minutes(20)))
struct ProgressUpdatesTests {
    private static let chunks = [Data(count: 3), Data(count: 4), Data(count: 5)]

    private func provider(
        clock: any Clock<Duration> = ContinuousClock(),
        _ sample: @escaping @Sendable () -> SampleResponse
    ) -> Provider<OpenTarget> {
        .stub(clock: clock, journal: nil) { _ in sample() }
    }

    @Test func responseComesAfterTheLastUpdate() async throws {
        let received = Locked<[TransferProgress]>([])

        let response = try await provider { .chunked(Self.chunks) }
            .request(OpenTarget(), options: CallOptions { progress in received.withLock { $0.append(progress) } })

        #expect(response.data.count == 12)
        #expect(received.withLock { $0.map(\.receivedBytes) } == [3, 7, 12])
        let last = try #require(received.withLock { $0.last })
        #expect(last == TransferProgress(receivedBytes: 12, expectedReceivedBytes: 12))
        #expect(last.fractionCompleted == 1)
    }

    @Test func errorIsThrownAfterTheUpdates() async throws {
        let received = Locked<[Int64]>([])
        let options = CallOptions { progress in received.withLock { $0.append(progress.receivedBytes) } }

        let error = await #expect(throws: TernError.self) {
            try await provider { .chunked(Self.chunks).breakingOff(after: 7) }.request(OpenTarget(), options: options)
        }

        #expect(error?.code == .connectionLost)
        #expect(received.withLock { $0.first } == 3)
    }

    // MARK: - Actors

    @MainActor private final class Bar {
        var received: [Int64] = []
        var result: [Int64]?
    }

    @MainActor @Test func closureOfTheMainActorMayUseItsState() async throws {
        let bar = Bar()
        let options = CallOptions(progress: { bar.received.append($0.receivedBytes) })

        _ = try await provider { .chunked(Self.chunks) }.request(OpenTarget(), options: options)

        // Updates that wait for the actor are replaced by later ones.
        #expect(bar.received.last == 12)
        #expect(bar.received == bar.received.sorted())
    }

    @MainActor @Test func closureOfTheMainActorRunsBeforeTheCompletion() async {
        let bar = Bar()
        await withCheckedContinuation { done in
            provider { .chunked(Self.chunks) }.request(
                OpenTarget(),
                options: CallOptions(progress: { bar.received.append($0.receivedBytes) })
            ) { _ in
                bar.result = bar.received
                done.resume()
            }
        }
        #expect(bar.result?.last == 12)
    }

    @Test func observersReceiveEachUpdateAsWell() async throws {
        let received = Locked<[Int64]>([])
        var options = CallOptions()
        options.progressObservers.append { progress in received.withLock { $0.append(progress.receivedBytes) } }
        _ = try await provider { .chunked(Self.chunks) }.request(OpenTarget(), options: options)
        #expect(received.withLock { $0 } == [3, 7, 12])
    }

    // MARK: - Interval

    @Test func updatesWithinTheIntervalAreLeftOutButTheLast() async throws {
        let received = Locked<[Int64]>([])
        let provider = provider(clock: ManualClock()) { .chunked(Self.chunks) }

        _ = try await provider.request(
            OpenTarget(),
            options: CallOptions(
                progress: { progress in received.withLock { $0.append(progress.receivedBytes) } },
                progressInterval: .seconds(1)
            )
        )

        #expect(received.withLock { $0 } == [3, 12])
    }

    @Test func updatesAfterTheIntervalAreReceived() async throws {
        let clock = ManualClock()
        let received = Locked<[Int64]>([])
        let gate = SampleGate()
        let provider = provider(clock: clock) { .chunked(Self.chunks).held(by: gate, after: 7) }
        let call = Task {
            try await provider.request(
                OpenTarget(),
                options: CallOptions(
                    progress: { progress in received.withLock { $0.append(progress.receivedBytes) } },
                    progressInterval: .seconds(1)
                )
            )
        }
        await gate.waitForArrivals(atLeast: 1)
        clock.advance(by: .seconds(1))
        gate.release()

        _ = try await call.value

        // 3 at once, 7 within the interval, 12 after it.
        #expect(received.withLock { $0 } == [3, 12])
    }
}
