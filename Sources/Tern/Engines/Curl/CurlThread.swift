#if os(Linux)
    import CTernCurl
    import Foundation

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
            CurlWatch.run { watch in
                var loop = CurlLoop(CurlContext(settings, commandQueue, watch))
                loop.run()
            }
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
