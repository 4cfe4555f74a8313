import Foundation
import Tern
import TernImages
import TernImagesTesting
import TernTestSupport
import TernTesting
import TestRounds
import Testing

/// Pictures on views that are reused and released.
@Suite(.timeLimit(.minutes(20)))
@MainActor
struct DisplayTests {
    final class Cell: ImageDisplaying {
        let imageSlot = ImageSlot<String>()
        private(set) var shown: [String?] = []
        private let (changes, continuation) = AsyncStream.makeStream(of: Void.self)

        func display(_ image: String?) {
            shown.append(image)
            continuation.yield()
        }

        /// Waits until this number of pictures was shown.
        func shown(atLeast count: Int) async -> [String?] {
            var changes = changes.makeAsyncIterator()
            while shown.count < count { await changes.next() }
            return shown
        }
    }

    /// A view can have a type `Image` of its own, such as that of SwiftUI.
    final class CellWithImageType: ImageDisplaying {
        struct Image {}

        let imageSlot = ImageSlot<String>()
        private(set) var image: Image?

        func display(_ text: String?) { image = text.map { _ in Image() } }
    }

    @Test func viewCanHaveATypeNamedImage() {
        let cell = CellWithImageType()
        service(memory: [Self.url("a"): "A"]).setImage(on: cell, fromURL: Self.url("a"))
        #expect(cell.image != nil)
    }

    private let gate = SampleGate()

    /// The picture `held` waits for the gate, and `missing` fails.
    private func service(memory: [URL: String] = [:]) -> StubImageService<String> {
        StubImageService(memory: memory) { [gate] request in
            let name = request.url.lastPathComponent
            if name == "held" { try await gate.pass() }
            if name == "missing" { throw TernError(.unacceptableStatus) }
            return name
        }
    }

    @Test func pictureReplacesThePlaceholder() async {
        let (cell, images) = (Cell(), service())
        images.setImage(on: cell, fromURL: Self.url("a"), withPlaceholder: "…")
        #expect(cell.shown == ["…"])
        #expect(await cell.shown(atLeast: 2) == ["…", "a"])
    }

    @Test func pictureInMemoryIsShownAtOnce() {
        let (cell, images) = (Cell(), service(memory: [Self.url("a"): "A"]))
        #expect(images.setImage(on: cell, fromURL: Self.url("a"), withPlaceholder: "…") == nil)
        #expect(cell.shown == ["A"])
        #expect(images.requests.isEmpty)
    }

