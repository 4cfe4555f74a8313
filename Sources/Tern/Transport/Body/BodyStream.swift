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
    private let lease: Lease

    init(_ channel: BodyChannel) {
        lease = Lease(channel)
    }

    /// What the whole exchange took, once the body is complete, if the transport measures that. `nil` before.
    public var metrics: TransportMetrics? { lease.channel.metrics }

    /// The trailer fields that came after the body (RFC 9110, section 6.5), once it is complete. Empty before, and if
    /// there were none.
    public var trailers: HTTPHeaders { lease.channel.trailers }

    public func makeAsyncIterator() -> Iterator {
        Iterator(lease: lease)
    }

    public struct Iterator: AsyncIteratorProtocol {
        fileprivate let lease: Lease

        /// The next piece, never empty; `nil` at the end of the body, and for ever after that.
        public mutating func next() async throws -> Data? {
            let channel = lease.channel
            return try await OutsideWorld.wait("the next piece of a body") { try await channel.next() }
        }
    }

    /// Ends the exchange when nobody holds the stream any more.
    fileprivate final class Lease: Sendable {
        let channel: BodyChannel

        init(_ channel: BodyChannel) {
            self.channel = channel
        }

        deinit {
            channel.abandon()
        }
    }
}
