import Tern

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

extension Page: CustomStringConvertible, TextReflectable {
    /// The number of the page and its response, without the value.
    public var description: String { "page \(number), \(response)" }
}

/// The position of a page as text: a link, a cursor from the server, a page number or an offset.
///
/// A cursor can be stored, for example as JSON, and used by another process with the same kind of ``Paging``. It may
/// contain secrets, since a link may contain secrets.
public struct PageCursor: RawRepresentable, Sendable, Hashable, Codable {
    public let rawValue: String

    public init(rawValue: String) {
        self.rawValue = rawValue
    }
}

extension PageCursor: CustomStringConvertible, CustomReflectable {
    /// The length of the cursor, without its text.
    public var description: String { "cursor of \(rawValue.utf8.count) bytes" }

    public var customMirror: Mirror { Mirror(self, children: ["cursor": description], displayStyle: .struct) }
}
