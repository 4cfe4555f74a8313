/// A page of a list: its value, and its response. An element of ``Pages``.
public struct Page<Value> {
    /// The value of the page's call.
    public let value: Value

    /// The response with this page.
    public let response: Response

    /// The number of the page in this sequence, from 1.
    public let number: Int

    /// The cursor of this page. `nil` for the first page of the list.
    public let cursor: PageCursor?

    /// The cursor of the next page. Another sequence can continue with it. `nil` for the last page, and if the
    /// response's link isn't a URL.
    public let nextCursor: PageCursor?
}

extension Page: Sendable where Value: Sendable {}

extension Page: CustomStringConvertible, CustomReflectable {
    /// The number of the page and its response, without the value.
    public var description: String { "page \(number), \(response)" }

    public var customMirror: Mirror { Mirror(self, children: ["page": description], displayStyle: .struct) }
}
