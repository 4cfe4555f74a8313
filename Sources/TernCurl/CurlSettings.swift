#if os(Linux)
    import TernHTTP
    import CTern
    import Foundation

    /// Applies a `TransportConfiguration` to libcurl's handles.
    final class CurlSettings: Sendable {
        let configuration: TransportConfiguration
        /// Whether the environment names a proxy. Read once, since libcurl would read the environment for every
        /// request.
        private let hasSystemProxy: Bool
        private let credentials: CurlCredentials

        /// - Throws: `TernError` with code `.unsupportedConfiguration` if this libcurl doesn't support it.
        init(_ configuration: TransportConfiguration) throws(TernError) {
            try configuration.check()
            self.configuration = configuration
            let environment = ProcessInfo.processInfo.environment
            hasSystemProxy = Self.proxyVariables.contains { environment[$0]?.isEmpty == false }
            try TransportConfiguration.refuse(
                configuration.tls != TransportConfiguration.TLS() && !CurlLibrary.has(.tls),
                "\(CurlLibrary.name) has no TLS"
            )
            credentials = try CurlCredentials(configuration.tls)
            func needs(_ feature: CurlLibrary.Feature, _ isNeeded: Bool, _ name: String) throws(TernError) {
                try TransportConfiguration.refuse(
                    isNeeded && !CurlLibrary.has(feature),
                    "\(CurlLibrary.name) has no \(name)"
                )
            }
            try needs(.http2, configuration.httpVersions == .http2, "HTTP/2")
            try needs(.unixSockets, configuration.unixSocketPath != nil, "Unix domain sockets")
            if case .url(let url, _) = configuration.proxy {
                try needs(.httpsProxy, url.scheme?.lowercased() == "https", "https proxies")
            }
        }

        /// - Returns: The first `CURLcode` that isn't 0, or 0.
        func apply(to easy: tern_curl_easy) -> Int32 {
            var handle = CurlHandle(easy)
            handle.set(CurlOption.noSignal, 1)
            // Only http and https.
            handle.set(CurlOption.protocols, 0b11)
            handle.set(CurlOption.allowsHTTP09, 0)
            // Otherwise, libcurl resolves dot segments, and requests another resource than the one that the URL shows.
            handle.set(CurlOption.pathAsIs, 1)
            // Without this option, ending a transfer during the DNS lookup blocks this thread until the lookup ends.
            // libcurl before 7.87 doesn't know the option, so its error is ignored.
            _ = tern_curl_set_long(easy, CurlOption.quickExit, 1)
            // The head of the proxy's response to CONNECT is not part of the server's response.
            handle.set(CurlOption.suppressConnectHeaders, 1)
            handle.set(CurlOption.connectTimeoutMilliseconds, Self.milliseconds(configuration.connectTimeout))
            if configuration.cookies == .inMemory { handle.set(CurlOption.cookieFile, "") }
            if let path = configuration.unixSocketPath { handle.set(CurlOption.unixSocketPath, path) }
            applyProxy(to: &handle)
            applyTLS(to: &handle)
            return handle.firstError
        }

        /// `CURL_HTTP_VERSION_…` for one request.
        ///
        /// For a connection that can't use HTTP/2, libcurl must not expect HTTP/2. Otherwise libcurl accepts any status
        /// line with HTTP/2, and sends several requests at a time on an HTTP/1.1 connection to that host.
        func httpVersion(mayUseHTTP2: Bool) -> Int {
            switch configuration.httpVersions {
            case .http2: 5
            case .negotiated where mayUseHTTP2 && CurlLibrary.has(.http2): 4
            case .negotiated, .http1: 2
            }
        }

        // MARK: - Private

        /// The environment variables that libcurl reads.
        private static let proxyVariables = ["http_proxy", "https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY"]

        /// Whether a proxy is configured, at least for some hosts.
        var hasProxy: Bool {
            switch configuration.proxy {
            case .system: hasSystemProxy
            case .none: false
            case .url: true
            }
        }

        private func applyProxy(to handle: inout CurlHandle) {
            switch configuration.proxy {
            case .system where hasSystemProxy:
                break
            case .system:
                handle.set(CurlOption.proxy, "")
            case .none:
                handle.set(CurlOption.proxy, "")
            case .url(let url, let hosts):
                handle.set(CurlOption.proxy, url.absoluteString)
                handle.set(CurlOption.noProxy, hosts.joined(separator: ","))
            }
        }

        private func applyTLS(to handle: inout CurlHandle) {
            let tls = configuration.tls
            guard CurlLibrary.has(.tls) else { return }
            let version = tls.minimumVersion == .v13 ? 7 : 6
            handle.set(CurlOption.sslVersion, version)
            if CurlLibrary.has(.httpsProxy) { handle.set(CurlOption.proxySSLVersion, version) }
            if !tls.pinnedPublicKeys.isEmpty {
                let pins = Array(tls.pinnedPublicKeys).inOrder.map { "sha256//" + $0 }
                handle.set(CurlOption.pinnedPublicKey, pins.joined(separator: ";"))
            }
            credentials.apply(to: &handle)
        }

        private static func milliseconds(_ duration: Duration) -> Int {
            Int(min((duration / .milliseconds(1)).rounded(.up), 1e9))
        }
    }
#endif
