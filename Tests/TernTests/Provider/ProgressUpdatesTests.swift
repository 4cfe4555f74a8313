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
