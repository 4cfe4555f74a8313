import Tern
import TernPlugins

/// Fetches poses with any provider, live or stubbed.
struct PoseRepository: Sendable {
    private let api: any ProviderType<PoseAPI>

    init(api: any ProviderType<PoseAPI>) {
        self.api = api
    }

    /// The pages of the feed. Each page is requested when the loop needs it.
    ///
    /// - Parameter cursor: The cursor at which an earlier loop ended. `nil`, the default, for the first page.
    func pages(from cursor: PageCursor? = nil) -> Pages<PosePage> {
        api.pages(.cursors(at: \.next) { .poses(after: $0) }, from: cursor)
    }
}
