import Tern
import TernPlugins

/// The poses that have arrived, and the loop that requests further pages.
@MainActor
final class FeedPages {
    private(set) var poses: [Pose] = []
    private(set) var footer = FeedState.Footer.more

    private let repository: PoseRepository
    private let onChange: () -> Void
    /// The cursor of the next page. `nil` for the first page.
    private var cursor: PageCursor?
    private var reader: Task<Void, Never>?
    /// Each element lets the loop request one page.
    private var demand: AsyncStream<Void>.Continuation?

    init(repository: PoseRepository, onChange: @escaping () -> Void) {
        self.repository = repository
        self.onChange = onChange
    }

    deinit {
        reader?.cancel()
    }

    /// Loads the next page, unless a page is being loaded, the last request failed, or there are no more pages.
    func loadMore() {
        guard footer == .more else { return }
        footer = .loading
        if reader == nil { startReader() }
        demand?.yield()
    }

    /// Loads the page that failed.
    func retry() {
        guard case .failed = footer else { return }
        footer = .more
        loadMore()
    }

    // MARK: - Private

    private func startReader() {
        let (requests, demand) = AsyncStream.makeStream(of: Void.self)
        self.demand = demand
        reader = Task { [weak self, repository, cursor] in
            do throws(TernError) {
                var pages = repository.pages(from: cursor).makeAsyncIterator()
                for await _ in requests {
                    guard let page = try await pages.next() else { break }
                    self?.append(page)
                }
            } catch {
                self?.fail(error)
            }
        }
    }

    private func append(_ page: Page<PosePage>) {
        poses += page.value.poses
        cursor = page.nextCursor
        footer = cursor == nil ? .end : .more
        onChange()
    }

    /// The loop's task is cancelled only together with this object, so `.cancelled` comes from a plugin or a transport.
    /// With the footer `.more`, the next page would be requested again at once.
    private func fail(_ error: TernError) {
        (reader, demand) = (nil, nil)
        footer = .failed(error.feedText)
        onChange()
    }
}
