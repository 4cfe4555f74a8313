import Foundation
import TernHTTP

extension URLSessionTransport {
    /// Settings that only Apple's `URLSession` has.
    ///
    /// ```swift
    /// var options = URLSessionTransport.Options()
    /// options.waitsForConnectivity = true
    /// options.onWaitingForConnectivity = { request in print("Waiting for a network: \(request)") }
    /// let transport = try URLSessionTransport(TransportConfiguration(), options: options)
    /// ```
    ///
    /// On Linux, creating a transport fails with `.unsupportedConfiguration` if an option isn't at its default. The use
    /// on Apple platforms is typechecked, but has not been run there yet.
    public struct Options: Sendable {
        /// Whether a call waits for a network if there is none, instead of failing with `.notConnected`. `false` by
        /// default.
        ///
        /// The idle timeout doesn't run while the call waits. The session gives up after seven days, or after the
        /// `timeoutIntervalForResource` of a given `URLSessionConfiguration`. Limit the call with its `timeout` or a
        /// deadline.
        public var waitsForConnectivity = false

        /// Called at most once for each request that waits for a network, on a queue of the session. Return quickly.
        public var onWaitingForConnectivity: (@Sendable (Request) -> Void)?

        /// Whether connections may use a cellular network. `true` by default.
        public var allowsCellularAccess = true

        /// Whether connections may use a network that the system considers expensive, such as a personal hotspot.
        /// `true` by default.
        public var allowsExpensiveNetworkAccess = true

        /// Whether connections may use a network in Low Data Mode. `true` by default.
        public var allowsConstrainedNetworkAccess = true

        /// Whether HTTP/3 is tried with a server before the server has offered it. `false` by default: the session uses
        /// HTTP/3 after a server has offered it.
        public var assumesHTTP3Capable = false

        /// The cookie storage of the session. `nil` by default: `TransportConfiguration.cookies` determines the
        /// storage. If both are set, creating the transport fails with `.unsupportedConfiguration`. Stored cookies
        /// replace the `Cookie` field of a request.
        public var cookieStorage: HTTPCookieStorage?

        /// A cache of responses (RFC 9111). `nil` by default: no response is cached. Leave it `nil` below a cache that is
        /// a `TransportLayer`: it would hide the 304 of the server from the layer, and keep responses that the layer
        /// has removed.
        public var cache: URLCache?

        /// Responds to authentication challenges of servers and proxies. `nil` by default: all challenges receive
        /// ``ChallengeResponse/standard``.
        ///
        /// Called at most five times for a request. Then a further challenge for `.serverTrust` or `.clientCertificate`
        /// fails with `.tlsFailed`, and every other challenge receives the standard response. The handler is cancelled
        /// at the end of the request.
        public var onChallenge: (@Sendable (Challenge) async -> ChallengeResponse)?

        /// Creates options with the defaults.
        public init() {}
    }
}

extension URLSessionTransport.Options {
    /// The names of the options that aren't at their default.
    var changed: [String] {
        let options: [(name: String, isChanged: Bool)] = [
            ("waitsForConnectivity", waitsForConnectivity),
            ("onWaitingForConnectivity", onWaitingForConnectivity != nil),
            ("allowsCellularAccess", !allowsCellularAccess),
            ("allowsExpensiveNetworkAccess", !allowsExpensiveNetworkAccess),
            ("allowsConstrainedNetworkAccess", !allowsConstrainedNetworkAccess),
            ("assumesHTTP3Capable", assumesHTTP3Capable),
            ("cookieStorage", cookieStorage != nil),
            ("cache", cache != nil),
            ("onChallenge", onChallenge != nil),
        ]
        return options.filter(\.isChanged).map(\.name)
    }

    /// - Throws: `TernError` with code `.unsupportedConfiguration` for options that the platform doesn't have.
    func refuseUnsupported() throws(TernError) {
        #if canImport(FoundationNetworking)
            let names = changed.joined(separator: ", ")
            try TransportConfiguration.refuse(!changed.isEmpty, "FoundationNetworking doesn't support \(names)")
        #endif
    }

    #if !canImport(FoundationNetworking)
        /// Applies the options that aren't at their default to the configuration of a session.
        func apply(to session: URLSessionConfiguration) {
            if waitsForConnectivity { session.waitsForConnectivity = true }
            if !allowsCellularAccess { session.allowsCellularAccess = false }
            if !allowsExpensiveNetworkAccess { session.allowsExpensiveNetworkAccess = false }
            if !allowsConstrainedNetworkAccess { session.allowsConstrainedNetworkAccess = false }
            if let cookieStorage {
                session.httpCookieStorage = cookieStorage
                session.httpShouldSetCookies = true
                session.httpCookieAcceptPolicy = cookieStorage.cookieAcceptPolicy
            }
            if let cache { session.urlCache = cache }
        }
    #endif
}
