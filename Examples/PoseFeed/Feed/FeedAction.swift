/// An action of the reader. All actions are in one sequence, so that they keep their order.
enum FeedAction: Hashable, Sendable {
    /// Loads the first page.
    case load
    /// The screen has room for these rows now. Rows that don't exist yet are shown when they arrive.
    case scroll(to: Range<Int>)
    /// Sets the bookmark of a pose, or removes it.
    case bookmark(Pose.ID)
    /// Loads the failed page and the failed visible pictures again.
    case retry
}
