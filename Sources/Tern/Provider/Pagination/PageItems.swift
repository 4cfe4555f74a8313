/// The items of all pages of a list, in order. ``Pages/items`` and ``Pages/items(_:)`` create this sequence.
///
/// Throws the errors of ``Pages``, after the items of all earlier pages. A page without items is skipped.
public struct PageItems<Value, Items: Sequence>: AsyncSequence {
    let pages: Pages<Value>
    let items: (Value) -> Items

    public func makeAsyncIterator() -> Iterator {
        Iterator(pages: pages.makeAsyncIterator(), items: items)
    }

    /// Reads the items of one page after another.
    public struct Iterator: AsyncIteratorProtocol {
        private var pages: Pages<Value>.Iterator
        private let items: (Value) -> Items
        private var current: Items.Iterator?

        init(pages: Pages<Value>.Iterator, items: @escaping (Value) -> Items) {
            self.pages = pages
            self.items = items
        }

        /// The next item. `nil` after the last item, and in every later call.
        ///
        /// - Throws: `TernError`, once.
        public nonisolated(nonsending) mutating func next() async throws(TernError) -> Items.Element? {
            while true {
                if let item = current?.next() { return item }
                current = nil
                guard let page = try await pages.next() else { return nil }
                current = items(page.value).makeIterator()
            }
        }

        /// The same as `next()`, on this actor.
        public mutating func next(isolation actor: isolated (any Actor)?) async throws(TernError) -> Items.Element? {
            try await next()
        }
    }
}

extension Pages {
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
