import Foundation
import Tern
import TernImages
import TernTesting

/// The bytes that a fast scroll over a virtual link costs, compared with those of the rows at which it rests.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
enum ImageScrollFigures {
    private static let pictureBytes = 20_000
    private static let screen = 8
    private static let rowsPerFrame = 12
    private static let frame = Duration.milliseconds(16)
    /// The time for which a row is visible before its picture is loaded.
    private static let restTime = Duration.milliseconds(60)

    static func report(scale: Double) -> Report {
        Report("Pictures of a fast scroll, in virtual time") {
            let count = max(500, Int(5_000 * scale))
            return [
                try await line("LTE", .lte, count: count, waits: true),
                try await line("3G", .threeG, count: count, waits: true),
                try await line("Wi-Fi", .wifi, count: count, waits: true),
                try await line("Wi-Fi, each load at once, cancelled with its row", .wifi, count: count, waits: false),
            ]
        }
    }

    private static func line(
        _ name: String,
        _ link: VirtualLink,
        count: Int,
        waits: Bool
    ) async throws -> String {
        let scheduler = VirtualScheduler()
        let journal = Journal(clock: scheduler.clock)
        let rested = try await scheduler.run {
            let pieces = picturePieces
            let provider = Provider<ImageTarget>.stub(clock: scheduler.clock, journal: journal) { _ in .chunked(pieces)
            }
            let images = ImageClient(provider: provider.link(link), decoder: .encoded)
            let rested = try await scroll(images, count: count, waits: waits, scheduler.clock)
            await images.waitUntilIdle()
            return rested
        }
        let bytes = journal.events.reduce(0) { if case .received(let bytes) = $1.kind { $0 + bytes } else { $0 } }
        let ratio = (Double(bytes) / Double(rested * pictureBytes) * 100).rounded() / 100
        return "\(name), \(count) rows, \(rested) came to rest  \(bytes) bytes, \(ratio) times those of the rested rows"
    }

    /// Rests five times for five seconds.
    ///
    /// - Returns: The number of rows that came to rest.
    private static func scroll(
        _ images: ImageClient<EncodedImage>,
        count: Int,
        waits: Bool,
        _ clock: VirtualClock
    ) async throws -> Int {
        var loads: [Int: ImageSlot<EncodedImage>] = [:]
        var rested: Set<Int> = []
        let stops = (1...5).map { $0 * (count - screen) / 5 }
        var top = 0
        while let stop = stops.first(where: { $0 > top }) {
            top = min(top + rowsPerFrame, stop)
            let visible = top..<top + screen
            // Releasing a slot cancels its load.
            loads = loads.filter { visible.contains($0.key) }
            for row in visible where loads[row] == nil { loads[row] = slot(row, images, waits ? clock : nil) }
            if top == stop { rested.formUnion(visible) }
            try await clock.sleep(for: top == stop ? .seconds(5) : frame)
        }
        return rested.count
    }

    private static func slot(
        _ row: Int,
        _ images: ImageClient<EncodedImage>,
        _ clock: VirtualClock?
    ) -> ImageSlot<EncodedImage> {
        let request = ImageRequest<EncodedImage>(
            URL(string: "https://pictures.example/\(row)") ?? URL(fileURLWithPath: "/")
        )
        let slot = ImageSlot<EncodedImage>()
        slot.replace(
            with: ImageTask(request) {
                try await clock?.sleep(for: restTime)
                return try await images.image(request)
            }
        )
        return slot
    }

    /// The header of a PNG file, and zeros, as 20 pieces.
    private static var picturePieces: [Data] {
        var file = Data([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13]) + Data("IHDR".utf8)
        file += Data([0, 0, 0, 64, 0, 0, 0, 48, 8, 6, 0, 0, 0, 0, 0, 0, 0])
        file += Data(count: pictureBytes - file.count - 12)
        file += Data([0, 0, 0, 0]) + Data("IEND".utf8) + Data([0xAE, 0x42, 0x60, 0x82])
        return stride(from: 0, to: file.count, by: 1_000).map { Data(file[$0..<$0 + 1_000]) }
    }
}
