import Foundation

/// Parses the bytes of a `text/event-stream` body into events (WHATWG HTML, section 9.2.6).
///
/// Invalid UTF-8 is replaced by U+FFFD, as the standard requires. An event that isn't complete at the end is discarded.
struct EventParser {
    /// The last event ID received so far. Empty if there is no ID.
    private(set) var lastEventID: String

    /// The reconnection time that the server has set last. `nil` if the server has set no time.
    private(set) var reconnectionTime: Duration?

    private var lines: LineBuffer
    /// The fields of the event that isn't complete yet.
    private var fields: Fields

    /// - Parameters:
    ///   - lastEventID: The last event ID of an earlier connection to the same stream.
    ///   - limit: The largest number of bytes in a line, and in the data of an event.
    init(lastEventID: String = "", limit: Int) {
        self.lastEventID = lastEventID
        lines = LineBuffer(limit: limit)
        fields = Fields(id: lastEventID)
    }

    mutating func append(_ chunk: Data) {
        lines.append(chunk)
    }

    /// The next complete event. `nil` if it isn't complete yet.
    ///
    /// - Throws: `TernError` with code `.bodyTooLarge` if a line or the data exceeds the limit.
    mutating func next() throws(TernError) -> ServerSentEvent? {
        // The closure can't change a property of `self` at this point.
        var fields = fields
        self.fields.data = []
        defer { self.fields = fields }
        while let isEnd = try lines.next({ fields.read($0) }) {
            guard isEnd else {
                reconnectionTime = fields.retry ?? reconnectionTime
                try checkSize(fields.data.count - 1)
                continue
            }
            lastEventID = fields.id
            if let event = fields.takeEvent() { return event }
        }
        return nil
    }

    private func checkSize(_ dataBytes: Int) throws(TernError) {
        guard dataBytes > lines.limit else { return }
        throw TernError(
            .bodyTooLarge,
            reason:
                "The data of an event is larger than the limit of \(lines.limit) bytes, in line \(lines.lineCount).",
            advice: "Pass a higher limit if such events are expected."
        )
    }
}

/// The fields of one event.
private struct Fields {
    /// The last event ID. Later events without an `id` field keep it.
    var id: String
    var name = ""
    /// Each `data` field, followed by LF.
    var data: [UInt8] = []
    var retry: Duration?

    init(id: String) {
        self.id = id
    }

    /// - Returns: Whether the line is the end of an event.
    mutating func read(_ line: UnsafeBufferPointer<UInt8>) -> Bool {
        guard let base = line.baseAddress, !line.isEmpty else { return true }
        let colon = memchr(base, Int32(UInt8(ascii: ":")), line.count).map {
            UnsafeRawPointer($0) - UnsafeRawPointer(base)
        }
        // A comment.
        if colon == 0 { return false }
        var value = UnsafeBufferPointer(rebasing: line[((colon ?? line.count - 1) + 1)...])
        if value.first == UInt8(ascii: " ") { value = UnsafeBufferPointer(rebasing: value.dropFirst()) }
        set(UnsafeBufferPointer(rebasing: line[..<(colon ?? line.count)]), to: value)
        return false
    }

    private mutating func set(_ name: UnsafeBufferPointer<UInt8>, to value: UnsafeBufferPointer<UInt8>) {
        switch name.text {
        case "data":
            data.append(contentsOf: value)
            data.append(UInt8(ascii: "\n"))
        case "event":
            self.name = value.text
        case "id":
            if !value.contains(0) { id = value.text }
        case "retry":
            guard !value.isEmpty, value.allSatisfy(\.isDigit) else { return }
            // A number that exceeds `Int` means an infinite time.
            retry = FieldLine.number(value.text).map { .milliseconds($0) } ?? Waiting.forever
        default:
            break
        }
    }

    /// The event, unless it has no data. The fields of the next event are empty, except for the ID.
    mutating func takeEvent() -> ServerSentEvent? {
        defer {
            name = ""
            data.removeAll(keepingCapacity: data.capacity <= 64 * 1024)
            retry = nil
        }
        guard !data.isEmpty else { return nil }
        return ServerSentEvent(
            data: data.withUnsafeBufferPointer { UnsafeBufferPointer(rebasing: $0.dropLast()).text },
            event: name.isEmpty ? ServerSentEvent.defaultName : name,
            id: id.isEmpty ? nil : id,
            retry: retry
        )
    }
}
