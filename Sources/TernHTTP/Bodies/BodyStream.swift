import Foundation

/// A response body as a sequence of chunks. It can be read once.
///
/// A slow reader slows the server down. All streams of a `CurlTransport` together buffer at most 32 MiB, each at most
/// 512 KiB; with too many streams for 32 MiB, each buffers 64 KiB. The connection of a stream buffers up to 512 KiB
/// more. Leaving the loop early, releasing the iterator or the stream, or cancelling the task ends the exchange. A later
/// loop then fails with `.cancelled`.
///
/// ```swift
/// for try await chunk in stream { try file.write(contentsOf: chunk) }
/// ```
///
/// Throws `TernError` if the body can't be received completely, and `CancellationError` if the task is cancelled.
public struct BodyStream: AsyncSequence, Sendable {
    private let source: any BodySequence
    /// The requests before the one with this body, which its metrics count.
    private var earlierRequests = 0

    package init(_ source: any BodySequence) {
        self.source = source
    }

    /// The metrics of the whole exchange, once the body is complete. `nil` before, and if the transport measures none.
    public var metrics: Response.Metrics? {
        var metrics = source.metrics
        metrics?.sentRequests += earlierRequests
        return metrics
    }

    /// The trailer fields after the body (RFC 9110, section 6.5), once the body is complete. Empty before, and if the
    /// server sends none.
    public var trailers: HTTPHeaders { source.trailers }

    /// This stream with metrics that count further requests, sent before the one with this body.
    package func counting(earlierRequests count: Int) -> BodyStream {
        var stream = self
        stream.earlierRequests += count
        return stream
    }

    /// The next piece, as an iterator returns it.
    package func next() async throws -> Data? {
        try await source.next()
    }

    /// Ends the body with an error, unless it is complete. The reader still receives the pieces that have arrived.
    package func end(with error: TernError) {
        source.end(with: error)
    }

    /// Discards the rest of the body. The next read throws the error, even if the body has arrived completely.
    package func abandon(with error: TernError) {
        source.abandon(with: error)
    }

    public func makeAsyncIterator() -> Iterator {
        Iterator(reader: Reader(source))
    }

    /// Reads the chunks of a body, in order. Each chunk is delivered once, even if there are several iterators.
    public struct Iterator: AsyncIteratorProtocol {
        package let reader: Reader

        /// The next chunk, never empty. `nil` at the end of the body and in every later call.
        ///
        /// - Throws: `TernError` if the body can't be received completely; `CancellationError` if the task is
        ///   cancelled.
        public mutating func next() async throws -> Data? {
            try await reader.next()
        }
    }

    /// Ends the exchange when the last copy of an iterator is released.
    package final class Reader: Sendable {
        private let source: any BodySequence
        /// Whether the reader has received a part of the body or an error, and not the end.
        private let isIncomplete = Locked(false)

        init(_ source: any BodySequence) {
            self.source = source
        }

        deinit {
            let reason = "An earlier loop over the body ended before the body was complete."
            let error = TernError(.cancelled, reason: reason)
            // The loop may have discarded a part of its last chunk, so the rest isn't readable even if it has arrived.
            if isIncomplete.withLock(\.self) { source.abandon(with: error) } else { source.end(with: error) }
        }

        package func next() async throws -> Data? {
            do {
                let chunk = try await source.next()
                isIncomplete.withLock { $0 = chunk != nil }
                return chunk
            } catch {
                isIncomplete.withLock { $0 = true }
                throw error
            }
        }
    }
}

/// The source of a ``BodyStream``'s chunks.
package protocol BodySequence: Sendable {
    var trailers: HTTPHeaders { get }

    /// The metrics of the whole exchange, at the end of the body.
    var metrics: Response.Metrics? { get }

    /// The next chunk, never empty. `nil` at the end of the body and in every later call.
    func next() async throws -> Data?

    /// Ends the body with an error, unless it is complete. The reader still receives the pieces that have arrived.
    func end(with error: TernError)

    /// Discards the rest of the body. The next read throws the error, even if the body has arrived completely.
    func abandon(with error: TernError)
}

extension BodyStream: CustomReflectable {
    /// Nothing: the chunks that have arrived may be secrets.
    public var customMirror: Mirror { Mirror(self, children: [:], displayStyle: .struct) }
}

extension BodyStream.Iterator: CustomReflectable {
    public var customMirror: Mirror { Mirror(self, children: [:], displayStyle: .struct) }
}