    @Test func failurePictureIsShown() async {
        let (cell, images) = (Cell(), service())
        images.setImage(on: cell, fromURL: Self.url("missing"), withPlaceholder: "…", failure: "!")
        #expect(await cell.shown(atLeast: 2) == ["…", "!"])
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test func failurePictureIsNotShownAfterACancellation() async throws {
        try await VirtualScheduler.explore(seeds: 0..<20) { scheduler in
            #expect(await Self.shownAfterACancellation(scheduler.clock) == ["…"])
        }
    }

    private static func shownAfterACancellation(_ clock: any Clock<Duration>) async -> [String?] {
        let images = StubImageService<String> { _ in
            try await clock.sleep(for: .seconds(5))
            return "a"
        }
        let cell = Cell()
        let task = images.setImage(on: cell, fromURL: url("a"), withPlaceholder: "…", failure: "!")
        try? await clock.sleep(for: .seconds(1))
        task?.cancel()
        try? await clock.sleep(for: .seconds(10))
        return cell.shown
    }

    /// The load itself wasn't cancelled.
    @Test func failurePictureIsShownAfterACancellationByAPlugin() async {
        let cell = Cell()
        let images = StubImageService<String> { _ in throw TernError(.cancelled) }
        let task = images.setImage(on: cell, fromURL: Self.url("a"), withPlaceholder: "…", failure: "!")
        #expect(await cell.shown(atLeast: 2) == ["…", "!"])
        #expect(task?.isCancelled == false)
    }

    @Test func placeholderStaysAfterAFailureWithoutAPicture() async {
        let (cell, images) = (Cell(), service())
        let task = images.setImage(on: cell, fromURL: Self.url("missing"), withPlaceholder: "…")
        _ = await task?.result
        images.setImage(on: cell, fromURL: nil, withPlaceholder: "none")
        #expect(cell.shown == ["…", "none"])
    }

    @Test func reusedCellShowsOnlyItsLatestPicture() async throws {
        let (cell, images) = (Cell(), service())
        let first = images.setImage(on: cell, fromURL: Self.url("held"), failure: "!")
        await gate.waitForArrivals(atLeast: 1)
        images.setImage(on: cell, fromURL: Self.url("b"), failure: "!")
        gate.release()

        #expect(await cell.shown(atLeast: 3) == [nil, nil, "b"])
        await #expect(throws: TernError.self) { try await first?.value }
        #expect(images.cancelledURLs == [Self.url("held")])
    }

    @Test func pictureInMemoryCancelsTheEarlierLoad() async {
        let (cell, images) = (Cell(), service(memory: [Self.url("a"): "A"]))
        let first = images.setImage(on: cell, fromURL: Self.url("held"))
        images.setImage(on: cell, fromURL: Self.url("a"))
        #expect(await first?.result.isCancelled == true)
        #expect(cell.shown == [nil, "A"])
        #expect(cell.imageSlot.task == nil)
    }

    @Test func releasedCellCancelsItsLoad() async {
        let images = service()
        var cell: Cell? = Cell()
        let task = cell.flatMap { images.setImage(on: $0, fromURL: Self.url("held")) }
        await gate.waitForArrivals(atLeast: 1)
        cell = nil

        #expect(await task?.result.isCancelled == true)
        #expect(cell == nil)
    }

    final class Pixels: Sendable {
        private let onRelease: @Sendable () -> Void

        init(onRelease: @escaping @Sendable () -> Void) { self.onRelease = onRelease }

        deinit { onRelease() }
    }

    final class PixelCell: ImageDisplaying {
        let imageSlot = ImageSlot<Pixels>()
        private(set) var image: Pixels?
        let (shown, continuation) = AsyncStream.makeStream(of: Void.self)

        func display(_ image: Pixels?) {
            self.image = image
            if image != nil { continuation.finish() }
        }
    }

    /// As a cell that is reused later.
    @Test func slotDoesNotKeepAPictureThatTheViewNoLongerShows() async {
        let (released, continuation) = AsyncStream.makeStream(of: Void.self)
        let images = StubImageService<Pixels> { _ in Pixels { continuation.finish() } }
        let cell = PixelCell()
        images.setImage(on: cell, fromURL: Self.url("a"))
        for await _ in cell.shown {}
        #expect(cell.image != nil)

        cell.display(nil)
        // Ends when nothing has the picture any more.
        for await _ in released {}
        #expect(cell.imageSlot.task == nil)
    }

    @Test func slotKeepsALoadUntilItsEnd() async {
        let (slot, images) = (ImageSlot<String>(), service())
        slot.replace(with: images.load(Self.url("held")))
        await gate.waitForArrivals(atLeast: 1)
        #expect(slot.task?.request.url == Self.url("held"))
        slot.cancel()
        #expect(slot.task == nil)
        #expect(images.cancelledURLs == [Self.url("held")])
    }

    @Test func emptyURLCancelsAndShowsThePlaceholder() async {
        let (cell, images) = (Cell(), service())
        let task = images.setImage(on: cell, fromURL: Self.url("held"))
        images.setImage(on: cell, fromURL: nil, withPlaceholder: "none")
        #expect(await task?.result.isCancelled == true)
        #expect(cell.shown == [nil, "none"])
    }

    /// The closure may use the state of the main actor.
    @Test func completionRunsOnTheActorOfItsCode() async {
        let images = service()
        let (results, continuation) = AsyncStream.makeStream(of: Void.self)
        var names: [String] = []
        images.downloadImage(fromURL: Self.url("a")) { result in
            names.append((try? result.get()) ?? "none")
            continuation.finish()
        }
        for await _ in results {}
        #expect(names == ["a"])
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test func latestPictureWinsInEveryOrder() async throws {
        try await VirtualScheduler.explore(seeds: Rounds.seeds(200)) { scheduler in
            let images = StubImageService<String> { request in
                try await scheduler.clock.sleep(for: .seconds(request.url.lastPathComponent.utf8.count % 3))
                return request.url.lastPathComponent
            }
            let shown = await Self.scroll(images, scheduler.clock)
            #expect(shown == "zzz")
        }
    }

    /// Shows three pictures on one cell, faster than they load, and returns the last one that it shows.
    private static func scroll(_ images: any ImageService<String>, _ clock: any Clock<Duration>) async -> String? {
        let cell = Cell()
        for name in ["a", "bb", "zzz"] {
            images.setImage(on: cell, fromURL: url(name), failure: "!")
            await Task.yield()
        }
        try? await clock.sleep(for: .seconds(10))
        return cell.shown.last ?? nil
    }

    nonisolated private static func url(_ name: String) -> URL {
        URL(string: "https://pictures.example/\(name)")!
    }
}

extension Result where Failure == TernError {
    fileprivate var isCancelled: Bool {
        if case .failure(let error) = self { error.code == .cancelled } else { false }
    }
}
