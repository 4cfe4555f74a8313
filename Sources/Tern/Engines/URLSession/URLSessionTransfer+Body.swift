import Foundation

/// Supplies the body of a request when the session requests it.
extension URLSessionTransfer {
    #if canImport(FoundationNetworking)
        /// Called when the session needs a body stream.
        ///
        /// FoundationNetworking calls this for a request without a body, and when libcurl has to send the body again.
        /// For the latter it accepts a stream only if the task has one, and would continue any other body from its
        /// middle. So the transfer fails instead.
        func needsBody() -> InputStream? {
            guard request.body != nil else { return nil }
            let isHeadGone = state.withLock { $0.channel != nil }
            fail(isHeadGone ? TernError(.connectionLost) : BodyNeededAgain())
            return nil
        }
    #else
        /// Returns a stream for a body that has to be read in pieces. Called again when the body has to be sent again.
        func needsBody() -> InputStream? {
            guard let source = request.body, source.data == nil, source.fileURL == nil else { return nil }
            guard source.isReplayable || state.withLock({ $0.pump == nil }) else {
                fail(TernError(.bodyNotReplayable))
                return nil
            }
            var input: InputStream?
            var output: OutputStream?
            Stream.getBoundStreams(withBufferSize: 256 * 1024, inputStream: &input, outputStream: &output)
            guard let input, let output else {
                fail(TernError(.transportFailed, reason: "The streams to send the body can't be created."))
                return nil
            }
            let sink = BodySink(output)
            // The session's callback can't wait for the pump. The end of the exchange cancels it.
            let pump = Task {
                do {
                    try await source.forEachChunk { piece in try await sink.write(piece) }
                } catch {
                    // Before the stream is closed, which the session would take for the end of the body.
                    self.fail(error)
                }
                sink.close()
            }
            let (isEnded, former) = state.withLock { state in
                defer { if !state.isEnded { state.pump = pump } }
                return (state.isEnded, state.pump)
            }
            former?.cancel()
            if isEnded { pump.cancel() }
            return input
        }
    #endif
}

#if !canImport(FoundationNetworking)
    /// The output stream of a bound pair, to which a body is written.
    private final class BodySink: Sendable {
        /// Writing blocks while the pair is full.
        private let queue = DispatchQueue(label: "Tern.body")
        // Not Sendable by its type, but used on `queue` only.
        nonisolated(unsafe) private let stream: OutputStream

        init(_ stream: OutputStream) {
            self.stream = stream
            queue.async { self.stream.open() }
        }

        func write(_ piece: Data) async throws {
            try Task.checkCancellation()
            try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
                queue.async { continuation.resume(with: Result { try self.writeAll(of: piece) }) }
            }
        }

        func close() {
            queue.async { self.stream.close() }
        }

        private func writeAll(of piece: Data) throws {
            var rest = piece
            while !rest.isEmpty {
                let count = rest.withUnsafeBytes { bytes -> Int in
                    guard let start = bytes.bindMemory(to: UInt8.self).baseAddress else { return 0 }
                    return stream.write(start, maxLength: bytes.count)
                }
                // The session has closed its end.
                guard count > 0 else { throw stream.streamError ?? TernError(.connectionLost) }
                rest = rest.dropFirst(count)
            }
        }
    }
#endif
