#if !canImport(FoundationNetworking)
    import Foundation
    import TernHTTP

    /// The output stream of a bound pair, to which a request's body is written.
    ///
    /// A write to a full pair would block its thread until the session reads, or forever if the session never reads. So
    /// the sink writes only while `hasSpaceAvailable` is `true`. The stream delivers its events to a queue
    /// (documentation of StreamDelegate, "Uploading streams of data", and CFWriteStreamSetDispatchQueue), so that no
    /// thread waits for them. This code has not been run on an Apple platform yet.
    ///
    /// The session treats the end of the stream as the end of the body. So the stream is closed only after the whole
    /// body, or after the session's task has ended.
    final class BodySink: NSObject, StreamDelegate, BodyWriter {
        private typealias Continuation = CheckedContinuation<Void, any Error>

        private let queue = DispatchQueue(label: "Tern.body")
        // The type isn't Sendable. Used on `queue` only.
        nonisolated(unsafe) private let stream: OutputStream
        // Used on `queue` only.
        nonisolated(unsafe) private var state = BodySinkState<Continuation>()

        init(_ stream: OutputStream) {
            self.stream = stream
            super.init()
            queue.async {
                self.stream.delegate = self
                CFWriteStreamSetDispatchQueue(self.stream as CFWriteStream, self.queue)
                self.stream.open()
            }
        }

        /// Aborts the sink if it throws.
        func write(_ piece: Data) async throws {
            try await withTaskCancellationHandler {
                try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
                    queue.async { self.begin(piece, continuation) }
                }
            } onCancel: {
                abort()
            }
        }

        func finish() {
            queue.async {
                if self.state.finish() { self.closeStream() }
            }
        }

        func abort() {
            queue.async { self.abortNow() }
        }

        func release() {
            queue.async {
                let (closes, waiting) = self.state.release()
                if closes { self.closeStream() }
                waiting?.resume(throwing: BodyStreamClosed())
            }
        }

        func stream(_ stream: Stream, handle event: Stream.Event) {
            switch event {
            case .hasSpaceAvailable: advance()
            case .errorOccurred, .endEncountered: abortNow()
            default: break
            }
        }

        // MARK: - Private, on `queue`

        private func begin(_ piece: Data, _ continuation: Continuation) {
            guard state.begin(piece, continuation) else { return continuation.resume(throwing: BodyStreamClosed()) }
            // There is no event if the stream has had room since the last write.
            advance()
        }

        private func advance() {
            // The stream may report an event during `write`, so `state` must not be accessed for the whole write.
            guard var writer = state.takeWriter() else { return }
            let outcome = writer.advance(
                while: { stream.hasSpaceAvailable },
                write: { stream.write($0, maxLength: $1) }
            )
            state.returnWriter(writer, after: outcome)?.resume()
            if outcome == .failed { abortNow() }
        }

        private func abortNow() {
            let waiting = state.abort()
            detach()
            waiting?.resume(throwing: BodyStreamClosed())
        }

        private func closeStream() {
            detach()
            stream.close()
        }

        /// Ends the events. The stream doesn't retain its delegate.
        private func detach() {
            stream.delegate = nil
            CFWriteStreamSetDispatchQueue(stream as CFWriteStream, nil)
        }
    }
#endif
