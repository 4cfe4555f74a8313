import Foundation

/// The values of a call's response, decoded as they arrive. `provider.values(_:)` creates this sequence.
///
/// A body of type `text/event-stream` has a value in the data of each event; any other body has a value in each line
/// (JSON Lines). Each value is decoded on the loop's actor. A value of type `String` or `Data` is the event's data or the
/// line itself, without decoding.
///
/// Throws `TernError`: the errors of ``ResponseStream``, `.bodyTooLarge` for a line or an event above 1 MiB, and
/// `.decodingFailed`, which names the line or the event. The error's response has that part as its body.
public struct ValueStream<Value>: AsyncSequence {
    enum Source {
        case response(ResponseStream)
        case connections(EventSource)
    }

    let source: Source
    let makeValue: (Response) throws(TernError) -> Value
    private var selection = Selection()

    init(source: Source, makeValue: @escaping (Response) throws(TernError) -> Value) {
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
    /// - Parameter terminator: The whole data of the event; or the line, without spaces and tabs around it.
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
        if case .response(let stream) = source { stream.response } else { nil }
    }

    public func makeAsyncIterator() -> Iterator {
        let parts: Iterator.Parts =
            switch source {
            case .response(let stream) where stream.response.isEventStream || stream.response.statusCode == 204:
                .events(stream.events.makeAsyncIterator())
            case .response(let stream): .lines(LineReader(stream, limit: ResponseStream.defaultLimit))
            case .connections(let source): .connections(source.makeAsyncIterator())
            }
        return Iterator(parts: parts, selection: selection, makeValue: makeValue)
    }

    /// The parts of the body that have values, and the part at which the stream ends.
    struct Selection {
        /// The data of the event, or the line.
        var terminator: String?
        /// The name of the event at which the stream ends.
        var lastName: String?
        /// `nil` for all names.
        var names: [String]?

        func isEnd(_ event: ServerSentEvent) -> Bool { event.data == terminator || event.event == lastName }

        func isSelected(_ event: ServerSentEvent) -> Bool { names?.contains(event.event) ?? true }
    }

    /// Decodes the value of each event or line as it arrives.
    public struct Iterator: AsyncIteratorProtocol {
        enum Parts {
            case events(ServerSentEvents.Iterator)
            case lines(LineReader)
            case connections(EventSource.Iterator)
            case none
        }

        var parts: Parts
        let makeValue: (Response) throws(TernError) -> Value
        private let selection: Selection
        private var count = 0

        init(parts: Parts, selection: Selection, makeValue: @escaping (Response) throws(TernError) -> Value) {
            self.parts = parts
            self.selection = selection
            self.makeValue = makeValue
        }

        /// The next value. `nil` at the end of the stream and in every later call.
        ///
        /// - Throws: `TernError`, as described in ``ValueStream``.
        public nonisolated(nonsending) mutating func next() async throws(TernError) -> Value? {
            guard let (part, name) = try await nextPart() else { return nil }
            do throws(TernError) {
                return try makeValue(part)
            } catch {
                parts = .none
                throw error.of("\(name) \(count)")
            }
        }

        /// The same as `next()`, on this actor.
        public mutating func next(isolation actor: isolated (any Actor)?) async throws(TernError) -> Value? {
            try await next()
        }

        /// The next part of the body that contains a value, as a separate response.
        private nonisolated(nonsending) mutating func nextPart() async throws(TernError) -> (Response, name: String)? {
            // The parts are moved out of the property, so that a change of the iterator in them doesn't copy it.
            let taken = parts
            parts = .none
            switch consume taken {
            case .events(var events):
                while let event = try await events.next(), !selection.isEnd(event) {
                    count += 1
                    guard selection.isSelected(event) else { continue }
                    parts = .events(events)
                    return (events.reader.head.with(Data(event.data.utf8)), "Event")
                }
                return nil
            case .lines(var lines):
                while let line = try await lines.next({ $0.isBlank ? nil : Data($0) }) {
                    count = lines.count
                    guard let line else { continue }
                    if line.isLine(selection.terminator) { return nil }
                    parts = .lines(lines)
                    return (lines.reader.head.with(line), "Line")
                }
                return nil
            case .connections(var events):
                while let event = try await events.next(), !selection.isEnd(event), let head = events.head {
                    count += 1
                    guard selection.isSelected(event) else { continue }
                    parts = .connections(events)
                    return (head.with(Data(event.data.utf8)), "Event")
                }
                return nil
            case .none:
                return nil
            }
        }
    }
}
