extension TransportConformance {
    /// Something that a transport may do without, and still conform.
    ///
    /// A transport refuses the settings of a feature that it doesn't have with `.unsupportedConfiguration`.
    public struct Feature: Hashable, Sendable {
        private let name: String

        private init(_ name: String) {
            self.name = name
        }

        /// https, with the connect timeout measured over the TLS handshake.
        public static let tls = Feature("tls")
        /// `TransportConfiguration.httpVersions` other than HTTP/1.1. The cases over TLS run only where OpenSSL is found.
        public static let http2 = Feature("http2")
        /// `TransportConfiguration.proxy`: http proxies, CONNECT and proxy credentials.
        public static let proxy = Feature("proxy")
        /// `TransportConfiguration.unixSocketPath`.
        public static let unixSockets = Feature("unixSockets")
        /// `TransportConfiguration.connectionsPerHost`.
        public static let connectionLimit = Feature("connectionLimit")
        /// `TransportConfiguration.cookies` in memory.
        public static let cookies = Feature("cookies")
        /// `TransportConfiguration.decompresses`: gzip and deflate.
        public static let contentCoding = Feature("contentCoding")
        /// `Response.trailers` and `BodyStream.trailers`.
        public static let trailers = Feature("trailers")
        /// `Response.metrics`.
        public static let metrics = Feature("metrics")
        /// A response body that is streamed as it arrives, and that slows the server down if its reader is slow. A transport
        /// without it collects every body, or writes it to a file.
        public static let streamedResponses = Feature("streamedResponses")
        /// A request body that is read from its source as the connection takes it, with `Transfer-Encoding: chunked` if its
        /// length isn't known. A transport without it reads the whole body before it sends the request.
        public static let streamedRequests = Feature("streamedRequests")

        /// All features of this version.
        public static let all: Set<Feature> = [
            tls, http2, proxy, unixSockets, connectionLimit, cookies, contentCoding, trailers, metrics,
            streamedResponses, streamedRequests,
        ]
    }

    /// The cases for a transport that offers these features: those that every transport passes, and those that need no
    /// other feature.
    public static func cases(offering features: Set<Feature>) -> [Case] {
        cases.filter { $0.features.isSubset(of: features) }
    }
}

extension TransportConformance.Feature: CustomStringConvertible {
    public var description: String { name }
}
