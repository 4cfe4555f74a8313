import Foundation

/// A response whose body is read as it arrives: the status and the header fields first, then chunks, lines, JSON Lines
/// or server-sent events.
///
/// ```swift
/// let log = try await github.stream(.log)
/// print(log.response.statusCode)
/// for try await line in log.lines() { print(line) }
/// ```
///
/// The body can be read once, by one loop. A slow loop slows the server down: see ``BodyStream`` for the size of the
/// buffers. Leaving the loop early, releasing its iterator, or cancelling the task closes the connection. A later loop
/// then fails with `.cancelled`, even if the whole body had arrived.
///
/// Every error is a ``TernError`` with the target and the request: `.cancelled` if the task is cancelled,
/// `.connectionLost` if the connection ends before the body is complete, `.timedOut` after the call's timeout, which
/// includes the body.
public struct ResponseStream: AsyncSequence, Sendable {
    /// The default limit for the size of a line and of an event: 1 MiB.
    public static let defaultLimit = 1024 * 1024

    /// The response: status, header fields, URL. Its body is the stream.
    public let response: Response

    let body: BodyStream
    let decoder: JSONDecoder

    /// Creates the stream of a response that was requested with ``Request/Delivery/streamed``. A body in memory is one
    /// chunk.
    ///
    /// - Parameters:
    ///   - response: A response whose body is a stream.
    ///   - decoder: The decoder for JSON Lines. A plain `JSONDecoder` by default.
    /// - Throws: `TernError` with code `.transportFailed` for a body in a file that can't be read.
    public init(_ response: Response, decoder: JSONDecoder = JSONDecoder()) throws(TernError) {
        body = try response.streamed()
        self.response = response
        self.decoder = decoder
    }

    public func makeAsyncIterator() -> StreamElements<Data>.Iterator {
        StreamElements<Data>.Iterator(read: BodyReader(self).next)
    }

    /// The lines of the body in UTF-8, without their endings.
    ///
    /// LF, CR LF and CR end a line. The last line needs no ending. A byte order mark at the beginning is omitted. A line
    /// that isn't valid UTF-8 ends the sequence with `TernError.Code.decodingFailed`.
    ///
    /// - Parameter limit: The largest number of bytes in a line. A longer line ends the sequence with
    ///   `TernError.Code.bodyTooLarge`. 1 MiB by default.
    public func lines(limit: Int = Self.defaultLimit) -> StreamElements<String> {
        StreamElements { LineReader(self, limit: limit).text }
    }

    /// The lines of the body, each decoded from JSON (`application/x-ndjson`, `application/jsonl`).
    ///
    /// ```swift
    /// for try await entry in try await github.stream(.log).jsonLines(as: Entry.self) { show(entry) }
    /// ```
    ///
    /// In a body of type `application/json-seq` (RFC 7464), each text after a record separator is decoded instead, as
    /// soon as the LF after it has arrived. A number, `true`, `false` or `null` without white space after it may be cut
    /// off, and ends the sequence with `TernError.Code.decodingFailed`. Lines and texts that contain only white space are
    /// skipped. Each value is decoded on the loop's actor. `String` and `Data` are decoded from JSON, too. ``NoContent``
    /// accepts any line.
    ///
    /// - Parameters:
    ///   - type: The type of the values. Inferred by default.
    ///   - decoder: The provider's decoder by default.
    ///   - limit: The largest number of bytes in a line. A longer line ends the sequence with
    ///     `TernError.Code.bodyTooLarge`. 1 MiB by default.
    public func jsonLines<Value: Decodable>(
        as type: Value.Type = Value.self,
        using decoder: JSONDecoder? = nil,
        limit: Int = Self.defaultLimit
    ) -> ValueStream<Value> {
        ValueStream(.lines(self, limit: limit)) { [decoder = decoder ?? self.decoder] line throws(TernError) in
            // The cast succeeds only for `NoContent` and its optional.
            if let value = NoContent() as? Value { return value }
            return try line.decodeJSON(Value.self, using: decoder)
        }
    }

    /// The server-sent events of the body (WHATWG HTML, section 9.2), without reconnection. `provider.events(_:)`
    /// reconnects.
    ///
    /// A response with status 204 has no events. An event that isn't complete at the end of the body is discarded, and
    /// invalid UTF-8 is replaced by U+FFFD, as the standard requires. A `Content-Type` other than `text/event-stream`
    /// ends the sequence with `TernError.Code.unacceptableMediaType`.
    ///
    /// - Parameter limit: The largest number of bytes in a line, and in the data of an event. A larger line or event
    ///   ends the sequence with `TernError.Code.bodyTooLarge`. 1 MiB by default.
    public func events(limit: Int = Self.defaultLimit) -> StreamElements<ServerSentEvent> {
        StreamElements { EventReader(self, limit: limit).next }
    }
}

extension ResponseStream: CustomStringConvertible {
    /// The status, without fields and body.
    public var description: String { "status \(response.statusCode), streamed" }
}
