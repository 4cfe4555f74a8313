#if os(Linux)
    import TernHTTP
    import CTern
    import Foundation

    /// A transport that uses libcurl, driven by one thread per transport. It is the engine on Linux.
    ///
    /// At run time, it loads the same libcurl as FoundationNetworking. Each transport keeps and reuses its own
    /// connections. The thread starts with the first request, and ends with the transport.
    ///
    /// Throws ``ConnectionLoss`` if the connection is lost before the response begins, `CancellationError`, and
    /// `TernError`. The reason of an error of libcurl contains its message.
    public final class CurlTransport: Transport {
        private let engine: CurlEngine
        private let configuration: TransportConfiguration

        /// - Throws: `TernError` with code `.transportFailed` if libcurl can't be loaded, is older than 7.68 or lacks a
        ///   function, and with code `.unsupportedConfiguration` if libcurl doesn't support `configuration`.
        public init(_ configuration: TransportConfiguration = TransportConfiguration()) throws(TernError) {
            engine = try CurlEngine(configuration)
            self.configuration = configuration
        }

        deinit {
            // Running exchanges complete. A body that is being read keeps the thread alive, but not the transport.
            engine.stop()
        }

        public func send(_ request: Request, hop: Hop) async throws -> Response {
            LiveRequests.note(request, to: configuration.peer(of: request))
            return try await ExternalWait.run(request.description) {
                let response = try await engine.exchange(request, hop)
                if let error = ProxyAuthenticationFailure.error(for: response, to: request, configuration) {
                    throw error
                }
                return response
            }
        }

        public func decodesResponse(to request: Request, with headers: HTTPHeaders) -> Bool {
            configuration.decodesResponse(to: request) && ContentDecoder.decodes(headers)
        }
    }

    extension CurlTransport: CustomReflectable {
        /// No properties, since the configuration may contain credentials.
        public var customMirror: Mirror { Mirror(self, children: [:], displayStyle: .class) }
    }
#endif
