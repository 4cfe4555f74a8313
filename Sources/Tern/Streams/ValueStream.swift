import Foundation

/// The values of a response, decoded as they arrive. `provider.values(_:)` and
/// ``ResponseStream/jsonLines(as:using:limit:)`` create this sequence.
///
/// Each value is decoded on the loop's actor. An event whose data is empty has no value.
///
/// Each loop throws `TernError`, so the `error` of a plain `catch` needs no cast: the errors of ``ResponseStream``,
/// `.bodyTooLarge` for a line or an event above the limit, and `.decodingFailed`, which names the line or the event. The
/// error's response has that part as its body.
public struct ValueStream<Value>: AsyncSequence {
    /// The source of the parts that contain the values.
    enum Source {
        case lines(ResponseStream, limit: Int)
        case events(ResponseStream)
        case connections(EventConnections.Source)

        /// Events or lines, by the media type of the response.
        init(_ stream: ResponseStream) {
            let isEventStream = stream.response.isEventStream || stream.response.statusCode == 204
            self = isEventStream ? .events(stream) : .lines(stream, limit: ResponseStream.defaultLimit)
        }
    }

    /// The `Accept` field of a stream of values. A body of any other media type is read as lines.
    static var acceptedTypes: String {
        "text/event-stream, application/x-ndjson, application/jsonl, application/json-seq, application/json, "
            + "*/*;q=0.1"
    }

    let source: Source
    let makeValue: (Response) throws(TernError) -> Value
    private var selection = Selection()

    init(_ source: Source, makeValue: @escaping (Response) throws(TernError) -> Value) {
        self.source = source
        self.makeValue = makeValue
    }

    /// The values before an event with this data, or before this line, such as `"[DONE]"`. Then the stream ends, and
    /// doesn't connect again.
    ///
    /// ```swift
    /// for try await price in try await market.values(.prices(of: "TRN")).ending(at: "[DONE]") { show(price) }
    /// ```
    ///
    /// - Parameter terminator: The whole data of the event; or the line, without white space around it.
    public func ending(at terminator: String) -> ValueStream {
        var stream = self
        stream.selection.terminator = terminator
        return stream
    }

    /// The values before an event with this name, such as `"done"`. Then the stream ends, and doesn't connect again. Has
    /// no effect on lines.
    public func ending(atEvent name: String) -> ValueStream {
        var stream = self
        stream.selection.lastName = name
        return stream
    }

    /// The values of the events with one of these names. An event without an `event` field has the name `"message"`. The
    /// other events aren't decoded. Has no effect on lines.
    public func named(_ names: String...) -> ValueStream {
        var stream = self
        stream.selection.names = names
        return stream
    }

    /// The response: status, header fields, URL. `nil` for a stream that reconnects, since it has several responses.
    public var response: Response? {
        switch source {
        case .lines(let stream, _), .events(let stream): stream.response
        case .connections: nil
        }
    }

    public func makeAsyncIterator() -> StreamElements<Value>.Iterator {
        let values = ValueReader(source, selection, makeValue)
        return StreamElements<Value>.Iterator(read: values.next)
    }

    /// The parts that have values, and the part at which the stream ends.
    struct Selection {
        /// The data of the event, or the line.
        var terminator: String?
        /// The name of the event at which the stream ends.
        var lastName: String?
        /// `nil` for all names.
        var names: [String]?

        func isEnd(_ event: ServerSentEvent) -> Bool { event.data == terminator || event.event == lastName }

        func isEnd(_ line: Data) -> Bool {
            terminator.map {
                String(decoding: line, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines) == $0
            } ?? false
        }
    }
}

extension ValueStream: CustomReflectable {
    /// Nothing: the request may have secrets.
    public var customMirror: Mirror { Mirror(self, children: [:], displayStyle: .struct) }
}

/// Decodes the values of a stream for one loop.
private final class ValueReader<Value> {
    private enum Parts {
        case lines(LineReader)
        case events(EventReader)
        case connections(EventConnections)

        var isLines: Bool { if case .lines(let lines) = self { !lines.isSequence } else { false } }
    }

    private static var adviceForOneValue: String {
        "If the body is one JSON value over several lines, read it with value(_:) of the provider."
    }

    /// `nil` at the end of the stream, so that the exchange ends.
    private var parts: Parts?
    private let selection: ValueStream<Value>.Selection
    private let makeValue: (Response) throws(TernError) -> Value
    private var eventCount = 0

    init(
        _ source: ValueStream<Value>.Source,
        _ selection: ValueStream<Value>.Selection,
        _ makeValue: @escaping (Response) throws(TernError) -> Value
    ) {
        self.selection = selection
        self.makeValue = makeValue
        switch source {
        case .lines(let stream, let limit): parts = .lines(Self.lines(of: stream, limit))
        case .events(let stream): parts = .events(EventReader(stream, limit: ResponseStream.defaultLimit))
        case .connections(let source): parts = .connections(EventConnections(source))
        }
    }

    /// The lines of JSON Lines, or the texts of a JSON text sequence.
    private static func lines(of stream: ResponseStream, _ limit: Int) -> LineReader {
        LineReader(stream, limit: limit, isSequence: stream.response.mediaType == "application/json-seq")
    }

    func next() async throws(TernError) -> Value? {
        guard let parts else { return nil }
        // An error and the end leave the stream without parts.
        self.parts = nil
        guard let (head, body, name) = try await nextPart(of: parts) else { return nil }
        var part = head
        part.body = .data(body)
        do throws(TernError) {
            let value = try makeValue(part)
            self.parts = parts
            return value
        } catch {
            throw TernError(
                error.code,
                reason: "\(name): \(error.reason)",
                advice: parts.isLines && body.isBeginOfJSON ? Self.adviceForOneValue : error.advice,
                target: error.target,
                request: error.request,
                response: error.response,
                attempts: error.attempts,
                underlying: error.underlying
            )
        }
    }

    /// The next part that contains a value: the head of its response, its bytes, and its name for errors.
    private func nextPart(of parts: Parts) async throws(TernError) -> (Response, Data, name: String)? {
        switch parts {
        case .lines(let lines):
            guard let line = try await lines.content(), !selection.isEnd(line) else { return nil }
            guard !lines.mayBeCutOff else { throw lines.cutOff(line) }
            return (lines.body.head, line, lines.name)
        case .events(let events):
            guard let event = try await nextEvent(events.next) else { return nil }
            return (events.head, Data(event.data.utf8), "Event \(eventCount)")
        case .connections(let events):
            guard let event = try await nextEvent(events.next), let head = events.head else { return nil }
            return (head, Data(event.data.utf8), "Event \(eventCount)")
        }
    }

    /// The next event with a value. Some servers begin each stream with an event that has only an ID (Model Context
    /// Protocol 2025-11-25, Transports).
    private func nextEvent(_ next: StreamElements<ServerSentEvent>.Next) async throws(TernError) -> ServerSentEvent? {
        while let event = try await next(), !selection.isEnd(event) {
            eventCount += 1
            if !event.data.isEmpty, selection.names?.contains(event.event) ?? true { return event }
        }
        return nil
    }
}

extension Data {
    /// Whether this line begins an array or object of JSON that it doesn't end.
    fileprivate var isBeginOfJSON: Bool {
        switch first {
        case UInt8(ascii: "["): last != UInt8(ascii: "]")
        case UInt8(ascii: "{"): last != UInt8(ascii: "}")
        default: false
        }
    }
}
