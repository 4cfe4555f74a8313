#if os(Linux)
    import CTernCurl
    import Foundation

    /// The thread that drives libcurl, seen from outside: calls hand in transfers, and are resumed.
    final class CurlEngine: Sendable {
        private let settings: CurlSettings
        private let mailbox: CurlMailbox
        private let hasStarted = Locked(false)
        private let lastID = Locked(0)

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

        /// Sends one request. A redirect is an answer.
        func exchange(_ request: TransportRequest, until deadline: Deadline?) async throws -> TransportResponse {
            let id = lastID.withLock { id in
                id += 1
                return id
            }
            return try await withTaskCancellationHandler {
                try await withCheckedThrowingContinuation { continuation in
                    startOnce()
                    mailbox.post(
                        .start(
                            CurlSubmission(
                                id: id,
                                request: request,
                                deadline: deadline,
                                followsRedirects: followsRedirects,
                                continuation: continuation
                            )
                        )
                    )
                    // A cancel that came first found nothing to cancel.
                    if Task.isCancelled { mailbox.post(.cancel(id)) }
                }
            } onCancel: {
                mailbox.post(.cancel(id))
            }
        }

        func stop() {
            if hasStarted.withLock({ $0 }) {
                mailbox.post(.stop)
            } else {
                mailbox.close()
            }
        }

        private func startOnce() {
            let isFirst = hasStarted.withLock { hasStarted in
                defer { hasStarted = true }
                return !hasStarted
            }
            guard isFirst else { return }
            let thread = Thread { [mailbox, settings] in
                Self.blockSIGPIPE()
                var loop = CurlLoop(mailbox: mailbox, settings: settings)
                loop.run()
            }
            thread.name = "Tern.CurlTransport"
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

    /// One request on its way to the engine's thread.
    struct CurlSubmission: Sendable {
        let id: Int
        let request: TransportRequest
        let deadline: Deadline?
        let followsRedirects: Bool
        let continuation: CheckedContinuation<TransportResponse, any Error>
    }
#endif
