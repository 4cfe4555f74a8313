import Foundation
import TernHTTP

#if canImport(Network)
    import Network
#endif

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
    ///
    /// - Throws: `TernError` with code `.unsupportedConfiguration` for a proxy that this version of the system can't
    ///   use.
    static func sessionConfiguration(
        for configuration: TransportConfiguration
    ) throws(TernError) -> URLSessionConfiguration {
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
            try apply(configuration.proxy, to: session, minimumVersion: configuration.tls.minimumVersion)
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
            if case .url(let url, let hosts) = configuration.proxy {
                let proxy = URLSessionProxy(url, except: hosts)
                try refuse(proxy == nil, "URLSession supports only http, https and socks5h proxies")
                // The certificates of a proxy cause no challenge.
                let isCustom = tls.trust != .system
                try refuse(
                    proxy?.scheme == "https" && isCustom,
                    "URLSession trusts an https proxy by the system's roots"
                )
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
        #if canImport(FoundationNetworking)
            try refuse(tls.trust != .system, "\(engine) trusts only the certificate authorities of the system")
            try refuse(!tls.pinnedPublicKeys.isEmpty, "\(engine) can't pin public keys")
            try refuse(tls.identity != nil, "\(engine) doesn't support a client identity")
        #endif
        try refuse(configuration.unixSocketPath != nil, "\(engine) can't connect to a Unix domain socket")
        try refuse(!configuration.decompresses, "\(engine) always decodes compressed bodies")
    }

    #if !canImport(FoundationNetworking)
        private static func apply(
            _ proxy: TransportConfiguration.Proxy,
            to session: URLSessionConfiguration,
            minimumVersion: TransportConfiguration.TLSVersion
        ) throws(TernError) {
            switch proxy {
            case .system: break
            // An empty dictionary replaces the settings of the system (documentation of connectionProxyDictionary).
            case .none: session.connectionProxyDictionary = [:]
            case .url(let url, let hosts):
                let proxy = URLSessionProxy(url, except: hosts)
                guard let proxy, proxy.needsProxyConfiguration else {
                    session.connectionProxyDictionary = proxy?.dictionary
                    return
                }
                let kind = proxy.scheme == "https" ? "an https proxy" : "a socks5h proxy with credentials"
                guard #available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *) else {
                    throw TransportConfiguration.refusal("\(kind) needs macOS 14, iOS 17, tvOS 17 or watchOS 10")
                }
                guard let configured = proxy.configuration(minimumVersion: minimumVersion) else {
                    throw TransportConfiguration.refusal("the proxy has no valid port")
                }
                session.proxyConfigurations = [configured]
            }
        }
    #endif
}
