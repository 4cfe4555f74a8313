import Foundation

/// The settings of a network engine. A setting has the same meaning for every engine.
///
/// ```swift
/// var configuration = TransportConfiguration()
/// configuration.connectTimeout = .seconds(3)
/// configuration.tls.trust = .roots(.file(URL(filePath: "/etc/internal-ca.pem")))
/// let github = Provider<GitHub>(transport: try .platform(configuration))
/// ```
///
/// Creating an engine throws an error with code `.unsupportedConfiguration` if the engine doesn't support a setting.
public struct TransportConfiguration: Sendable, Hashable {
    /// The maximum time to establish a connection: DNS lookup, TCP, proxy and TLS together. 30 s by default.
    public var connectTimeout: Duration = .seconds(30)

    /// The maximum time without any sent or received bytes before an exchange fails with `.timedOut`. 60 s by default.
    /// The `timeoutInterval` of a `URLRequest` overrides this, unless it is Foundation's default of 60 s.
    public var idleTimeout: Duration = .seconds(60)

    /// The maximum number of connections to one host at a time. It applies to collected responses, and separately to
    /// responses that are streamed or written to files. Further requests wait for a connection. The wait counts as idle
    /// time.
    ///
    /// `nil` by default. Then `CurlTransport` opens at most four HTTP/2 connections to a host for collected responses,
    /// and any number of others. `URLSessionTransport` uses the default of `URLSessionConfiguration`: six on Linux, and
    /// according to Apple's documentation six in macOS and four in iOS.
    public var connectionsPerHost: Int?

    /// The HTTP versions to use. ``HTTPVersions/negotiated`` by default.
    public var httpVersions: HTTPVersions = .negotiated

    /// The trusted certificates, the client's certificate and the TLS versions. By default, the system's certificate
    /// authorities are trusted, there is no client certificate, and TLS 1.2 or later is used.
    public var tls = TLS()

    /// The proxy to use. ``Proxy/system`` by default.
    public var proxy: Proxy = .system

    /// The path of a Unix domain socket to connect to, for all hosts. `nil` by default.
    ///
    /// Streamed requests and responses use a separate connection each, and so do all requests if ``connectionsPerHost``
    /// is set.
    public var unixSocketPath: String?

    /// Whether cookies are stored and sent. ``Cookies/off`` by default.
    public var cookies: Cookies = .off

    /// Whether the engine requests compressed bodies, and decodes them. `true` by default.
    ///
    /// `CurlTransport` decodes gzip, deflate and br, if zlib and Brotli are installed, with up to five codings on one
    /// body. A malformed or truncated body fails with `.malformedResponse`. A body with any other coding is returned
    /// encoded, and so is the response to a request that sets `Accept-Encoding` or `Range` itself. `URLSession` decodes
    /// the codings that it supports.
    public var decompresses = true

    /// Creates a configuration with the defaults.
    public init() {}

    /// Whether `CurlTransport` asks for codings, and decodes the response.
    package func decodesResponse(to request: Request) -> Bool {
        // A range is a part of the encoded body, and can't be decoded by itself.
        let namesCoding = request.headers.contains("Accept-Encoding") || request.headers.contains("Range")
        return decompresses && request.decoding == .automatic && !namesCoding
    }

    // MARK: - Values

    /// The HTTP versions that an engine may use.
    @nonexhaustive
    public enum HTTPVersions: Sendable, Hashable {
        /// HTTP/1.1 only.
        case http1
        /// HTTP/2 if TLS negotiates it, or else HTTP/1.1.
        case negotiated
        /// HTTP/2 only, even without TLS (RFC 9113, section 3.3). If a server doesn't offer HTTP/2 over TLS, the call
        /// fails with `.tlsFailed`. Before libcurl 8.0, each request without TLS uses a separate connection.
        case http2
    }

    /// The trusted certificate authorities, and the client's identity.
    ///
    /// `CurlTransport` reads the files only when it is created. After a change of a file, create a new transport.
    /// Creating it throws `.unsupportedConfiguration` if it can't read an item: a missing file, a text without a
    /// certificate, or an encrypted key without a passphrase. Each call fails with `.tlsFailed` if libcurl can't use an
    /// item: a damaged certificate, a key with another passphrase, or a key that doesn't belong to the certificate.
    public struct TLS: Sendable, Hashable {
        /// The trusted certificate authorities. ``Trust/system`` by default.
        public var trust: Trust = .system

        /// SHA-256 digests of accepted public keys (SPKI) of servers, in base64. A server's certificate must be trusted
        /// and have one of these keys. Empty by default: any key is accepted.
        public var pinnedPublicKeys: Set<String> = []

        /// The certificate for servers that request a client certificate. `nil` by default.
        public var identity: ClientIdentity?

