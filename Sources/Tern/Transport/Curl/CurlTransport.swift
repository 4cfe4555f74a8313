#if os(Linux)
    import CTernCurl
    import Foundation

    /// The engine on Linux: libcurl, driven by one thread of the transport's own.
    ///
    /// It is the libcurl that FoundationNetworking loads, opened at run time; connections are kept and reused per
    /// transport. The thread starts with the first request and ends with the transport.
    ///
    /// Throws `TernError`, with libcurl's own words as its reason, and `CancellationError`.
    public final class CurlTransport: Transport {
        private let engine: CurlEngine
        private let configuration: TransportConfiguration

        /// - Throws: `TernError` with code `.transportFailed` where libcurl can't be loaded, or is older than 7.68, and
        ///   with code `.unsupportedConfiguration`, if it can't honour `configuration`.
        public init(_ configuration: TransportConfiguration = TransportConfiguration()) throws(TernError) {
            engine = try CurlEngine(configuration)
            self.configuration = configuration
        }

        deinit {
            // What is under way still ends: a body that is being read holds on to the thread, not to this.
            engine.stop()
        }

        public func send(_ request: Request) async throws -> Response {
            try await OutsideWorld.wait(request.description) { try await follow(request) }
        }

        private func follow(_ request: Request) async throws -> Response {
            let deadline = Deadline(request.timeout, configuration.deadline)
            var request = request
            var redirects = 0
            var sendings = 1
            do {
                while true {
                    let response = try await exchange(request, until: deadline, sendings: &sendings)
                    if let error = ProxyRefusal.error(for: response, to: request, configuration) { throw error }
                    let policy = configuration.redirects
                    let next = try Redirect.next(after: response, to: request, count: redirects, under: policy)
                    guard let next else { return try await response.delivered(for: request) }
                    request = next
                    redirects += 1
                }
            } catch let error as TernError {
                throw error.with(attempts: sendings)
            }
        }

        /// Sends a request, and sends it again where that is safe; see ``LostSending``.
        ///
        /// - Parameter sendings: Counts up with each further sending.
        private func exchange(
            _ request: Request,
            until deadline: Deadline?,
            sendings: inout Int
        ) async throws -> Response {
            var isAfterLoss = false
            var repetition = 0
            while true {
                do {
                    var response = try await engine.exchange(request, until: deadline, isAfterLoss: isAfterLoss)
                    response.metrics?.sendings = sendings
                    return response
                } catch let loss as LostSending {
                    guard repetition < LostSending.maximumRepetitions, loss.mayBeRepeated(request) else {
                        throw loss.explained(for: request)
                    }
                    // Other kept connections may be lost, too.
                    isAfterLoss = loss.effect == .unknown || repetition > 0
                    repetition += 1
                    if loss.isAttempt {
                        sendings += 1
                        request.onRepetition?(request)
                    }
                }
            }
        }
    }
#endif
