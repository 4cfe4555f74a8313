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
