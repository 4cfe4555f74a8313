import Foundation
import Tern
import TernTesting
import Testing

@Suite(.timeLimit(.minutes(20)))
struct VirtualLinkFaultTests {
    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test func timeoutEndsACallInsideItsBody() async throws {
        let (scheduler, gallery, diary) = Gallery.linked(.round)
        let error = await #expect(throws: TernError.self) {
            try await scheduler.run { [gallery, diary] in
                try await gallery.response(
                    to: .urgent(bytes: 1_000_000),
                    options: CallOptions { diary.note("\($0.receivedBytes)") }
                )
            }
        }

        #expect(error?.code == .timedOut)
        #expect(scheduler.now == .seconds(1))
        #expect(diary.lines == ["600.0 ms: 500000"])
        #expect(scheduler.pendingWork == [])
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test(arguments: [20, 70, 200])
    func cancelledRequestLeavesNoState(milliseconds: Int) async throws {
        let (scheduler, gallery, diary) = Gallery.linked(.round)
        // Given a request that is being sent, waiting for its response, or receiving its body
        try await scheduler.run { [gallery, diary, scheduler] in
            let cancelled = Task { await diary.fetch(.picture(bytes: 200_000), from: gallery) }
            try await scheduler.clock.sleep(for: .milliseconds(milliseconds))
            cancelled.cancel()
            await cancelled.value
            await diary.fetch(.picture(bytes: 100_000), from: gallery)
        }

        #expect(scheduler.now == .milliseconds(milliseconds + 200))
        #expect(diary.lines.count == 2)
        #expect(scheduler.pendingWork == [])
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test func failuresOfTheSampleArriveAtTheTimeOfTheResponse() async throws {
        let scheduler = VirtualScheduler()
        let diary = Diary(scheduler)
        let samples = SampleResponse.inOrder(
            .status(500),
            .networkError(URLError(.networkConnectionLost)),
            .networkResponse(200, Data(count: 100_000)).breakingOff(after: 30_000)
        )
        let gallery = Provider<Gallery>.stub(clock: scheduler.clock, journal: nil) { _ in samples }.link(.round)

        try await scheduler.run { [diary] in
            for _ in 0..<3 { await diary.fetch(.picture(bytes: 0), from: gallery) }
        }

        #expect(
            diary.lines == ["100.0 ms: unacceptableStatus", "150.0 ms: connectionLost", "280.0 ms: connectionLost"]
        )
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test func bodyAboveTheLimitFailsWithItsHead() async throws {
        let (scheduler, gallery, diary) = Gallery.linked(.round)
        let limited = gallery.configured { $0.maximumBodyBytes = 1_000 }
        try await scheduler.run { [diary] in await diary.fetch(.picture(bytes: 1_001), from: limited) }

        #expect(diary.lines == ["100.0 ms: bodyTooLarge"])
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test func delayAndGateApplyBetweenRequestAndResponse() async throws {
        let scheduler = VirtualScheduler()
        let diary = Diary(scheduler)
        let gate = SampleGate()
        let gallery = Provider<Gallery>.stub(delay: .seconds(1), clock: scheduler.clock, journal: nil) {
            $0.sample.held(by: gate)
        }

        try await scheduler.run { [gallery = gallery.link(.round), diary, scheduler] in
            async let picture: Void = diary.fetch(.picture(bytes: 100_000), from: gallery)
            await gate.waitForArrivals(atLeast: 1)
            diary.note("arrived")
            try await scheduler.clock.sleep(for: .milliseconds(850))
            gate.release()
            await picture
        }

        #expect(diary.lines == ["1050.0 ms: arrived", "2050.0 ms: 100000 bytes"])
    }

    @Test func clockThatStandsStillDoesNotDelayTheLink() async throws {
        let gallery = Provider<Gallery>.stub(clock: StandingClock(), journal: nil) { $0.sample }.link(.round)

        let bytes = try await withThrowingTaskGroup(of: Int.self) { group in
            for number in 1...20 {
                group.addTask { try await gallery.request(.picture(bytes: number * 10_000)).data.count }
            }
            return try await group.reduce(0, +)
        }

        #expect(bytes == 2_100_000)
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test(arguments: [
        VirtualLink(roundTrip: .seconds(-1), downBytesPerSecond: 1_000, upBytesPerSecond: 1),
        VirtualLink(roundTrip: .zero, downBytesPerSecond: 1_000, upBytesPerSecond: .min),
        VirtualLink(roundTrip: .zero, downBytesPerSecond: 1_000, upBytesPerSecond: 0),
    ])
    func invalidValueOfALinkIsClamped(link: VirtualLink) async throws {
        let scheduler = VirtualScheduler()
        let diary = Diary(scheduler)
        let gallery = Gallery.stub(on: scheduler).link(link)
        try await scheduler.run { [diary] in await diary.fetch(.picture(bytes: 1_000), from: gallery) }

        #expect(diary.lines == ["1000.0 ms: 1000 bytes"])
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test(arguments: [
        VirtualLink(roundTrip: .zero, downBytesPerSecond: .min, upBytesPerSecond: 1),
        VirtualLink(roundTrip: .zero, downBytesPerSecond: 0, upBytesPerSecond: 1),
        VirtualLink(roundTrip: .zero, downBytesPerSecond: .max, upBytesPerSecond: 1),
        VirtualLink(roundTrip: .seconds(Int64.max), downBytesPerSecond: 1, upBytesPerSecond: 1),
    ])
    func noValueTraps(link: VirtualLink) async throws {
        let scheduler = VirtualScheduler()
        let diary = Diary(scheduler)
        let gallery = Gallery.stub(on: scheduler).link(link)
        do {
            try await scheduler.run { [diary] in await diary.fetch(.picture(bytes: 3), from: gallery) }
            #expect(diary.lines.count == 1)
        } catch let error as TestKitError {
            // A round trip of many years.
            #expect(error.code == .horizonReached && link.roundTrip > .seconds(1 << 40))
        }
    }
}

/// A clock whose time stands still, and whose sleeps end at once.
private struct StandingClock: Clock {
    struct Instant: InstantProtocol {
        var offset = Duration.zero

        func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
        func duration(to other: Instant) -> Duration { other.offset - offset }
        static func < (lhs: Instant, rhs: Instant) -> Bool { lhs.offset < rhs.offset }
    }

    var now: Instant { Instant() }
    var minimumResolution: Duration { .nanoseconds(1) }

    func sleep(until deadline: Instant, tolerance: Duration?) async throws {
        try Task.checkCancellation()
    }
}
