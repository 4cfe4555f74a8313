import Foundation
import TernHTTP

#if canImport(Network)
    import Network
    import Security
#endif

/// A proxy's URL in the forms that a session accepts.
struct URLSessionProxy: Equatable {
    let scheme: String
    let host: String
    let port: UInt16
    /// The hosts that are reached without the proxy, with their subdomains.
    let exceptions: [String]
    let credentials: ChallengeRules.Credentials?

    /// - Returns: `nil` for a scheme that no session supports. `socks5` looks up host names on this device, but a
    ///   session lets the proxy look them up.
    init?(_ url: URL, except hosts: [String]) {
        guard let scheme = url.scheme?.lowercased(), let host = url.host(percentEncoded: false),
            let usualPort = ["http": 80, "https": 443, "socks5h": 1_080][scheme],
            let port = UInt16(exactly: url.port ?? usualPort)
        else { return nil }
        (self.scheme, self.host, self.port) = (scheme, host, port)
        exceptions = hosts
        credentials = ChallengeRules.Credentials(of: url)
    }

    /// Whether only `ProxyConfiguration` of Network can describe the proxy (macOS 14, iOS 17, tvOS 17, watchOS 10).
    ///
    /// For an http proxy, the credentials are the response to its challenge. For SOCKS, a session has no challenge.
    var needsProxyConfiguration: Bool {
        scheme == "https" || (scheme == "socks5h" && credentials != nil)
    }

    /// The proxy for `connectionProxyDictionary`.
    ///
    /// The keys are those of CFNetwork ("Global Proxy Settings Constants"), written out, since not all platforms
    /// declare all of them.
    var dictionary: [AnyHashable: Any] {
        var keys: [AnyHashable: Any] = ["ExceptionsList": exceptions.flatMap { [$0, "*.\($0)"] }]
        for kind in scheme == "socks5h" ? ["SOCKS"] : ["HTTP", "HTTPS"] {
            keys["\(kind)Enable"] = 1
            keys["\(kind)Proxy"] = host
            keys["\(kind)Port"] = Int(port)
        }
        return keys
    }

    #if canImport(Network)
        /// The proxy for `proxyConfigurations`. `nil` for port 0.
        @available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
        func configuration(minimumVersion: TransportConfiguration.TLSVersion) -> ProxyConfiguration? {
            guard let port = NWEndpoint.Port(rawValue: port) else { return nil }
            let endpoint = NWEndpoint.hostPort(host: NWEndpoint.Host(host), port: port)
            var proxy: ProxyConfiguration
            if scheme == "socks5h" {
                proxy = ProxyConfiguration(socksv5Proxy: endpoint)
            } else {
                let tls = NWProtocolTLS.Options()
                let version: tls_protocol_version_t = minimumVersion == .v13 ? .TLSv13 : .TLSv12
                sec_protocol_options_set_min_tls_protocol_version(tls.securityProtocolOptions, version)
                proxy = ProxyConfiguration(httpCONNECTProxy: endpoint, tlsOptions: tls)
            }
            if let credentials { proxy.applyCredential(username: credentials.user, password: credentials.password) }
            // If the proxy fails, the session must not connect without it. A domain includes its subdomains
            // (documentation of ProxyConfiguration).
            proxy.allowFailover = false
            proxy.excludedDomains = exceptions
            return proxy
        }
    #endif
}
