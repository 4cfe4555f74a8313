#if os(Linux)
    import CTernCurl
    import Foundation

    /// The thread that drives libcurl, seen from outside: calls hand in transfers, and are resumed.
    final class CurlEngine: Sendable {
        private let settings: CurlSettings
        private let mailbox: CurlMailbox
        private let state = Locked(State())

        private struct State {
            var hasStarted = false
            var lastID = 0
        }

        init(_ configuration: TransportConfiguration) throws(TernError) {
            guard CurlLibrary.isAvailable else {
                throw TernError(.transportFailed, reason: "libcurl.so.4 can't be loaded, or is older than 7.68.")
            }
            settings = try CurlSettings(configuration)
            guard let mailbox = CurlMailbox() else {
                throw TernError(.transportFailed, reason: "libcurl can't be set up: out of memory or descriptors.")
            }
            self.mailbox = mailbox
        }

        /// Sends one request, once. A redirect is a response.
        ///
        /// - Parameter isAfterLoss: Whether it was sent before, on a connection that was lost.
        /// - Throws: ``LostSending`` where it may have to be sent again.
        nonisolated(nonsending) func exchange(
            _ request: TransportRequest,
            until deadline: Deadline?,
            isAfterLoss: Bool
        ) async throws -> TransportResponse {
            let configuration = settings.configuration
            let submission = CurlSubmission(
                nextID(),
                request,
                until: deadline,
                isAfterLoss: isAfterLoss,
                configuration
            )
            let reply = try await withTaskCancellationHandler {
                try await withCheckedThrowingContinuation { continuation in
                    mailbox.post(.start(submission, continuation))
                    // A cancel that came first found nothing to cancel.
                    if Task.isCancelled { mailbox.post(.cancel(submission.id)) }
                }
            } onCancel: {
                submission.cancel()
                mailbox.post(.cancel(submission.id))
            }
            return reply.response(to: request)
        }

        func stop() {
            if state.withLock(\.hasStarted) {
                mailbox.post(.stop)
            } else {
                mailbox.close()
            }
        }

        /// Also starts the thread, once.
        private func nextID() -> Int {
            let (id, isFirst) = state.withLock { state in
                state.lastID += 1
                defer { state.hasStarted = true }
                return (state.lastID, !state.hasStarted)
            }
            if isFirst { startThread() }
            return id
        }

        private func startThread() {
            let thread = Thread { [mailbox, settings] in
                // Foundation's own way depends on which of two threads is the faster one.
                _ = tern_thread_set_name("Tern.curl")
                Self.blockSIGPIPE()
                var loop = CurlLoop(mailbox: mailbox, settings: settings)
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
