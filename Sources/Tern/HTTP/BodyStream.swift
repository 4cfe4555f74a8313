import Foundation

/// A response body that comes as it is read, once.
///
/// A slow reader slows the server down. All streams of a `CurlTransport` together hold at most 32 MiB, each at most 512 KiB;
/// where there are so many that this isn't enough, each holds 64 KiB. The connection of a stream takes up to 512 KiB
/// besides. Leaving the loop early, dropping the stream and cancelling the task each end the exchange.
///
/// ```swift
/// for try await piece in stream { try file.write(contentsOf: piece) }
/// ```
///
/// Throws `TernError` when the rest of the body can't come, and `CancellationError`.
public struct BodyStream: AsyncSequence, Sendable {
    private let source: any BodySequence

    init(_ source: any BodySequence) {
        self.source = source
    }

    /// What the whole exchange took, once the body is complete, if the transport measures that. `nil` before.
    public var metrics: TransportMetrics? { source.metrics }

    /// The trailer fields that came after the body (RFC 9110, section 6.5), once it is complete. Empty before, and if
    /// there were none.
    public var trailers: HTTPHeaders { source.trailers }

    public func makeAsyncIterator() -> Iterator {
        Iterator(source: source)
    }

    public struct Iterator: AsyncIteratorProtocol {
        fileprivate let source: any BodySequence

        /// The next piece, never empty; `nil` at the end of the body, and for ever after that.
        public mutating func next() async throws -> Data? {
            try await source.next()
        }
    }
}

/// Where the pieces of a ``BodyStream`` come from.
protocol BodySequence: Sendable {
    var trailers: HTTPHeaders { get }

    /// Of the whole exchange, at the end of the body.
    var metrics: TransportMetrics? { get }

    /// The next piece, never empty; `nil` at the end, and for ever after that.
    func next() async throws -> Data?
}
