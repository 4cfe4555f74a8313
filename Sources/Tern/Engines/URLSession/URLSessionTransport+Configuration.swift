import Foundation

extension URLSessionTransport {
    /// A session configuration that keeps nothing between requests except connections.
    static var defaultConfiguration: URLSessionConfiguration {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.urlCache = nil
        configuration.httpCookieStorage = nil
        configuration.httpShouldSetCookies = false
        configuration.httpCookieAcceptPolicy = .never
        configuration.urlCredentialStorage = nil
        return configuration
    }

    /// A session configuration with the settings of `configuration` that a session supports.
    static func sessionConfiguration(for configuration: TransportConfiguration) -> URLSessionConfiguration {
        let session = defaultConfiguration
        session.timeoutIntervalForRequest = min(configuration.idleTimeout / .seconds(1), longestTimeout)
        if let connections = configuration.connectionsPerHost { session.httpMaximumConnectionsPerHost = connections }
        #if !canImport(FoundationNetworking)
            if configuration.cookies == .inMemory {
                session.httpCookieStorage = URLSessionConfiguration.ephemeral.httpCookieStorage
                session.httpShouldSetCookies = true
                session.httpCookieAcceptPolicy = .always
            }
            session.tlsMinimumSupportedProtocolVersion = configuration.tls.minimumVersion == .v13 ? .TLSv13 : .TLSv12
            session.connectionProxyDictionary = proxyDictionary(for: configuration.proxy)
        #endif
        return session
    }

    /// - Throws: `TernError` with code `.unsupportedConfiguration` for settings that a session doesn't support.
    static func refuseUnsupported(in configuration: TransportConfiguration) throws(TernError) {
        let refuse = TransportConfiguration.refuse
        let usual = TransportConfiguration()
        let tls = configuration.tls
        #if canImport(FoundationNetworking)
            let engine = "FoundationNetworking"
            let idleTimeout = configuration.idleTimeout
            try refuse(
                idleTimeout.components.attoseconds != 0,
                "idleTimeout is \(idleTimeout), but FoundationNetworking supports only whole seconds"
            )
            try refuse(tls.minimumVersion != .v12, "FoundationNetworking can't set a minimum TLS version")
            try refuse(configuration.proxy != .system, "FoundationNetworking reads its proxy from the environment only")
            try refuse(
                configuration.cookies != .off,
                "FoundationNetworking keeps cookies, but ignores their Max-Age, Secure and Path"
            )
        #else
            let engine = "URLSession"
            if case .url(let url, _) = configuration.proxy {
                let isPlain = ["http", "socks5h"].contains(url.scheme?.lowercased()) && url.user == nil
                try refuse(!isPlain, "URLSession supports only http and socks5h proxies, without credentials")
            }
        #endif
        try refuse(
            configuration.connectTimeout != usual.connectTimeout,
            "\(engine) has no connectTimeout. Set idleTimeout, which limits connecting, too"
        )
        try refuse(
            configuration.httpVersions != .negotiated,
            "\(engine) always negotiates the HTTP version. Use .negotiated"
        )
        try refuse(tls.trust != .system, "\(engine) trusts only the certificate authorities of the system")
        try refuse(!tls.pinnedPublicKeys.isEmpty, "\(engine) can't pin public keys")
        try refuse(tls.identity != nil, "\(engine) doesn't support a client identity")
        try refuse(configuration.unixSocketPath != nil, "\(engine) can't connect to a Unix domain socket")
        try refuse(!configuration.decompresses, "\(engine) always decodes compressed bodies")
    }

    #if !canImport(FoundationNetworking)
        /// Uses literal keys of `CFNetwork`, which doesn't declare all of them on all platforms.
        private static func proxyDictionary(for proxy: TransportConfiguration.Proxy) -> [AnyHashable: Any]? {
            switch proxy {
            case .system: return nil
            case .none: return [:]
            case .url(let url, let hosts):
                let isSocks = url.scheme?.lowercased() == "socks5h"
                var keys: [AnyHashable: Any] = ["ExceptionsList": hosts.flatMap { [$0, "*.\($0)"] }]
                for kind in isSocks ? ["SOCKS"] : ["HTTP", "HTTPS"] {
                    keys["\(kind)Enable"] = 1
                    keys["\(kind)Proxy"] = url.host ?? ""
                    keys["\(kind)Port"] = url.port ?? (isSocks ? 1080 : 80)
                }
                return keys
            }
        }
    #endif
}
