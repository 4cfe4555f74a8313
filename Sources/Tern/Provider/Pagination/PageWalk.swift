/// The state of an iteration over pages: the next page, and the cursors that have been used.
struct PageWalk {
    private enum State {
        case next(PageCursor?)
        /// The next page can't be requested.
        case failed(TernError)
        case over
    }

    /// Half of the SHA-256 digest of a cursor. A list may have any number of pages, and a link any length. Two
    /// different cursors with the same digest are practically impossible, and would only end the list with an error.
    private struct Digest: Hashable {
        private let high: UInt64
        private let low: UInt64

        init(_ cursor: PageCursor) {
            let words = SHA256.words(of: cursor.rawValue).map(UInt64.init)
            high = words[0] << 32 | words[1]
            low = words[2] << 32 | words[3]
        }
    }

    private var state: State
    private var used: Set<Digest> = []
    private let limit: Int?

    /// The number of pages so far.
    private(set) var count = 0

    init(from cursor: PageCursor?, limit: Int?) {
        self.limit = limit
        state = limit.map { $0 > 0 } ?? true ? .next(cursor) : .over
        if let cursor { used.insert(Digest(cursor)) }
    }

    /// The cursor of the next page, `nil` for the first page of the list. `nil` if no page follows.
    ///
    /// - Throws: The error of a next page that can't be requested, once.
    mutating func begin() throws(TernError) -> PageCursor?? {
        switch state {
        case .next(let cursor): return .some(cursor)
        case .failed(let error):
            state = .over
            throw error
        case .over: return nil
        }
    }

    /// Records a page, and the cursor of the next page, or the error if the next page can't be requested.
    ///
    /// - Parameters:
    ///   - aliases: Further cursors of this page.
    ///   - repetition: Creates the error for a cursor that was used before. `nil` if the list just ends there.
    mutating func received(
        next: Result<PageCursor?, TernError>,
        aliases: [PageCursor],
        repetition: @autoclosure () -> TernError?
    ) {
        count += 1
        used.formUnion(aliases.lazy.map(Digest.init))
        if let limit, count >= limit {
            state = .over
            return
        }
        switch next {
        case .success(nil): state = .over
        case .success(let cursor?):
            state = used.insert(Digest(cursor)).inserted ? .next(cursor) : repetition().map(State.failed) ?? .over
        case .failure(let error): state = .failed(error)
        }
    }

    /// Ends the iteration.
    mutating func end() { state = .over }

    /// The cursor of the page to request ahead. `nil` if no page follows.
    var following: PageCursor? { if case .next(let cursor) = state { cursor } else { nil } }
}
