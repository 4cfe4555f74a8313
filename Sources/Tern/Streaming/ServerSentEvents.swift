import Foundation

extension ResponseStream {
    /// The server-sent events of the body, each with at most 1 MiB of data.
    public var events: ServerSentEvents { events() }

    /// The server-sent events of the body (WHATWG HTML, section 9.2), without reconnection. `provider.events(_:)`
    /// reconnects.
    ///
    /// A response with status 204 has no events. An event that isn't complete at the end of the body is discarded, and
    /// invalid UTF-8 is replaced by U+FFFD, as the standard requires.
    ///
    /// - Parameter limit: The largest number of bytes in a line, and in the data of an event. A larger line or event
    ///   ends the sequence with `TernError.Code.bodyTooLarge`. 1 MiB by default.
    public func events(limit: Int = Self.defaultLimit) -> ServerSentEvents {
        ServerSentEvents(stream: self, limit: limit)
    }
}

/// The server-sent events of one response. See ``ResponseStream/events(limit:)``.
///
/// Throws `TernError`: the errors of ``ResponseStream``, `.unacceptableMediaType` for a `Content-Type` other than
/// `text/event-stream`, and `.bodyTooLarge` for a line or an event above the limit.
public struct ServerSentEvents: AsyncSequence, Sendable {
    let stream: ResponseStream
    let limit: Int
    var lastEventID = ""

    public func makeAsyncIterator() -> Iterator {
        Iterator(
            reader: BodyReader(stream),
            parser: EventParser(lastEventID: lastEventID, limit: limit),
            hasBegun: false
        )
    }

    /// Reads the events of one connection.
    public struct Iterator: AsyncIteratorProtocol {
        let reader: BodyReader
        private(set) var parser: EventParser
        fileprivate var hasBegun: Bool
        private var isOver = false

        fileprivate init(reader: BodyReader, parser: EventParser, hasBegun: Bool) {
            self.reader = reader
            self.parser = parser
            self.hasBegun = hasBegun
        }

        /// The next event. `nil` at the end of the body and in every later call.
        ///
        /// - Throws: `TernError`, as described in ``ServerSentEvents``.
        public nonisolated(nonsending) mutating func next() async throws(TernError) -> ServerSentEvent? {
            guard !isOver else { return nil }
            do throws(TernError) {
                if !hasBegun { try await begin() }
                while !isOver {
                    if let event = try parser.next() { return event }
                    if let chunk = try await reader.next() { parser.append(chunk) } else { isOver = true }
                }
                return nil
            } catch {
                isOver = true
                throw reader.about(error)
            }
        }

        /// The same as `next()`, on this actor.
        public mutating func next(isolation actor: isolated (any Actor)?) async throws(TernError) -> ServerSentEvent? {
            try await next()
        }

        /// Checks the response. The error for a wrong media type contains the first MiB of the body.
        private nonisolated(nonsending) mutating func begin() async throws(TernError) {
            hasBegun = true
            let head = reader.head
            if head.statusCode == 204 {
                isOver = true
                return
            }
            guard !head.isEventStream else { return }
            let reason = "Content-Type \(head.headers["Content-Type"] ?? "(none)") isn't text/event-stream."
            do {
                throw TernError(.unacceptableMediaType, reason: reason, response: try await head.withErrorBody())
            } catch {
                throw TernError.wrapping(error, thrownBy: .transport)
            }
        }
    }
}

extension Response {
    /// Whether the media type is `text/event-stream`, with any parameters.
    var isEventStream: Bool {
        let type = headers["Content-Type"]?.prefix { $0 != ";" }.trimmingCharacters(in: .whitespaces)
        return type?.lowercased() == "text/event-stream"
    }
}
