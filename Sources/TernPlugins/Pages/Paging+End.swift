extension Paging {
    /// The page with which a list of cursors ends. A page without a cursor is always the last one.
    public struct End {
        let isLast: (Value) -> Bool
        let repetition: PageRepetition
        let followsEmptyCursors: Bool

        /// A page whose cursor is an empty text. A cursor that leads to itself or to an earlier page is an error, since
        /// the list would never end.
        public static var atEmptyCursor: End {
            End(isLast: { _ in false }, repetition: .fails, followsEmptyCursors: false)
        }

        /// A page whose cursor is an empty text, or leads to itself or to an earlier page.
        public static var atRepeatedCursor: End {
            End(isLast: { _ in false }, repetition: .ends, followsEmptyCursors: false)
        }

        /// A page for which the closure returns `true`. Until then, the list goes on, even if the cursor is an empty text
        /// or always the same, as that of a server that keeps the position itself.
        ///
        /// The closure, or the `limit` of the pages, must end the list.
        public static func when(_ isLast: @escaping (Value) -> Bool) -> End {
            End(isLast: isLast, repetition: .continues, followsEmptyCursors: true)
        }
    }
}
