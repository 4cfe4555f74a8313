import Foundation

extension BodyStream {
    /// Creates a stream from a sequence of pieces, for a custom transport.
    ///
    /// The stream requests the next piece when the reader needs it, so a slow reader slows the sequence down. It
    /// iterates the sequence once. The sequence should stop when its iterator is released or its task is cancelled. The
    /// stream releases the iterator and both closures at the end of the body, when its own iterator is released, and
    /// after the timeout of the call. Wrap another stream with ``transformed(_:atEnd:)``.
    ///
    /// - Parameters:
    ///   - pieces: The pieces of the body. Empty pieces are skipped. An error reaches the reader as a `TernError`, by
    ///     the rules of ``Transport``.
    ///   - trailers: Returns the fields after the body. Called after the last piece. None by default.
    ///   - metrics: Returns the metrics of the whole exchange. Called after the last piece. `nil` by default.
    public init<Pieces: AsyncSequence & Sendable>(
        _ pieces: Pieces,
        trailers: @escaping @Sendable () -> HTTPHeaders = { [:] },
        metrics: @escaping @Sendable () -> Response.Metrics? = { nil }
    ) where Pieces.Element == Data, Pieces.AsyncIterator: SendableMetatype {
        self.init(PulledBody(pieces, trailers, metrics))
    }
}

/// Holds the iterator of a sequence between two pieces.
private final class PulledBody<Pieces: AsyncSequence & Sendable>: BodySequence
where Pieces.Element == Data, Pieces.AsyncIterator: SendableMetatype {
    // Unchecked, since iterators aren't Sendable. A reader removes the iterator from `held` while it waits for a piece,
    // so that two tasks never use it at the same time.
    //
    // The closures are released together with the iterator, since they may hold the source of the pieces.
    private struct Held: @unchecked Sendable {
        var iterator: Pieces.AsyncIterator
        let makeTrailers: @Sendable () -> HTTPHeaders
        let makeMetrics: @Sendable () -> Response.Metrics?
    }

    private struct State {
        /// `nil` at the end, and while a reader waits for a piece.
        var held: Held?
        /// Whether the body has ended. A reader that still waits doesn't put the iterator back.
        var isOver = false
        /// The error that the next call of `next()` throws.
        var error: TernError?
    }

    private let state: Locked<State>
    /// The trailers and metrics, which are known at the end of the body.
    private let known = Locked((trailers: HTTPHeaders(), metrics: Response.Metrics?.none))

    init(
        _ pieces: Pieces,
        _ makeTrailers: @escaping @Sendable () -> HTTPHeaders,
        _ makeMetrics: @escaping @Sendable () -> Response.Metrics?
    ) {
        let iterator = pieces.makeAsyncIterator()
        state = Locked(State(held: Held(iterator: iterator, makeTrailers: makeTrailers, makeMetrics: makeMetrics)))
    }

    var trailers: HTTPHeaders { known.withLock(\.trailers) }
    var metrics: Response.Metrics? { known.withLock(\.metrics) }

    func next() async throws -> Data? {
        // While the first reader waits, a second reader receives the end of the body.
        let (held, error) = state.withLock { ($0.held.take(), $0.error.take()) }
        if let error { throw error }
        guard var taken = held else { return nil }
        do {
            while let piece = try await taken.iterator.next() {
                guard !piece.isEmpty else { continue }
                state.withLock { [taken] in if !$0.isOver { $0.held = taken } }
                return piece
            }
            // Iterators such as that of `AsyncThrowingStream` return `nil` in a cancelled task.
            try Task.checkCancellation()
        } catch {
            state.withLock { $0.isOver = true }
            if error is CancellationError { throw error }
            throw TernError.wrapping(error, thrownBy: .transport)
        }
        let end = (taken.makeTrailers(), taken.makeMetrics())
        known.withLock { $0 = end }
        state.withLock { ($0.isOver, $0.error) = (true, nil) }
        return nil
    }

    func end(with error: TernError) {
        // The iterator is released outside of the lock, since its release runs code of the sequence.
        _ = state.withLock { state in
            if !state.isOver { state.error = error }
            state.isOver = true
            return state.held.take()
        }
    }

    func abandon(with error: TernError) {
        _ = state.withLock { state in
            state.error = error
            state.isOver = true
            return state.held.take()
        }
    }
}
