#if os(Linux)
    import CTernCurl
    import Foundation

    /// The thread that drives libcurl, seen from outside: calls hand in transfers, and are resumed.
    final class CurlEngine: Sendable {
        private let settings: CurlSettings
        private let state = Locked(State())

        private struct State {
            /// What reaches the thread; `nil` until there is one.
            var mailbox: CurlMailbox?
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
            let (id, mailbox) = try begin()
            let configuration = settings.configuration
            let submission = CurlSubmission(id, request, configuration)
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
            state.withLock(\.mailbox)?.post(.stop)
        }

        /// Also starts the thread, once. Where that isn't possible the next call tries again.
        ///
        /// - Returns: The number of the next call, and where it is to be posted.
        /// - Throws: `TernError` with code `.transportFailed` where there is no file descriptor left.
        private func begin() throws(TernError) -> (Int, CurlMailbox) {
            let (id, mailbox, isFirst) = state.withLock { state in
                let isFirst = state.mailbox == nil
                if isFirst { state.mailbox = CurlMailbox() }
                state.lastID += 1
                return (state.lastID, state.mailbox, isFirst)
            }
            guard let mailbox else { throw CurlError.noDescriptor() }
            if isFirst { startThread(mailbox) }
            return (id, mailbox)
        }

        private func startThread(_ mailbox: CurlMailbox) {
            let thread = Thread { [settings] in
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
