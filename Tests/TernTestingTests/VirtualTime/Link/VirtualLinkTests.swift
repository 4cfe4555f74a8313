import Foundation
import Tern
import TernTesting
import Testing

@Suite(.timeLimit(.minutes(5)))
struct VirtualLinkTests {
    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test func bodyTakesItsBytesByTheBandwidthAfterItsRoundTrips() async throws {
        let (scheduler, gallery, _) = Gallery.linked(.round)
        let response = try await scheduler.run { [gallery] in try await gallery.request(.picture(bytes: 500_000)) }

        #expect(response.data.count == 500_000)
        // One for the connection, and one for the request.
        #expect(scheduler.now == .milliseconds(100 + 100 + 500))
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test func connectionIsOpenedOnceForSeveralRequests() async throws {
        let (scheduler, gallery, _) = Gallery.linked(.round)
        try await scheduler.run { [gallery] in
            _ = try await gallery.request(.picture(bytes: 1_000))
            _ = try await gallery.request(.picture(bytes: 1_000))
        }

        #expect(scheduler.now == .milliseconds(201 + 101))
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test func newConnectionWithTLSCostsAnotherRoundTrip() async throws {
        let (scheduler, gallery, _) = Gallery.linked(.round)
        try await scheduler.run { [gallery] in
            _ = try await gallery.request(.privatePicture(bytes: 1_000))
            _ = try await gallery.request(.privatePicture(bytes: 1_000))
        }

        #expect(scheduler.now == .milliseconds(301 + 101))
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test func concurrentTransfersShareTheBandwidthAndEndTogether() async throws {
        let (scheduler, gallery, diary) = Gallery.linked(.round)
        try await scheduler.run { [gallery, diary] in
            async let one = gallery.request(.picture(bytes: 400_000))
            async let other = gallery.request(.picture(bytes: 400_000))
            _ = try await one
            diary.note("one")
            _ = try await other
            diary.note("other")
        }

        #expect(diary.lines == ["1000.0 ms: one", "1000.0 ms: other"])
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test func transferHasTheBandwidthToItselfBeforeAndAfterAnother() async throws {
        let (scheduler, gallery, diary) = Gallery.linked(.round)
        try await scheduler.run { [gallery, diary, scheduler] in
            async let long: Void = diary.fetch(.picture(bytes: 1_000_000), from: gallery)
            try await scheduler.clock.sleep(for: .milliseconds(500))
            // From 700 ms on, when 500,000 bytes of the long transfer have arrived.
            async let short: Void = diary.fetch(.picture(bytes: 250_000), from: gallery)
            _ = await (long, short)
        }

        #expect(diary.lines == ["1200.0 ms: 250000 bytes", "1450.0 ms: 1000000 bytes"])
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test func thirdRequestWaitsForAConnection() async throws {
        let (scheduler, gallery, diary) = Gallery.linked(.round)
        try await scheduler.run { [gallery, diary] in
            async let first: Void = diary.fetch(.picture(bytes: 100_000), from: gallery)
            async let second: Void = diary.fetch(.picture(bytes: 400_000), from: gallery)
            async let third: Void = diary.fetch(.picture(bytes: 100_000), from: gallery)
            _ = await (first, second, third)
        }

        // The third request uses the first one's connection. It is sent until 500 ms, while the second transfer is
        // alone.
        #expect(diary.lines == ["400.0 ms: 100000 bytes", "700.0 ms: 100000 bytes", "800.0 ms: 400000 bytes"])
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test func requestToAnotherHostDoesNotWait() async throws {
        let (scheduler, gallery, diary) = Gallery.linked(.round)
        try await scheduler.run { [gallery, diary] in
            async let first: Void = diary.fetch(.picture(bytes: 100_000), from: gallery)
            async let second: Void = diary.fetch(.picture(bytes: 100_000), from: gallery)
            async let elsewhere = gallery.request(.privatePicture(bytes: 1_000))
            _ = try await elsewhere
            diary.note("elsewhere")
            _ = await (first, second)
        }

        // The request is sent until 300 ms. Then its response has a third of the bandwidth.
        #expect(
            diary.lines == ["303.0 ms: elsewhere", "401.0 ms: 100000 bytes", "401.0 ms: 100000 bytes"]
        )
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test func uploadUsesTheOtherDirectionAndReportsEachPiece() async throws {
        let (scheduler, gallery, diary) = Gallery.linked(.round)
        try await scheduler.run { [gallery, diary] in
            _ = try await gallery.response(
                to: .upload(bytes: 40_000),
                options: CallOptions { progress in
                    diary.note("sent \(progress.sentBytes) of \(progress.expectedSentBytes ?? 0)")
                }
            )
            diary.note("responded")
        }

        #expect(
            diary.lines == [
                "263.84 ms: sent 16384 of 40000", "427.68 ms: sent 32768 of 40000", "500.0 ms: sent 40000 of 40000",
                "600.0 ms: responded",
            ]
        )
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test func progressIsReportedForEachPieceOfTheSample() async throws {
        let scheduler = VirtualScheduler()
        let diary = Diary(scheduler)
        let gallery = Provider<Gallery>.stub(clock: scheduler.clock, journal: nil) { $0.sample.inPieces(4) }
        try await scheduler.run { [gallery = gallery.link(.round), diary] in
            _ = try await gallery.response(
                to: .picture(bytes: 80_000),
                options: CallOptions { progress in
                    diary.note("\(progress.receivedBytes)")
                }
            )
        }

        #expect(diary.lines == ["220.0 ms: 20000", "240.0 ms: 40000", "260.0 ms: 60000", "280.0 ms: 80000"])
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test func providersWithTheSameLinkShareIt() async throws {
        let scheduler = VirtualScheduler()
        let diary = Diary(scheduler)
        let stub = Gallery.stub(on: scheduler)
        let link = VirtualLink(.round, clock: scheduler.clock)
        let (one, other) = (stub.link(link), Gallery.stub(on: scheduler).link(link))

        try await scheduler.run { [diary] in
            async let first: Void = diary.fetch(.picture(bytes: 300_000), from: one)
            async let second: Void = diary.fetch(.picture(bytes: 300_000), from: other)
            _ = await (first, second)
        }

        #expect(diary.lines == ["800.0 ms: 300000 bytes", "800.0 ms: 300000 bytes"])
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test func providersWithSeparateLinksShareNothing() async throws {
        let scheduler = VirtualScheduler()
        let diary = Diary(scheduler)
        let stub = Gallery.stub(on: scheduler)
        let (one, other) = (stub.link(.round), stub.link(.round))

        try await scheduler.run { [diary] in
            async let first: Void = diary.fetch(.picture(bytes: 300_000), from: one)
            async let second: Void = diary.fetch(.picture(bytes: 300_000), from: other)
            _ = await (first, second)
        }

        #expect(diary.lines == ["500.0 ms: 300000 bytes", "500.0 ms: 300000 bytes"])
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test func sixPicturesOverTwoConnectionsArriveInPairs() async throws {
        let (scheduler, gallery, diary) = Gallery.linked(.round)
        try await scheduler.run { [gallery, diary] in
            await withTaskGroup(of: Void.self) { group in
                for _ in 0..<6 { group.addTask { await diary.fetch(.picture(bytes: 150_000), from: gallery) } }
            }
        }

        // A connection, and then three times a round trip and 300,000 bytes.
        #expect(
            diary.lines == [500, 500, 900, 900, 1_300, 1_300].map { "\(Double($0)) ms: 150000 bytes" }
        )
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test func everyRunHasTheSameTrace() async throws {
        let runs = try await withThrowingTaskGroup(of: [String].self) { group in
            for _ in 0..<10 { group.addTask { try await Self.manyTransfers() } }
            return try await group.reduce(into: []) { $0.append($1) }
        }

        #expect(runs[0].count == 30)
        #expect(Set(runs).count == 1)
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    private static func manyTransfers() async throws -> [String] {
        let scheduler = VirtualScheduler()
        let diary = Diary(scheduler)
        var profile = VirtualLink.Profile.lossy
        profile.connectionsPerHost = 4
        let gallery = Gallery.stub(on: scheduler).link(profile, seed: 7)
        try await scheduler.run {
            await withTaskGroup(of: Void.self) { group in
                for number in 1...30 {
                    group.addTask { await diary.fetch(.picture(bytes: number * 1_777), from: gallery) }
                }
            }
        }
        return diary.lines
    }
}
