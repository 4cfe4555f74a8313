import Tern

/// Fetches poses with any provider, live or stubbed.
struct PoseRepository: Sendable {
    private let api: any ProviderType<PoseAPI>

    init(api: any ProviderType<PoseAPI>) {
        self.api = api
    }

    /// The pages of the feed, each requested when the loop asks for it.
    ///
    /// - Parameter cursor: Where an earlier loop has ended. `nil`, the default, for the first page.
    func pages(from cursor: PageCursor? = nil) -> Pages<PosePage> {
        api.pages(.cursors(at: \.next) { .poses(after: $0) }, from: cursor)
    }
}
