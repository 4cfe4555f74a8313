import Tern
import TernImages

/// Turns the actions of the reader into the states of the screen. Releasing the view model cancels all its work, and
/// ends its states.
@MainActor
final class FeedViewModel {
    struct Input<Actions: AsyncSequence & Sendable>: Sendable where Actions.Element == FeedAction {
        /// The actions of the reader. A failure ends the sequence.
        let actions: Actions
    }

    struct Output: Sendable {
        /// The current state, and then each new state. A slow consumer skips states, but never the last one.
        let states: AsyncStream<FeedState>
    }

    /// The next page is loaded when fewer rows than this are left below the screen.
    static let rowsBeforeTheEnd = 12

    private let bookmarkStore: any BookmarkStore
    private let pages: FeedPages
    private let pictures: FeedPictures
    private let changes: Changes
    private var room = 0..<0
    private var notice: String?
    private var latest: FeedState?
    private var states: AsyncStream<FeedState>.Continuation?
    private var actions: Task<Void, Never>?

    /// - Parameters:
    ///   - images: The service that loads the pictures.
    ///   - bookmarks: The store of the bookmarks.
    ///   - clock: Measures how long rows are visible. Real time by default.
    init(
        repository: PoseRepository,
        images: any ImageService<Bitmap>,
        bookmarks: any BookmarkStore,
        settings: FeedPictures.Settings = FeedPictures.Settings(),
        clock: any Clock<Duration> = ContinuousClock()
    ) {
        let changes = Changes()
        self.changes = changes
        bookmarkStore = bookmarks
        pages = FeedPages(repository: repository) { changes.model?.update() }
        pictures = FeedPictures(images: images, clock: clock, settings: settings) { changes.model?.publish() }
        changes.model = self
    }

    deinit {
        actions?.cancel()
        states?.finish()
    }

    /// Starts to perform the actions. A second call ends the states of the first call.
    func transform<Actions>(input: Input<Actions>) -> Output {
        let (states, continuation) = AsyncStream.makeStream(
            of: FeedState.self,
            bufferingPolicy: .bufferingNewest(1)
        )
        actions?.cancel()
        self.states?.finish()
        (self.states, latest) = (continuation, nil)
        publish()
        actions = Self.perform(input.actions) { [weak self] in self?.perform($0) }
        return Output(states: states)
    }

    // MARK: - Private

    /// Notifies the view model of changes without retaining it.
    private final class Changes {
        weak var model: FeedViewModel?
    }

    /// Performs actions one after another. The sequence is read outside of the main actor, because it may not be usable
    /// on the main actor.
    private nonisolated static func perform<Actions: AsyncSequence & Sendable>(
        _ actions: Actions,
        with body: @escaping @MainActor @Sendable (FeedAction) -> Void
    ) -> Task<Void, Never> where Actions.Element == FeedAction {
        Task {
            var iterator = actions.makeAsyncIterator()
            while let action = try? await iterator.next() { await body(action) }
        }
    }

    private func perform(_ action: FeedAction) {
        // An action of the previous sequence may still arrive after the sequence was replaced. It is performed like any
        // other action.
        switch action {
        case .load: pages.loadMore()
        case .scroll(let rows): room = rows
        case .bookmark(let pose): toggleBookmark(of: pose)
        case .retry:
            pages.retry()
            pictures.retry(of: pages.poses)
        }
        if case .scroll = action { update() } else { publish() }
    }

    private func toggleBookmark(of pose: Pose.ID) {
        do {
            try bookmarkStore.setBookmarks(bookmarkStore.bookmarks.symmetricDifference([pose]))
            notice = nil
        } catch {
            notice = "The bookmark can't be kept."
        }
    }

    private var visibleRows: Range<Int> { room.clamped(to: 0..<pages.poses.count) }

    /// Updates the state after a change of the rows, or of the visible rows.
    private func update() {
        pictures.show(visibleRows, of: pages.poses)
        let count = pages.poses.count
        if count > 0, room.upperBound + Self.rowsBeforeTheEnd > count { pages.loadMore() }
        publish()
    }

    private func publish() {
        let bookmarks = bookmarkStore.bookmarks
        let state = FeedState(
            rows: visibleRows.map { row in
                let pose = pages.poses[row]
                return FeedState.Row(
                    number: row,
                    pose: pose,
                    picture: pictures.picture(of: row),
                    isBookmarked: bookmarks.contains(pose.id)
                )
            },
            count: pages.poses.count,
            footer: pages.footer,
            notice: notice
        )
        guard state != latest else { return }
        latest = state
        states?.yield(state)
    }
}
