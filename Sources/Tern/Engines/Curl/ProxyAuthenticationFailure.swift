#if os(Linux)
    import Foundation

    /// A proxy's demand for credentials (RFC 9110, section 15.5.8). For https it ends the CONNECT, and libcurl has an error
    /// for it; for http it comes as a response, which the server hasn't sent.
    enum ProxyAuthenticationFailure {
        static let reason = "The proxy asks for credentials, or doesn't accept those it got (status 407)."

        /// - Parameter request: The one that got the response, after redirects.
        /// - Returns: `nil` if the response isn't a proxy's 407. A server that is reached without a proxy has no business
        ///   to send one, but its response stays a response.
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
                // libcurl tells only what it is connected to.
                case .system: port != url.port ?? 80
                case .url(let proxy, _):
                    !["socks5", "socks5h"].contains(proxy.scheme?.lowercased())
                        && (port == proxy.port || port != url.port ?? 80)
                }
            guard isFromProxy else { return nil }
            return TernError(
                .proxyFailed,
                reason: reason,
                request: request.withoutHooks,
                response: Response(
                    statusCode: response.statusCode,
                    data: response.data,
                    headers: response.headers,
                    request: request.withoutHooks,
                    url: response.url
                )
            )
        }
    }
#endif
