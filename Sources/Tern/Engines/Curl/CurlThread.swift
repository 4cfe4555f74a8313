#if os(Linux)
    import CTernCurl
    import Foundation

    /// The engine's thread.
    final class CurlThread: Sendable {
        private let settings: CurlSettings
        private let commandQueue: CurlCommandQueue

        private init(_ settings: CurlSettings, _ commandQueue: CurlCommandQueue) {
            self.settings = settings
            self.commandQueue = commandQueue
        }

        /// Starts a thread with pthread_create(3), since Foundation's `Thread` doesn't report a failure.
        ///
        /// - Returns: The queue for the thread's commands. A failure with code `.transportFailed` if the process has no
        ///   free file descriptor, or can't have another thread.
        static func start(_ settings: CurlSettings) -> Result<CurlCommandQueue, TernError> {
            guard let commandQueue = CurlCommandQueue() else { return .failure(CurlError.noDescriptor()) }
            let thread = Unmanaged.passRetained(CurlThread(settings, commandQueue))
            let error = create(with: thread.toOpaque())
            guard error != 0 else { return .success(commandQueue) }
            thread.release()
            let reason = "The transport's thread can't be started: \(String(cString: strerror(error)))."
            let advice = "End other threads, or raise the limit of the process or its container (`ulimit -u`)."
            return .failure(TernError(.transportFailed, reason: reason, advice: advice))
        }

        // MARK: - Private

        /// - Parameter thread: A retained `CurlThread`, which the new thread releases.
        /// - Returns: 0, or an error number.
        private static func create(with thread: UnsafeMutableRawPointer) -> Int32 {
            var id = pthread_t()
            let error = pthread_create(&id, nil, entry, thread)
            if error == 0 { pthread_detach(id) }
            return error
        }

        private static let entry: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? = { thread in
            if let thread { Unmanaged<CurlThread>.fromOpaque(thread).takeRetainedValue().run() }
            return nil
        }

        private func run() {
            _ = tern_thread_set_name("Tern.curl")
            Self.blockSIGPIPE()
            var loop = CurlLoop(CurlContext(settings, commandQueue))
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
