#if os(Linux)
    import TernHTTP
    import CTern
    import Foundation

    /// The interface to the thread that drives libcurl: calls submit requests, and are resumed with the results.
    final class CurlEngine: Sendable {
        private let settings: CurlSettings
        private let state = Locked(State())

        private struct State {
            /// Commands to the thread. `nil` until the thread is started.
            var commandQueue: CurlCommandQueue?
            var lastID = 0
        }

        init(_ configuration: TransportConfiguration) throws(TernError) {
            if let failure = CurlLibrary.failure { throw failure }
            settings = try CurlSettings(configuration)
        }

        /// Sends one request, once. A redirect is a response.
        ///
        /// - Throws: ``ConnectionLoss`` if the request may have to be sent again.
        func exchange(_ request: Request, _ hop: Hop) async throws -> Response {
            // libcurl would send a PUT.
            try HTTPField.check(request.body, with: request.method)
            let (id, commandQueue) = try begin()
            let configuration = settings.configuration
            let prepared = CurlPreparedRequest(id, request, hop, configuration)
            let result: CurlResult
            do {
                result = try await withTaskCancellationHandler {
                    try await withCheckedThrowingContinuation { continuation in
                        commandQueue.post(.start(prepared, Box(continuation)))
                    }
                } onCancel: {
                    // Before the command, which has no effect if the start command follows it.
                    prepared.cancel()
                    commandQueue.post(.cancel(prepared.id))
                }
            } catch let interruption as CurlInterruption {
                _ = prepared.isCancelled
                let received = interruption.received.response(to: request)
                throw TernError.interrupting(received, to: request, interruption.error)
            }
            // Thread Sanitizer doesn't know how the runtime synchronizes a continuation that is resumed before its task
            // waits. It knows this lock, which the engine's thread uses between writing the result and resuming.
            _ = prepared.isCancelled
            return result.response(to: request)
        }

        func stop() {
            state.withLock(\.commandQueue)?.post(.stop)
        }

        /// Assigns an id to a call, and starts the thread at the first call. If the thread can't be started, the next
        /// call tries again.
        ///
        /// - Returns: The id of the call, and the queue for its commands.
        /// - Throws: `TernError` with code `.transportFailed` if the process has no free file descriptor, or can't have
        ///   another thread.
        private func begin() throws(TernError) -> (Int, CurlCommandQueue) {
            let (id, queue) = state.withLock { state -> (Int, Result<CurlCommandQueue, TernError>) in
                state.lastID += 1
                if let commandQueue = state.commandQueue { return (state.lastID, .success(commandQueue)) }
                let started = CurlThread.start(settings)
                if case .success(let commandQueue) = started { state.commandQueue = commandQueue }
                return (state.lastID, started)
            }
            return (id, try queue.get())
        }
    }

    /// The engine's thread.
    enum CurlThread {
        /// - Returns: The queue for the thread's commands. A failure with code `.transportFailed` if the process has no
        ///   free file descriptor, or can't have another thread.
        static func start(_ settings: CurlSettings) -> Result<CurlCommandQueue, TernError> {
            guard let commandQueue = CurlCommandQueue() else { return .failure(CurlError.noDescriptor()) }
            let error = SystemThread.start { run(settings, commandQueue) }
            guard error != 0 else { return .success(commandQueue) }
            let reason = "The transport's thread can't be started: \(String(cString: strerror(error)))."
            let advice = "End other threads, or raise the limit of the process or its container (`ulimit -u`)."
            return .failure(TernError(.transportFailed, reason: reason, advice: advice))
        }

        // MARK: - Private

        private static func run(_ settings: CurlSettings, _ commandQueue: CurlCommandQueue) {
            _ = tern_thread_set_name("Tern.curl")
            blockSIGPIPE()
            let loop = CurlLoop(CurlContext(settings, commandQueue, CurlWatch()))
            loop.run()
        }

        /// Keeps SIGPIPE from ending the process when the TLS library of an older libcurl writes to a connection that
        /// the server has closed. Such a write is an error of one transfer only.
        private static func blockSIGPIPE() {
            var signals = sigset_t()
            sigemptyset(&signals)
            sigaddset(&signals, SIGPIPE)
            pthread_sigmask(SIG_BLOCK, &signals, nil)
        }
    }
#endif
