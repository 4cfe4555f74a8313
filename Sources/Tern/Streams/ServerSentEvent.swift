import Foundation

/// One event of a `text/event-stream` body (WHATWG HTML, section 9.2).
///
/// ```swift
/// for try await event in github.events(.ticker) { print(event.event, event.data) }
/// ```
public struct ServerSentEvent: Sendable, Hashable {
    /// The name of an event without an `event` field.
    public static let defaultName = "message"

    /// The last event ID when this event was received: its own `id` field, or the `id` field of an earlier event. `nil`
    /// if there is no ID. In an event for a stub, `nil` omits the `id` field.
    public var id: String?

    /// The name of the event. `"message"` by default.
    public var event: String

    /// The `data` fields, joined by LF.
    public var data: String

    /// The reconnection time in the `retry` field of this event. `nil`, the default, if there is no such field.
    public var retry: Duration?

    /// Creates an event, for a stub. Each parameter sets the property of the same name.
    public init(data: String, event: String = Self.defaultName, id: String? = nil, retry: Duration? = nil) {
        self.id = id
        self.event = event
        self.data = data
        self.retry = retry
    }

    /// The event as a server sends it. CR and LF in `id` and `event` are omitted, since a field is one line.
    package var bytes: Data {
        var text = ""
        if event != Self.defaultName { text += "event: \(Self.line(event))\n" }
        if let id { text += "id: \(Self.line(id))\n" }
        if let retry { text += "retry: \(max(0, Int64(min(retry / .milliseconds(1), 9e18))))\n" }
        for line in data.split(omittingEmptySubsequences: false, whereSeparator: Self.isLineEnding) {
            text += "data: \(line)\n"
        }
        return Data((text + "\n").utf8)
    }

    private static func line(_ text: String) -> String { text.filter { !isLineEnding($0) } }

    /// Only these three end a line (WHATWG HTML, section 9.2.5), unlike `Character.isNewline`.
    private static func isLineEnding(_ character: Character) -> Bool {
        character == "\n" || character == "\r" || character == "\r\n"
    }
}

extension ServerSentEvent: CustomStringConvertible, TextReflectable {
    /// The name and the length of the data, without the data and the id, which may be secrets.
    public var description: String { "\(Redaction.excerpt(ofText: event)), \(data.utf8.count) bytes" }
}
