import Foundation
import TernHTTP

/// Supplies the body of a request when the session requests it.
extension URLSessionTransfer {
    /// Called when the session needs a body stream.
    func needsBody() -> InputStream? {
        guard request.body != nil else { return nil }
        switch kind {
        case .apple: return bodyStream()
        case .foundationNetworking:
            // FoundationNetworking calls this for a request without a body, and when libcurl has to send the body
            // again. To send the body again, it accepts a stream only if the task has a stream. It would continue any
            // other body from its middle. So the transfer fails instead.
            let isHeadGone = state.withLock(\.exchange.isStreaming)
            fail(isHeadGone ? TernError(.connectionLost) : BodyNeededAgain())
            return nil
        }
    }

    /// Returns a stream for a body that has to be read in pieces. Called again when the body has to be sent again.
    private func bodyStream() -> InputStream? {
        guard let source = request.body, source.data == nil, source.fileURL == nil else { return nil }
        let (isEnded, problem) = state.withLock { state in
            (state.exchange.isEnded, state.exchange.sendings.needsStream(for: request))
        }
        guard !isEnded else { return nil }
        if let problem {
            fail(problem)
            return nil
        }
        guard let pair = makeBodyStreams() else {
            fail(TernError(.transportFailed, reason: "The streams to send the body can't be created."))
            return nil
        }
        let writer = pair.writer
        // The session's callback can't wait for the pump. The end of the exchange cancels the pump.
        let pump = Task {
            do {
                try await source.forEachChunk { piece in try await writer.write(piece) }
                writer.finish()
            } catch is BodyStreamClosed {
                // The session has closed its end of the stream: it already has the response, it sends the body again,
                // or the task is being cancelled. The session reports the result itself.
                writer.abort()
            } catch {
                writer.abort()
                // The task is cancelled if the session sends the body again.
                if !Task.isCancelled { self.fail(error) }
            }
        }
        let (hasEnded, former) = state.withLock { state in
            defer { if !state.exchange.isEnded { state.work.pump = pump } }
            state.work.writers.append(writer)
            return (state.exchange.isEnded, state.work.pump)
        }
        former?.cancel()
        if hasEnded { pump.cancel() }
        return pair.input
    }

    /// Closes the streams of the body. The session's task has ended, so it sends nothing more.
    func releaseBody() {
        let writers = state.withLock { state in
            defer { state.work.writers = [] }
            return state.work.writers
        }
        for writer in writers { writer.release() }
    }
}
