import Tern

/// Simulates the user of a feed. It sends actions to the view model, and waits for the resulting state.
@MainActor
final class FeedReader {
    struct FeedError: Error, CustomStringConvertible {
        let description: String
    }

    private let actions: AsyncStream<FeedAction>.Continuation
    private let states: AsyncStream<FeedState>
    private let model: FeedViewModel
    private var latest = FeedState()

    init(_ model: FeedViewModel) {
        let (actions, continuation) = AsyncStream.makeStream(of: FeedAction.self)
        self.model = model
        self.actions = continuation
        states = model.transform(input: .init(actions: actions)).states
    }

    func perform(_ action: FeedAction) {
        actions.yield(action)
    }

    /// Waits until the state satisfies the condition. Returns at once if it does already.
    ///
    /// - Throws: `FeedError` if the feed ends.
    @discardableResult
    func wait(until condition: (FeedState) -> Bool) async throws -> FeedState {
        if condition(latest) { return latest }
        for await state in states {
            latest = state
            if condition(state) { return state }
        }
        throw FeedError(description: "The feed has ended.")
    }

    /// Scrolls to rows, and waits until they are visible.
    ///
    /// - Throws: `FeedError` if a page fails.
    @discardableResult
    func scroll(to rows: Range<Int>) async throws -> FeedState {
        perform(.scroll(to: rows))
        return try await waitWithoutFailure { $0.rows.map(\.number) == Array(rows) }
    }

    /// Scrolls to rows, and waits until their pictures have also arrived.
    ///
    /// - Throws: `FeedError` if a page fails.
    @discardableResult
    func read(_ rows: Range<Int>) async throws -> FeedState {
        try await scroll(to: rows)
        return try await waitWithoutFailure { $0.isComplete }
    }

    /// Sets the bookmark of a visible pose.
    ///
    /// - Throws: `FeedError` if the bookmark can't be stored.
    @discardableResult
    func bookmark(_ pose: Pose.ID) async throws -> FeedState {
        perform(.bookmark(pose))
        let state = try await wait { state in
            state.notice != nil || state.rows.contains { $0.pose.id == pose && $0.isBookmarked }
        }
        if let notice = state.notice { throw FeedError(description: notice) }
        return state
    }

    /// Scrolls row by row to the end of the feed, without pauses.
    ///
    /// - Parameter count: The number of rows on the screen.
    /// - Returns: The last rows, when their pictures have arrived.
    func scrollToEnd(from first: Int, count: Int) async throws -> FeedState {
        var top = first
        while true {
            let loaded = latest.count
            while top + count < loaded {
                top += 1
                try await scroll(to: top..<top + count)
            }
            let state = try await waitWithoutFailure { $0.count > loaded || $0.footer == .end }
            guard state.count > loaded else { break }
        }
        return try await read(top..<top + count)
    }

    // MARK: - Private

    private func waitWithoutFailure(until condition: (FeedState) -> Bool) async throws -> FeedState {
        let state = try await wait { $0.failure != nil || condition($0) }
        if let failure = state.failure { throw FeedError(description: failure) }
        return state
    }
}
