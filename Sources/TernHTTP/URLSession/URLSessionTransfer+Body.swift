import Foundation

/// Supplies the body of a request when the session requests it.
extension URLSessionTransfer {
    #if canImport(FoundationNetworking)
        /// Called when the session needs a body stream.
        ///
        /// FoundationNetworking calls this for a request without a body, and when libcurl has to send the body again.
        /// To send the body again, it accepts a stream only if the task has a stream. It would continue any other body
        /// from its middle. So the transfer fails instead.
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
            if let error = state.withLock({ $0.sendings.needsStream(for: request) }) {
                fail(error)
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
            // The session's callback can't wait for the pump. The end of the exchange cancels the pump.
            let pump = Task {
                do {
                    try await source.forEachChunk { piece in try await sink.write(piece) }
                    sink.finish()
                } catch is BodySink.Closed {
                    // The session has closed its end of the stream: it already has the response, it sends the body
                    // again, or the task is being cancelled. The session reports the result itself.
                    sink.abort()
                } catch {
                    sink.abort()
                    // The task is cancelled if the session sends the body again.
                    if !Task.isCancelled { self.fail(error) }
                }
            }
            let (isEnded, former) = state.withLock { state in
                defer { if !state.isEnded { state.pump = pump } }
                state.sinks.append(sink)
                return (state.isEnded, state.pump)
            }
            former?.cancel()
            if isEnded { pump.cancel() }
            return input
        }

        /// Closes the streams of the body. The session's task has ended, so it sends nothing more.
        func releaseBody() {
            let sinks = state.withLock { state in
                defer { state.sinks = [] }
                return state.sinks
            }
            for sink in sinks { sink.release() }
        }
    #endif
}