        /// The lowest accepted TLS version. ``TLSVersion/v12`` by default. It also applies to an https proxy.
        public var minimumVersion: TLSVersion = .v12

        /// Creates the defaults: the system's certificate authorities, no client certificate, TLS 1.2 or later.
        public init() {}
    }

    /// The certificate authorities that an engine trusts.
    @nonexhaustive
    public indirect enum Trust: Sendable, Hashable {
        /// The system's certificate authorities.
        case system
        /// Only these certificate authorities. They also apply to an https proxy.
        case roots(PEM)
    }

    /// The lowest TLS version that an engine accepts.
    @nonexhaustive
    public enum TLSVersion: Sendable, Hashable {
        /// TLS 1.2 (RFC 5246).
        case v12
        /// TLS 1.3 (RFC 8446).
        case v13
    }

    /// Text in the PEM format (RFC 7468).
    @nonexhaustive
    public enum PEM: Sendable, Hashable {
        /// The content of this file, read when the transport is created.
        case file(URL)
        /// This text, encoded in ASCII.
        case data(Data)
    }

    /// The proxy that an engine uses.
    @nonexhaustive
    public indirect enum Proxy: Sendable, Hashable {
        /// The system's proxy. On Linux, the environment variables `http_proxy`, `https_proxy`, `all_proxy` and
        /// `no_proxy` define it.
        case system
        /// No proxy, even if the system has one.
        case none
        /// A proxy with this URL (`http`, `https`, `socks5` or `socks5h`), with credentials in its user info. The hosts
        /// of `except` and their subdomains are reached without the proxy.
        case url(URL, except: [String] = [])
    }

    /// Whether an engine stores cookies.
    @nonexhaustive
    public enum Cookies: Sendable, Hashable {
        /// Cookies are neither stored nor sent, except the cookies in the request's own `Cookie` field.
        case off
        /// Cookies are stored as long as the transport exists, and sent by the rules of RFC 6265. The cookies of a
        /// request's own `Cookie` field follow the stored cookies in the same field (RFC 6265, section 5.4). If a name
        /// occurs in both, both cookies are sent.
        ///
        /// Up to 50 cookies of a domain and 3,000 of all domains are kept (section 6.1); the oldest ones are removed.
        case inMemory
    }
}

extension TransportConfiguration {
    /// Rejects values that no engine supports.
    ///
    /// - Throws: `TernError` with code `.unsupportedConfiguration`.
    public func check() throws(TernError) {
        try Self.refuse(connectTimeout <= .zero, "connectTimeout is \(connectTimeout)")
        try Self.refuse(idleTimeout <= .zero, "idleTimeout is \(idleTimeout)")
        if let connectionsPerHost {
            try Self.refuse(connectionsPerHost < 1, "connectionsPerHost is \(connectionsPerHost)")
        }
        for pin in tls.pinnedPublicKeys {
            let isDigest = Data(base64Encoded: pin)?.count == 32
            try Self.refuse(!isDigest, "a pinned public key isn't a SHA-256 digest in base64")
        }
        if let unixSocketPath {
            // The size of the path in sockaddr_un, including its final zero.
            let isPath = (1..<108).contains(unixSocketPath.utf8.count) && !unixSocketPath.utf8.contains(0)
            try Self.refuse(!isPath, "unixSocketPath isn't a path of 1 to 107 bytes")
        }
        if case .url(let url, let hosts) = proxy {
            let isProxy =
                ["http", "https", "socks5", "socks5h"].contains(url.scheme?.lowercased()) && url.host?.isEmpty == false
            try Self.refuse(!isProxy, "the proxy isn't an http, https, socks5 or socks5h URL with a host")
            let areHosts = hosts.allSatisfy {
                !$0.isEmpty && !$0.hasAny(ByteSet.controls.union(ByteSet("\t ,")))
            }
            try Self.refuse(!areHosts, "a host to reach without the proxy is empty, or has a blank or a comma")
        }
    }

    /// - Parameter problem: The invalid value, such as "connectTimeout is 0.0 seconds".
    package static func refuse(_ isRefused: Bool, _ problem: String) throws(TernError) {
        if isRefused { throw refusal(problem) }
    }

    /// - Parameter problem: The invalid value, such as "connectTimeout is 0.0 seconds".
    package static func refusal(_ problem: String, underlying: (any Error)? = nil) -> TernError {
        TernError(
            .unsupportedConfiguration,
            reason: "The transport can't be created with this configuration: \(problem).",
            underlying: underlying
        )
    }
}

extension TransportConfiguration.Proxy: CustomStringConvertible, TextReflectable {
    /// The proxy, with redacted credentials.
    public var description: String {
        switch self {
        case .system: "system"
        case .none: "none"
        case .url(let url, let hosts): "\(Redaction.default.text(ofURL: url.absoluteString)) except \(hosts)"
        }
    }
}
