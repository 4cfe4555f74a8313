#if os(Linux)
    import CTernCurl
    import Foundation

    /// The thread that drives libcurl, seen from outside: calls hand in transfers, and are resumed.
    final class CurlEngine: Sendable {
        private let settings: CurlSettings
        private let state = Locked(State())

        private struct State {
            /// What reaches the thread; `nil` until there is one.
            var commandQueue: CurlCommandQueue?
            var lastID = 0
        }

        init(_ configuration: TransportConfiguration) throws(TernError) {
            if let problem = CurlLibrary.problem { throw TernError(.transportFailed, reason: problem) }
            settings = try CurlSettings(configuration)
        }

        /// Sends one request, once. A redirect is a response.
        ///
        /// - Throws: ``ConnectionLoss`` where it may have to be sent again.
        func exchange(_ request: Request) async throws -> Response {
            let (id, commandQueue) = try begin()
            let configuration = settings.configuration
            let prepared = CurlPreparedRequest(id, request, configuration)
            let result = try await withTaskCancellationHandler {
                try await withCheckedThrowingContinuation { continuation in
                    commandQueue.post(.start(prepared, continuation))
                    // A cancel that came first found nothing to cancel.
                    if Task.isCancelled { commandQueue.post(.cancel(prepared.id)) }
                }
            } onCancel: {
                prepared.cancel()
                commandQueue.post(.cancel(prepared.id))
            }
            return result.response(to: request)
        }

        func stop() {
            state.withLock(\.commandQueue)?.post(.stop)
        }

        /// Also starts the thread, once. Where that isn't possible the next call tries again.
        ///
        /// - Returns: The number of the next call, and where it is to be posted.
        /// - Throws: `TernError` with code `.transportFailed` where there is no file descriptor left.
        private func begin() throws(TernError) -> (Int, CurlCommandQueue) {
            let (id, commandQueue, isFirst) = state.withLock { state in
                let isFirst = state.commandQueue == nil
                if isFirst { state.commandQueue = CurlCommandQueue() }
                state.lastID += 1
                return (state.lastID, state.commandQueue, isFirst)
            }
            guard let commandQueue else { throw CurlError.noDescriptor() }
            if isFirst { startThread(commandQueue) }
            return (id, commandQueue)
        }

        private func startThread(_ commandQueue: CurlCommandQueue) {
            let thread = Thread { [settings] in
                // Foundation's own way depends on which of two threads is the faster one.
                _ = tern_thread_set_name("Tern.curl")
                Self.blockSIGPIPE()
                var loop = CurlLoop(commandQueue: commandQueue, settings: settings)
                loop.run()
            }
            thread.start()
        }

        /// A connection that the server has closed is an error of one transfer. The TLS library of an older libcurl writes
        /// to it in a way that would end the process.
        private static func blockSIGPIPE() {
            var signals = sigset_t()
            sigemptyset(&signals)
            sigaddset(&signals, SIGPIPE)
            pthread_sigmask(SIG_BLOCK, &signals, nil)
        }
    }
#endif
