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
    fileprivate enum Source: Sendable {
        /// An engine pushes the body.
        case channel(Lease)
        /// The reader pulls the body out of a sequence.
        case sequence(any BodySequence)
    }

    private let source: Source

    init(_ channel: BodyChannel) {
        source = .channel(Lease(channel))
    }

    init(_ sequence: some BodySequence) {
        source = .sequence(sequence)
    }

    /// A body from the pieces of a sequence, for a transport of your own.
    ///
    /// The next piece is asked for when the reader wants it, so a slow reader slows the sequence down. The sequence is
    /// iterated once; it ends its work when its iterator is dropped or its task is cancelled.
    ///
    /// - Parameters:
    ///   - pieces: Empty pieces are skipped. An error reaches the reader as `TernError`, by the rules of ``Transport``.
    ///   - trailers: The fields after the body, asked for once the pieces have ended. None by default.
    public init<Pieces: AsyncSequence & Sendable>(
        _ pieces: Pieces,
        trailers: @escaping @Sendable () -> HTTPHeaders = { [:] }
    ) where Pieces.Element == Data, Pieces.AsyncIterator: SendableMetatype {
        source = .sequence(PulledBody(pieces, trailers))
    }

    /// What the whole exchange took, once the body is complete, if the transport measures that. `nil` before.
    public var metrics: TransportMetrics? {
        switch source {
        case .channel(let lease): lease.channel.metrics
        case .sequence(let sequence): sequence.metrics
        }
    }

    /// The trailer fields that came after the body (RFC 9110, section 6.5), once it is complete. Empty before, and if
    /// there were none.
    public var trailers: HTTPHeaders {
        switch source {
        case .channel(let lease): lease.channel.trailers
        case .sequence(let sequence): sequence.trailers
        }
    }

    public func makeAsyncIterator() -> Iterator {
        Iterator(source: source)
    }

    public struct Iterator: AsyncIteratorProtocol {
        fileprivate let source: Source

        /// The next piece, never empty; `nil` at the end of the body, and for ever after that.
        public mutating func next() async throws -> Data? {
            switch source {
            case .channel(let lease):
                let channel = lease.channel
                return try await ExternalWait.run("the next piece of a body") { try await channel.next() }
            case .sequence(let sequence):
                return try await sequence.next()
            }
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
