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

        public func send(_ request: TransportRequest) async throws -> TransportResponse {
            try await OutsideWorld.wait(request.description) { try await follow(request) }
        }

        private func follow(_ request: TransportRequest) async throws -> TransportResponse {
            let deadline = Deadline(request.deadline, configuration.deadline)
            var request = request
            var redirects = 0
            while true {
                let response = try await engine.exchange(request, until: deadline)
                let policy = configuration.redirects
                guard let next = try Redirect.next(after: response, to: request, count: redirects, under: policy) else {
                    return try await delivered(response, to: request.delivery)
                }
                request = next
                redirects += 1
            }
        }

        private func delivered(
            _ response: TransportResponse,
            to delivery: TransportRequest.Delivery
        ) async throws -> TransportResponse {
            guard case .file(let url) = delivery, let stream = response.stream else { return response }
            try await BodyFile.write(stream, to: url)
            var response = response
            response.stream = nil
            response.trailers = stream.trailers
            response.metrics = stream.metrics ?? response.metrics
            return response
        }
    }
#endif
