import Foundation
import Tern
import TernTesting
import Testing

@Suite(.timeLimit(.minutes(20)))
struct VirtualLinkTests {
    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test func bodyTakesItsBytesByTheBandwidthAfterItsRoundTrip() async throws {
        let (scheduler, gallery, _) = Gallery.linked(.round)
        let response = try await scheduler.run { [gallery] in try await gallery.request(.picture(bytes: 500_000)) }

        #expect(response.data.count == 500_000)
        #expect(scheduler.now == .milliseconds(100 + 500))
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test func concurrentTransfersDoNotAffectEachOther() async throws {
        let (scheduler, gallery, diary) = Gallery.linked(.round)
        try await scheduler.run { [gallery, diary] in
            async let long: Void = diary.fetch(.picture(bytes: 400_000), from: gallery)
            async let short: Void = diary.fetch(.picture(bytes: 100_000), from: gallery)
            _ = await (long, short)
        }

        #expect(diary.lines == ["200.0 ms: 100000 bytes", "500.0 ms: 400000 bytes"])
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
                "163.84 ms: sent 16384 of 40000", "327.68 ms: sent 32768 of 40000", "400.0 ms: sent 40000 of 40000",
                "500.0 ms: responded",
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

        #expect(diary.lines == ["120.0 ms: 20000", "140.0 ms: 40000", "160.0 ms: 60000", "180.0 ms: 80000"])
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
        let gallery = Gallery.stub(on: scheduler).link(.edge)
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
