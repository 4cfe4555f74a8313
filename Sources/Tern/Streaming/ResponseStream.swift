import Foundation

/// A response whose body is read as it arrives: the status and the header fields first, then chunks, lines, JSON Lines
/// or server-sent events.
///
/// ```swift
/// let log = try await github.stream(.log)
/// print(log.response.statusCode)
/// for try await line in log.lines { print(line) }
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

    public func makeAsyncIterator() -> Iterator {
        Iterator(reader: BodyReader(self))
    }

    /// Reads the chunks of the body as they arrive.
    public struct Iterator: AsyncIteratorProtocol {
        let reader: BodyReader

        /// The next chunk, never empty. `nil` at the end of the body and in every later call.
        ///
        /// - Throws: `TernError`, as described in ``ResponseStream``.
        public nonisolated(nonsending) mutating func next() async throws(TernError) -> Data? {
            try await reader.next()
        }

        /// The same as `next()`, on this actor.
        public mutating func next(isolation actor: isolated (any Actor)?) async throws(TernError) -> Data? {
            try await next()
        }
    }
}

extension ResponseStream: CustomStringConvertible {
    /// The status, without fields and body.
    public var description: String { "status \(response.statusCode), streamed" }
}
