#if os(Linux)
    import TernHTTP
    import Foundation

    /// Recognizes a proxy's response 407 Proxy Authentication Required (RFC 9110, section 15.5.8).
    ///
    /// For https, the response ends the CONNECT, and libcurl reports an error. For http, it arrives in place of the
    /// server's response.
    enum ProxyAuthenticationFailure {
        static let reason =
            "The proxy requires credentials, or rejected the given ones (status 407). Give them in the proxy's URL."

        /// - Parameter request: The request that received the response, after redirects.
        /// - Returns: The error, or `nil` if the response isn't a proxy's 407. A 407 from a server that is reached
        ///   without a proxy is invalid, but is returned as a response.
        static func error(
            for response: Response,
            to request: Request,
            _ configuration: TransportConfiguration
        ) -> TernError? {
            guard response.statusCode == 407, case let url = request.url, url.scheme?.lowercased() == "http",
                configuration.unixSocketPath == nil, let port = response.metrics?.remotePort
            else { return nil }
            let isFromProxy =
                switch configuration.proxy {
                case .none: false
                // The system's proxy is unknown here; libcurl reports only the port that it is connected to.
                case .system: port != url.port ?? 80
                case .url(let proxy, _):
                    !["socks5", "socks5h"].contains(proxy.scheme?.lowercased())
                        && (port == proxy.port || port != url.port ?? 80)
                }
            guard isFromProxy else { return nil }
            return TernError(
                .proxyFailed,
                reason: reason,
                request: request,
                response: Response(
                    statusCode: response.statusCode,
                    data: response.data,
                    headers: response.headers,
                    request: request,
                    url: response.url
                )
            )
        }
    }
#endif
