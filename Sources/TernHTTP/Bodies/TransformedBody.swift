import Foundation

extension BodyStream {
    /// This body, in which a closure changes each chunk before the reader receives it. A transport around a transport uses
    /// it to keep, check or change the body of a response.
    ///
    /// ```swift
    /// var response = try await next.send(request, hop: hop)
    /// if let stream = response.stream {
    ///     let copy = try FileHandle(forWritingTo: file)
    ///     response.body = .stream(
    ///         stream.transformed { chunk in
    ///             try copy.write(contentsOf: chunk)
    ///             return chunk
    ///         }
    ///     )
    /// }
    /// ```
    ///
    /// The new stream has the trailers and the metrics of this one, and the same backpressure. When its reader leaves,
    /// is cancelled, or reaches the timeout of the call, this body ends as well. Both closures are released as soon as
    /// no further chunk can follow, so an object that only they hold knows from its `deinit` that the body is over. Read
    /// only the new stream.
    ///
    /// - Parameters:
    ///   - transform: Returns the chunk for the reader. Empty data delivers nothing. Called for one chunk at a time, in
    ///     order. After an error, the exchange ends, and the error reaches the reader by the rules of ``Transport``.
    ///   - atEnd: Returns a last chunk for the reader; empty data by default. Called once with the trailers, and only
    ///     if the body is complete. An error fails the body.
    public func transformed(
        _ transform: @escaping @Sendable (Data) async throws -> Data,
        atEnd: @escaping @Sendable (_ trailers: HTTPHeaders) async throws -> Data = { _ in Data() }
    ) -> BodyStream {
        transformed(transform, atEnd: atEnd, atError: { _ in })
    }

    /// - Parameter atError: Receives the error with which the body fails, instead of its end.
    package func transformed(
        _ transform: @escaping @Sendable (Data) async throws -> Data,
        atEnd: @escaping @Sendable (_ trailers: HTTPHeaders) async throws -> Data,
        atError: @escaping @Sendable (any Error) -> Void
    ) -> BodyStream {
        BodyStream(TransformedBody(.init(source: self, transform: transform, atEnd: atEnd, atError: atError)))
    }
}

private final class TransformedBody: BodySequence {
    struct Parts: Sendable {
        let source: BodyStream
        let transform: @Sendable (Data) async throws -> Data
        let atEnd: @Sendable (HTTPHeaders) async throws -> Data
        let atError: @Sendable (any Error) -> Void
    }

    private struct State {
        /// `nil` once no further chunk can follow.
        var parts: Parts?
        var isReading = false
        /// The error that the next call of `next()` throws.
        var error: TernError?
        var trailers: HTTPHeaders = [:]
        var metrics: Response.Metrics?
    }

    private let state: Locked<State>

    init(_ parts: Parts) {
        state = Locked(State(parts: parts))
    }

    deinit {
        state.withLock(\.parts)?.source.abandon(with: TernError(.cancelled, reason: "The body was released."))
    }

    var trailers: HTTPHeaders { state.withLock(\.trailers) }
    var metrics: Response.Metrics? { state.withLock(\.metrics) }

    func next() async throws -> Data? {
        guard let parts = try beginReading() else { return nil }
        do {
            while let chunk = try await parts.source.next() {
                let changed = try await parts.transform(chunk)
                guard !changed.isEmpty else { continue }
                state.withLock { $0.isReading = false }
                return changed
            }
            let last = try await parts.atEnd(parts.source.trailers)
            end { ($0.trailers, $0.metrics) = (parts.source.trailers, parts.source.metrics) }
            return last.isEmpty ? nil : last
        } catch {
            parts.atError(error)
            let failure = TernError.wrapping(error, thrownBy: .transport)
            // The source has ended, unless a closure has thrown the error.
            parts.source.abandon(with: failure)
            end { _ in }
            if error is CancellationError { throw error }
            throw failure
        }
    }

    func end(with error: TernError) {
        // The closures still receive the chunks that have arrived.
        state.withLock(\.parts)?.source.end(with: error)
    }

    func abandon(with error: TernError) {
        let parts = end { $0.error = error }
        parts?.source.abandon(with: error)
    }

    // MARK: - Private

    /// - Returns: `nil` at the end.
    private func beginReading() throws -> Parts? {
        try state.withLock { state in
            if let error = state.error.take() { throw error }
            guard let parts = state.parts else { return nil }
            guard !state.isReading else { throw TernError.readTwice }
            state.isReading = true
            return parts
        }
    }

    /// - Returns: What was released, so that it is released outside of the lock, since that can run other code.
    @discardableResult
    private func end(_ change: (inout State) -> Void) -> Parts? {
        state.withLock { state in
            change(&state)
            state.isReading = false
            return state.parts.take()
        }
    }
}
