import Foundation
import Tern
import TernImages

/// The pictures of the visible rows. A picture is loaded when its row has stayed on the screen for a moment, and its
/// load is cancelled when the row leaves.
@MainActor
final class FeedPictures {
    struct Settings: Sendable {
        /// The time for which a row must stay visible before its picture is loaded. Rows that are visible for a shorter
        /// time load no picture.
        var restTime = Duration.milliseconds(60)
        /// The number of rows below the screen whose pictures are loaded ahead while the reader scrolls slowly.
        var prefetchedRows = 4
    }

    private let images: any ImageService<Bitmap>
    private let clock: any Clock<Duration>
    private let settings: Settings
    private let onChange: () -> Void
    private var results: [Int: FeedState.Picture] = [:]
    /// Releasing a slot cancels its load.
    private var loads: [Int: ImageSlot<Bitmap>] = [:]
    private var rest: Task<Void, Never>?
    private var lastRest: Range<Int>?
    /// Releasing the prefetch cancels its loads.
    private var prefetch: (rows: Range<Int>, loads: ImagePrefetch<Bitmap>)?

    init(
        images: any ImageService<Bitmap>,
        clock: any Clock<Duration>,
        settings: Settings,
        onChange: @escaping () -> Void
    ) {
        self.images = images
        self.clock = clock
        self.settings = settings
        self.onChange = onChange
    }

    deinit {
        rest?.cancel()
    }

    func picture(of row: Int) -> FeedState.Picture { results[row] ?? .loading }

    /// Sets the visible rows.
    func show(_ rows: Range<Int>, of poses: [Pose]) {
        loads = loads.filter { rows.contains($0.key) }
        results = results.filter { rows.contains($0.key) }
        if let ahead = prefetch?.rows, !ahead.touches(rows) { prefetch = nil }
        for row in rows where loads[row] == nil && results[row] == nil { load(poses[row].picture, at: row) }
        rest?.cancel()
        rest = Task { [weak self, clock, settings] in
            guard (try? await clock.sleep(for: settings.restTime)) != nil, !Task.isCancelled else { return }
            self?.didRest(at: rows, of: poses)
        }
    }

    /// Loads the visible pictures that failed.
    func retry(of poses: [Pose]) {
        for (row, result) in results {
            guard case .failed = result else { continue }
            results[row] = nil
            load(poses[row].picture, at: row)
        }
    }

    // MARK: - Private

    private func load(_ url: URL, at row: Int) {
        let request = ImageRequest<Bitmap>(url)
        if let picture = images.cached(request) {
            results[row] = .shown(picture)
            return
        }
        let task = ImageTask(request) { [images, clock, settings] in
            try await clock.sleep(for: settings.restTime)
            return try await images.image(request)
        }
        let slot = ImageSlot<Bitmap>()
        slot.replace(with: task)
        loads[row] = slot
        task.onCompletion { [weak self] result in
            // A cancelled load belongs to a row that was at this position before.
            if !task.isCancelled { self?.receive(result, at: row) }
        }
    }

    private func receive(_ result: Result<Bitmap, TernError>, at row: Int) {
        switch result {
        case .success(let picture): results[row] = .shown(picture)
        case .failure(let error): results[row] = .failed(error.feedText)
        }
        loads[row] = nil
        onChange()
    }

    /// Prefetches the next pictures, unless the reader has jumped to these rows and may jump again.
    private func didRest(at rows: Range<Int>, of poses: [Pose]) {
        let isReading = lastRest.map { $0.touches(rows) } ?? true
        lastRest = rows
        let end = min(poses.count, rows.upperBound + settings.prefetchedRows)
        let next = rows.upperBound..<max(rows.upperBound, end)
        guard isReading else {
            prefetch = nil
            return
        }
        // The new loads share the work of the old loads, which are cancelled afterwards.
        if prefetch?.rows != next { prefetch = (next, images.prefetch(poses[next].map(\.picture))) }
    }
}

extension Range<Int> {
    /// Whether the ranges overlap or adjoin.
    fileprivate func touches(_ other: Range) -> Bool {
        lowerBound <= other.upperBound && other.lowerBound <= upperBound
    }
}
