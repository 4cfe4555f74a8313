import Tern

/// The pages of a list. `provider.pages(_:)` creates this sequence.
///
/// ```swift
/// for try await page in github.pages(.links(from: .issues())) { show(page.value) }
/// for try await issue in github.pages(.links(from: .issues())).items { show(issue) }
/// ```
///
/// Each loop begins with the first page, and sends no request before it waits for a page. The value of a page is
/// decoded on the loop's actor. Leaving the loop or releasing its iterator cancels the requests. Cancelling the task
/// cancels the request that the loop waits for; a prefetched request ends when the loop asks for its page.
///
/// Each loop throws `TernError`, so the `error` of a plain `catch` needs no cast. Its codes are those of the calls,
/// `.decodingFailed`, and after the page in question:
/// - `.invalidNextPage` if the cursor of the page leads to itself or to an earlier page, or can't be used,
/// - `.invalidURL` if its link leads to another origin.
///
/// After an error, the sequence has ended. ``Page/nextCursor`` of the last page continues in a new sequence.
public struct Pages<Value>: AsyncSequence {
    /// The request of a page, and the closure that reads its response.
    struct Step {
        let target: any TargetType
        let request: @Sendable () async throws(TernError) -> Response
        let value: (Response) throws(TernError) -> Value
    }

    let step: (PageCursor?) throws(TernError) -> Step
    let next: (Value, Response, PageCursor?) throws(TernError) -> PageCursor?
    let aliases: (Response) -> [PageCursor]
    let repetition: PageRepetition
    let start: PageCursor?
    let limit: Int?
    let prefetches: Bool

    public func makeAsyncIterator() -> StreamElements<Page<Value>>.Iterator {
        StreamElements<Page<Value>>.Iterator(read: PageReader(self).next)
    }

    /// The items of all pages, for pages whose value isn't itself the sequence of items.
    ///
    /// ```swift
    /// for try await user in github.pages(paging).items(\.users) { show(user) }
    /// ```
    public func items<Items: Sequence>(_ items: @escaping (Value) -> Items) -> PageItems<Value, Items> {
        PageItems(pages: self, items: items)
    }
}

extension Pages where Value: Sequence {
    /// The items of all pages.
    public var items: PageItems<Value, Value> { PageItems(pages: self) { $0 } }
}

/// The items of all pages of a list, in order. ``Pages/items`` and ``Pages/items(_:)`` create this sequence.
///
/// Throws the errors of ``Pages``, after the items of all earlier pages. A page without items is skipped.
public struct PageItems<Value, Items: Sequence>: AsyncSequence {
    let pages: Pages<Value>
    let items: (Value) -> Items

    public func makeAsyncIterator() -> StreamElements<Items.Element>.Iterator {
        StreamElements<Items.Element>.Iterator(read: ItemReader(PageReader(pages), items).next)
    }
}

/// Reads the items of one page after another, for one loop.
private final class ItemReader<Value, Items: Sequence> {
    private let pages: PageReader<Value>
    private let items: (Value) -> Items
    private var current: Items.Iterator?

    init(_ pages: PageReader<Value>, _ items: @escaping (Value) -> Items) {
        self.pages = pages
        self.items = items
    }

    func next() async throws(TernError) -> Items.Element? {
        while true {
            if let item = current?.next() { return item }
            current = nil
            guard let page = try await pages.next() else { return nil }
            current = items(page.value).makeIterator()
        }
    }
}
