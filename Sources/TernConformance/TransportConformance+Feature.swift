extension TransportConformance {
    /// An optional feature. A transport can conform without it.
    ///
    /// If a transport doesn't have a feature, it must reject the settings of that feature with
    /// `.unsupportedConfiguration`.
    public struct Feature: Hashable, Sendable {
        private let name: String

        private init(_ name: String) {
            self.name = name
        }

        /// https URLs. The connect timeout includes the TLS handshake.
        public static let tls = Feature("tls")
        /// `TransportConfiguration.httpVersions` other than HTTP/1.1. The cases over TLS run only if OpenSSL is
        /// installed.
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
        /// Response bodies that are streamed as they arrive, with backpressure on the server while the reader is slow.
        /// A transport without this feature collects every body, or writes it to a file.
        public static let streamedResponses = Feature("streamedResponses")
        /// Request bodies that are read from their source while they are sent, with `Transfer-Encoding: chunked` if the
        /// length isn't known. A transport without this feature reads the whole body before it sends the request.
        public static let streamedRequests = Feature("streamedRequests")

        /// All features of this version.
        public static let all: Set<Feature> = [
            tls, http2, proxy, unixSockets, connectionLimit, cookies, contentCoding, trailers, metrics,
            streamedResponses, streamedRequests,
        ]
    }

    /// The cases that need no other features than these. They include the cases that need no feature.
    public static func cases(offering features: Set<Feature>) -> [Case] {
        cases.filter { $0.features.isSubset(of: features) }
    }
}

extension TransportConformance.Feature: CustomStringConvertible {
    public var description: String { name }
}
