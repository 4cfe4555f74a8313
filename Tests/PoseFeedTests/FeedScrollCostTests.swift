import Foundation
import Tern
import TernImages
import TernTestSupport
import TernTesting
import TestRounds
import Testing

@testable import posefeed

/// The bytes that a fast scroll costs.
@Suite(virtualTimeWhereAvailable, .timeLimit(.minutes(20)))
@MainActor
struct FeedScrollCostTests {
    private static let pictureBytes = 20_000

    private nonisolated static let cases: [(VirtualLink, Int)] = [
        (.wifi, 100), (.edge, 5_000), (.lte, 100), (.lte, 5_000), (.threeG, 5_000),
    ]

    /// 12 rows in each frame, over 5,000 rows, with five rests of two seconds. Over a slow link, the scroll would also rest
    /// at the end of each page, so there is only one.
    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test(arguments: cases.prefix(Rounds.count(cases.count, part: 2)))
    func fastScrollCostsLittleMoreThanTheRowsThatCameToRest(link: VirtualLink, posesPerPage: Int)
        async throws
    {
        let scheduler = try #require(VirtualScheduler.current)
        let journal = Journal(clock: scheduler.clock)
        let images = ImageClient(
            provider: Self.pictures(on: scheduler, journal).link(link),
            decoder: ImageDecoder(decode: { _ in Poses.bitmap(0) }, cost: { $0.pixels.count * 3 })
        )
        let pages = Poses.pages(of: 5_000, posesPerPage: posesPerPage)
        let feed = Feed(on: scheduler, link: link, images: images, pages: pages)
        try await feed.open()
        try await scheduler.clock.sleep(for: .seconds(2))
        var restedRows = Set(Feed.screen)

        var top = 0
        for stop in [1_000, 2_000, 3_000, 4_000, 4_992] {
            while top < stop {
                top = min(top + 12, stop)
                try await feed.reader.scroll(to: top..<top + 8)
                try await scheduler.clock.sleep(for: .milliseconds(16))
            }
            try await feed.reader.read(top..<top + 8)
            try await scheduler.clock.sleep(for: .seconds(2))
            restedRows.formUnion(top..<top + 8)
        }
        await images.waitUntilIdle()

        let needed = restedRows.count * Self.pictureBytes
        #expect(restedRows.count == 48)
        #expect(journal.receivedBytes >= needed)
        #expect(Double(journal.receivedBytes) <= 1.2 * Double(needed))
    }

    /// Pictures whose bytes arrive in 20 pieces.
    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    private static func pictures(on scheduler: VirtualScheduler, _ journal: Journal) -> Provider<ImageTarget> {
        var file = Poses.bitmap(0).bmp
        file.append(Data(count: pictureBytes - file.count))
        let pieces = stride(from: 0, to: pictureBytes, by: 1_000).map { file[$0..<$0 + 1_000] }
        let sample = SampleResponse.chunked(pieces)
        return .stub(clock: scheduler.clock, journal: journal) { _ in sample }
    }
}

extension Journal {
    /// The bytes of all bodies, also of those whose call was cancelled.
    fileprivate var receivedBytes: Int {
        events.reduce(0) { if case .received(let bytes) = $1.kind { $0 + bytes } else { $0 } }
    }
}
