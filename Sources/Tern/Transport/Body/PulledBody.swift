import Foundation

extension BodyStream {
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
        self.init(PulledBody(pieces, trailers))
    }
}

/// Keeps the iterator of a sequence between two pieces.
private final class PulledBody<Pieces: AsyncSequence & Sendable>: BodySequence
where Pieces.Element == Data, Pieces.AsyncIterator: SendableMetatype {
    // Unchecked, since iterators aren't Sendable: a reader takes it out of `held` while it waits for a piece, so that no
    // two tasks use it at a time.
    private struct Iterator: @unchecked Sendable {
        var iterator: Pieces.AsyncIterator
    }

    /// `nil` at the end, and while a piece is awaited.
    private let held: Locked<Iterator?>
    private let makeTrailers: @Sendable () -> HTTPHeaders
    private let known = Locked(HTTPHeaders())

    init(_ pieces: Pieces, _ makeTrailers: @escaping @Sendable () -> HTTPHeaders) {
        held = Locked(Iterator(iterator: pieces.makeAsyncIterator()))
        self.makeTrailers = makeTrailers
    }

    var trailers: HTTPHeaders { known.withLock(\.self) }
    var metrics: TransportMetrics? { nil }

    func next() async throws -> Data? {
        // A second reader, beside one that waits, finds the end.
        guard var taken = held.withLock({ $0.take() }) else { return nil }
        do {
            while let piece = try await taken.iterator.next() {
                guard !piece.isEmpty else { continue }
                held.withLock { [taken] in $0 = taken }
                return piece
            }
        } catch {
            if error is CancellationError { throw error }
            throw TernError.wrapping(error, thrownBy: .transport)
        }
        let trailers = makeTrailers()
        known.withLock { $0 = trailers }
        return nil
    }
}
