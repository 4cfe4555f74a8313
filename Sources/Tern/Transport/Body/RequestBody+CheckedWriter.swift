import Foundation

extension RequestBody {
    /// Runs a body's source, checks the number of its bytes, and converts its errors to errors with a code.
    struct CheckedWriter {
        private struct State {
            var bytes: Int64 = 0
            /// The chunk that completes the length.
            var lastChunk: Data?
            /// The error that `send` threw, in contrast to an error of the source.
            var sendError: (any Error)?
        }

        let write: Writer
        let length: Int64?

        func run(_ send: @Sendable (Data) async throws -> Void) async throws {
            let state = Locked(State())
            do {
                try await write { chunk in
                    let isLast = try state.withLock { state in
                        state.bytes += Int64(chunk.count)
                        if let length, state.bytes > length { throw RequestBody.wrongLength(state.bytes, length) }
                        guard state.bytes == length else { return false }
                        state.lastChunk = chunk
                        return true
                    }
                    guard !isLast else { return }
                    do { try await send(chunk) } catch {
                        state.withLock { $0.sendError = error }
                        throw error
                    }
                }
            } catch {
                if let error = state.withLock(\.sendError) { throw error }
                if error is TernError || error is CancellationError { throw error }
                throw RequestBody.failed(error)
            }
            // In a cancelled task, the stream ends without an error.
            try Task.checkCancellation()
            let (bytes, lastChunk) = state.withLock { ($0.bytes, $0.lastChunk) }
            if let length, bytes < length { throw RequestBody.wrongLength(bytes, length) }
            if let lastChunk { try await send(lastChunk) }
        }
    }
}
