import Foundation
import Tern
import TernTesting
import Testing

@Suite(.timeLimit(.minutes(5)))
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
        #expect(diary.lines == ["700.0 ms: 500000"])
        #expect(scheduler.pendingWork == [])
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test func shareOfACancelledTransferGoesToTheOthers() async throws {
        let (scheduler, gallery, diary) = Gallery.linked(.round)
        try await scheduler.run { [gallery, diary, scheduler] in
            let cancelled = Task { await diary.fetch(.picture(bytes: 1_000_000), from: gallery) }
            async let other: Void = diary.fetch(.picture(bytes: 1_000_000), from: gallery)
            // By then, each transfer has received 250,000 bytes.
            try await scheduler.clock.sleep(for: .milliseconds(700))
            cancelled.cancel()
            await other
        }

        #expect(diary.lines == ["700.0 ms: cancelled", "1450.0 ms: 1000000 bytes"])
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test func timedOutTransferReleasesItsShare() async throws {
        let (scheduler, gallery, diary) = Gallery.linked(.round)
        try await scheduler.run { [gallery, diary] in
            async let urgent: Void = diary.fetch(.urgent(bytes: 1_000_000), from: gallery)
            async let other: Void = diary.fetch(.picture(bytes: 1_000_000), from: gallery)
            _ = await (urgent, other)
        }

        // 400,000 bytes until then, and 600,000 bytes with the whole bandwidth.
        #expect(diary.lines == ["1000.0 ms: timedOut", "1600.0 ms: 1000000 bytes"])
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test func connectionOfACancelledRequestIsClosed() async throws {
        let (scheduler, narrow, diary) = Gallery.linked(.narrow)
        try await scheduler.run { [narrow, diary, scheduler] in
            let cancelled = Task { await diary.fetch(.picture(bytes: 1_000_000), from: narrow) }
            try await scheduler.clock.sleep(for: .milliseconds(10))
            async let next: Void = diary.fetch(.picture(bytes: 100_000), from: narrow)
            try await scheduler.clock.sleep(for: .milliseconds(690))
            cancelled.cancel()
            await next
        }

        // The next request opens a new connection.
        #expect(diary.lines == ["700.0 ms: cancelled", "1000.0 ms: 100000 bytes"])
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test func requestCancelledInTheQueueIsSkipped() async throws {
        let (scheduler, narrow, diary) = Gallery.linked(.narrow)
        try await scheduler.run { [narrow, diary, scheduler] in
            async let first: Void = diary.fetch(.picture(bytes: 300_000), from: narrow)
            try await scheduler.clock.sleep(for: .milliseconds(10))
            let cancelled = Task { await diary.fetch(.picture(bytes: 1_000), from: narrow) }
            try await scheduler.clock.sleep(for: .milliseconds(10))
            async let last: Void = diary.fetch(.picture(bytes: 100_000), from: narrow)
            try await scheduler.clock.sleep(for: .milliseconds(10))
            cancelled.cancel()
            _ = await (first, last)
        }

        #expect(diary.lines == ["30.0 ms: cancelled", "500.0 ms: 300000 bytes", "700.0 ms: 100000 bytes"])
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test(arguments: [50, 120, 170, 300])
    func cancelledRequestLeavesNoState(milliseconds: Int) async throws {
        let (scheduler, narrow, diary) = Gallery.linked(.narrow)
        // Given a request that is connecting, being sent, waiting for its response, or receiving its body
        try await scheduler.run { [narrow, diary, scheduler] in
            let cancelled = Task { await diary.fetch(.picture(bytes: 200_000), from: narrow) }
            try await scheduler.clock.sleep(for: .milliseconds(milliseconds))
            cancelled.cancel()
            await cancelled.value
            await diary.fetch(.picture(bytes: 100_000), from: narrow)
        }

        #expect(scheduler.now == .milliseconds(milliseconds + 300))
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

        // The first response keeps its connection, the second one loses it in the middle.
        #expect(
            diary.lines == ["200.0 ms: unacceptableStatus", "250.0 ms: connectionLost", "480.0 ms: connectionLost"]
        )
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test func bodyAboveTheLimitFailsWithItsHead() async throws {
        let (scheduler, gallery, diary) = Gallery.linked(.round)
        let limited = gallery.configured { $0.maximumBodyBytes = 1_000 }
        try await scheduler.run { [diary] in await diary.fetch(.picture(bytes: 1_001), from: limited) }

        #expect(diary.lines == ["200.0 ms: bodyTooLarge"])
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

        #expect(diary.lines == ["1150.0 ms: arrived", "2150.0 ms: 100000 bytes"])
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test func offlineLinkFailsAtOnce() async throws {
        let scheduler = VirtualScheduler()
        let diary = Diary(scheduler)
        let offline = Gallery.stub(on: scheduler).link(.offline)
        try await scheduler.run { [diary] in await diary.fetch(.picture(bytes: 1), from: offline) }

        #expect(diary.lines == ["0.0 ms: notConnected"])
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
    @Test func repeatedlyLostPacketLosesTheConnection() async throws {
        let scheduler = VirtualScheduler()
        let diary = Diary(scheduler)
        var profile = VirtualLink.Profile.round
        profile.loss = 1
        let gallery = Gallery.stub(on: scheduler).link(profile)
        try await scheduler.run { [diary] in await diary.fetch(.picture(bytes: 1), from: gallery) }

        // The transfer, and 1 + 2 + 4 + 8 + 16 round trips.
        #expect(diary.lines == ["3200.0 ms: connectionLost"])
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test func seedDeterminesTheLostPackets() async throws {
        var times: [Duration] = []
        for seed: UInt64 in [1, 1, 2, 3, 4] {
            let scheduler = VirtualScheduler()
            var profile = VirtualLink.Profile.round
            profile.loss = 0.02
            let gallery = Gallery.stub(on: scheduler).link(profile, seed: seed)
            _ = try await scheduler.run { try await gallery.request(.picture(bytes: 400_000)) }
            times.append(scheduler.now)
        }

        #expect(times[0] == times[1])
        #expect(Set(times).count > 1)
        // Lost packets cost whole round trips, and nothing else.
        let possible = (0..<100).map { Duration.milliseconds(600 + 100 * $0) }
        #expect(times.allSatisfy(possible.contains))
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test(arguments: [
        VirtualLink.Profile(roundTrip: .seconds(-1), downBytesPerSecond: 1_000, upBytesPerSecond: 1),
        VirtualLink.Profile(roundTrip: .zero, downBytesPerSecond: 1_000, upBytesPerSecond: .min, loss: .nan),
        VirtualLink.Profile(roundTrip: .zero, downBytesPerSecond: 1_000, upBytesPerSecond: 0, loss: -.infinity),
        VirtualLink.Profile(roundTrip: .zero, downBytesPerSecond: 1_000, upBytesPerSecond: 1, connectionsPerHost: .min),
    ])
    func invalidValueOfALinkIsClamped(profile: VirtualLink.Profile) async throws {
        let scheduler = VirtualScheduler()
        let diary = Diary(scheduler)
        let gallery = Gallery.stub(on: scheduler).link(profile)
        try await scheduler.run { [diary] in await diary.fetch(.picture(bytes: 1_000), from: gallery) }

        #expect(diary.lines == ["1000.0 ms: 1000 bytes"])
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test(arguments: [
        VirtualLink.Profile(roundTrip: .zero, downBytesPerSecond: .min, upBytesPerSecond: 1),
        VirtualLink.Profile(roundTrip: .zero, downBytesPerSecond: 0, upBytesPerSecond: 1),
        VirtualLink.Profile(roundTrip: .zero, downBytesPerSecond: .max, upBytesPerSecond: 1),
        VirtualLink.Profile(roundTrip: .zero, downBytesPerSecond: 1, upBytesPerSecond: 1, loss: .infinity),
        VirtualLink.Profile(roundTrip: .seconds(Int64.max), downBytesPerSecond: 1, upBytesPerSecond: 1),
        VirtualLink.Profile(roundTrip: .zero, downBytesPerSecond: 1, upBytesPerSecond: 1, connectionsPerHost: .max),
    ])
    func noValueTraps(profile: VirtualLink.Profile) async throws {
        let scheduler = VirtualScheduler()
        let diary = Diary(scheduler)
        let gallery = Gallery.stub(on: scheduler).link(profile)
        try await scheduler.run { [diary] in await diary.fetch(.picture(bytes: 3), from: gallery) }

        #expect(diary.lines.count == 1)
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
