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

        public var redirectPolicy: TransportConfiguration.RedirectPolicy { configuration.redirects }

        public func send(_ request: Request) async throws -> Response {
            try await ExternalWait.run(request.description) {
                let response = try await engine.exchange(request)
                if let error = ProxyAuthenticationFailure.error(for: response, to: request, configuration) {
                    throw error
                }
                return response
            }
        }
    }
#endif
