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
        return Iterator(parts: parts, makeValue: makeValue)
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
        private var count = 0

        init(parts: Parts, makeValue: @escaping (Response) throws(TernError) -> Value) {
            self.parts = parts
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
                defer { parts = .events(events) }
                guard let event = try await events.next() else { return nil }
                count += 1
                return (events.reader.head.with(Data(event.data.utf8)), "Event")
            case .lines(var lines):
                defer { parts = .lines(lines) }
                while let line = try await lines.next({ $0.isBlank ? nil : Data($0) }) {
                    count = lines.count
                    if let line { return (lines.reader.head.with(line), "Line") }
                }
                return nil
            case .connections(var events):
                defer { parts = .connections(events) }
                guard let event = try await events.next(), let head = events.head else { return nil }
                count += 1
                return (head.with(Data(event.data.utf8)), "Event")
            case .none:
                return nil
            }
        }
    }
}
