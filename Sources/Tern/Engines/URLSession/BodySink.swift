#if !canImport(FoundationNetworking)
    import Foundation

    /// The output stream of a bound pair, to which a request's body is written.
    ///
    /// A write to a full pair would block its thread until the session reads, and forever if it never does. So nothing is
    /// written unless `hasSpaceAvailable` says that it doesn't block. The stream delivers its events to a queue
    /// (documentation of StreamDelegate, "Uploading streams of data", and CFWriteStreamSetDispatchQueue), so that no
    /// thread waits for them, and every end closes the stream. Not run on an Apple platform yet.
    final class BodySink: NSObject, StreamDelegate, Sendable {
        /// The session has closed its end, or the task is cancelled. The session knows why.
        struct Closed: Error {}

        private typealias Continuation = CheckedContinuation<Void, any Error>

        private let queue = DispatchQueue(label: "Tern.body")
        // Not Sendable by its type, but used on `queue` only, and so are the variables.
        nonisolated(unsafe) private let stream: OutputStream
        nonisolated(unsafe) private var writer = PieceWriter()
        nonisolated(unsafe) private var waiting: Continuation?
        nonisolated(unsafe) private var isClosed = false

        init(_ stream: OutputStream) {
            self.stream = stream
            super.init()
            queue.async {
                self.stream.delegate = self
                CFWriteStreamSetDispatchQueue(self.stream as CFWriteStream, self.queue)
                self.stream.open()
            }
        }

        /// Returns when the pair has accepted the whole piece.
        ///
        /// - Throws: `Closed` if the task is cancelled, or if the session has closed its end. The stream is closed then.
        func write(_ piece: Data) async throws {
            try await withTaskCancellationHandler {
                try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
                    queue.async { self.begin(piece, continuation) }
                }
            } onCancel: {
                close()
            }
        }

        /// Closes the stream after all pieces. Further calls have no effect. The session takes this for the end of the
        /// body, so a failed transfer must have ended before.
        func close() {
            queue.async { self.closeStream() }
        }

        func stream(_ stream: Stream, handle event: Stream.Event) {
            switch event {
            case .hasSpaceAvailable: advance()
            case .errorOccurred, .endEncountered: closeStream()
            default: break
            }
        }

        // MARK: - Private, on `queue`

        private func begin(_ piece: Data, _ continuation: Continuation) {
            guard !isClosed else { return continuation.resume(throwing: Closed()) }
            writer.begin(piece)
            waiting = continuation
            // There is no event if the stream has had room since the last write.
            advance()
        }

        private func advance() {
            guard let continuation = waiting else { return }
            switch writer.advance(while: { stream.hasSpaceAvailable }, write: { stream.write($0, maxLength: $1) }) {
            case .isFull: break
            case .failed: closeStream()
            case .done:
                waiting = nil
                continuation.resume()
            }
        }

        private func closeStream() {
            guard !isClosed else { return }
            isClosed = true
            // The stream doesn't retain its delegate.
            stream.delegate = nil
            CFWriteStreamSetDispatchQueue(stream as CFWriteStream, nil)
            stream.close()
            waiting?.resume(throwing: Closed())
            waiting = nil
        }
    }
#endif
