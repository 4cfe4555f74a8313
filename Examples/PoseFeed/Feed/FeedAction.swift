/// What the reader does. One sequence has all actions, so that they keep their order.
enum FeedAction: Hashable, Sendable {
    /// Loads the first page.
    case load
    /// The screen has room for these rows now. Rows that don't exist yet count when they arrive.
    case scroll(to: Range<Int>)
    /// Sets the bookmark of a pose, or removes it.
    case bookmark(Pose.ID)
    /// Loads the page and the visible pictures again that failed.
    case retry
}
