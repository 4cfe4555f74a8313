import Foundation

/// What an engine is set to, whichever engine it is.
///
/// ```swift
/// var configuration = TransportConfiguration()
/// configuration.connectTimeout = .seconds(3)
/// configuration.tls.trust = .roots(.file(URL(filePath: "/etc/internal-ca.pem")))
/// let github = Provider<GitHub>(transport: try .platform(configuration))
/// ```
///
/// What an engine can't honour is an error when it is made, with code `.unsupportedConfiguration`.
public struct TransportConfiguration: Sendable, Hashable {
    /// How long a connection may take to be made: name, TCP, proxy and TLS together. 30 s by default.
    public var connectTimeout: Duration = .seconds(30)

    /// How long nothing may come or go before an exchange fails with `.timedOut`. 60 s by default. A `URLRequest` whose
    /// `timeoutInterval` isn't Foundation's default of 60 s has its own way.
    public var idleTimeout: Duration = .seconds(60)

    /// How many connections there may be to one host at a time: so many for responses that are collected, and as many for
    /// those that are streamed or written to files. Requests above wait for a connection, and their idle time runs.
    ///
    /// `nil` by default: `CurlTransport` opens at most four HTTP/2 connections to a host for collected responses, and any
    /// number of others; `URLSessionTransport` opens six.
    public var connectionsPerHost: Int?

    /// The HTTP versions to use. ``HTTPVersions/negotiated`` by default.
    public var httpVersions: HTTPVersions = .negotiated

    public var tls = TLS()

    /// ``Proxy/system`` by default.
    public var proxy: Proxy = .system

    /// The path of a Unix domain socket to connect to, whatever host the URLs name. `nil` by default.
    public var unixSocketPath: String?

    /// ``Cookies/off`` by default.
    public var cookies: Cookies = .off

    /// Up to 20 by default.
    public var redirects: RedirectPolicy = .follow(limit: 20)

    /// Whether the engine asks for a compressed body, and decodes it. `true` by default.
    ///
    /// `CurlTransport` decodes gzip, deflate and br, as far as zlib and Brotli are there, up to five of them on one body;
    /// a body that is broken or ends too early fails with `.malformedResponse`. A body with any other coding comes as it
    /// is, and so does the answer to a request with an `Accept-Encoding` or a `Range` field of its own. `URLSession`
    /// decodes what it knows.
    public var decompresses = true

    public init() {}

    // MARK: - Values

    public enum HTTPVersions: Sendable, Hashable {
        /// HTTP/1.1 only.
        case http1
        /// HTTP/2 where TLS negotiates it, HTTP/1.1 elsewhere.
        case negotiated
        /// HTTP/2 only, also without TLS (RFC 9113, section 3.3). Where a server doesn't offer it over TLS, the call fails
        /// with `.tlsFailed`.
        case http2
    }

    /// Whom TLS trusts, and as whom it identifies itself.
    ///
    /// `CurlTransport` reads the files when it is made, and then no more: after a change of a file, make a new transport.
    /// What it can't use is `.unsupportedConfiguration` there: a missing file, a damaged certificate, a key that is encrypted
    /// with another passphrase, or that doesn't belong to the certificate.
    public struct TLS: Sendable, Hashable {
        /// ``Trust/system`` by default.
        public var trust: Trust = .system

        /// SHA-256 digests of the public keys (SPKI) that a server may have, in base64; a server must have one of
        /// them besides being trusted. Empty by default: any.
        public var pinnedPublicKeys: Set<String> = []

        /// What a server that asks for a client certificate gets. `nil` by default.
        public var identity: ClientIdentity?

        /// TLS 1.2 by default; for an https proxy, too.
        public var minimumVersion: TLSVersion = .v12

        public init() {}
    }

    public enum Trust: Sendable, Hashable {
        /// The certificate authorities of the system.
        case system
        /// These certificate authorities, and no others; for an https proxy, too.
        case roots(PEM)
    }

    public enum TLSVersion: Sendable, Hashable {
        case v12
        case v13
    }

    /// Text in the PEM format (RFC 7468).
    public enum PEM: Sendable, Hashable {
        case file(URL)
        case data(Data)
    }

    /// A client certificate with its private key.
    public struct ClientIdentity: Sendable, Hashable {
        public var certificate: PEM
        public var privateKey: PEM
        /// What the private key is encrypted with; `nil` if it isn't. An encrypted key without it is
        /// `.unsupportedConfiguration`; it is never asked for on a terminal.
        public var passphrase: String?

        public init(certificate: PEM, privateKey: PEM, passphrase: String? = nil) {
            self.certificate = certificate
            self.privateKey = privateKey
            self.passphrase = passphrase
        }
    }

    public enum Proxy: Sendable, Hashable {
        /// That of the system: on Linux what `http_proxy`, `https_proxy`, `all_proxy` and `no_proxy` say.
        case system
        /// None, whatever the system says.
        case none
        /// This one (`http`, `https`, `socks5` or `socks5h`), credentials in the user info; hosts of `except`, and what
        /// ends in `.` and one of them, are reached without it.
        case url(URL, except: [String] = [])
    }

    public enum Cookies: Sendable, Hashable {
        /// Neither kept nor sent, but for what the request's own `Cookie` field says.
        case off
        /// Kept as long as the transport, and sent where RFC 6265 says. A request's own `Cookie` field goes behind them,
        /// in the same field (RFC 6265, section 5.4); where both have a cookie of one name, both are sent.
        case inMemory
    }

    public enum RedirectPolicy: Sendable, Hashable {
        /// Followed so many times in one call, then `.tooManyRedirects`.
        case follow(limit: Int)
        /// Not followed: the redirect is the answer.
        case never
    }
}

extension TransportConfiguration {
    /// What no engine could honour.
    ///
    /// - Throws: `TernError` with code `.unsupportedConfiguration`.
    func check() throws(TernError) {
        try Self.refuse(connectTimeout <= .zero, "connectTimeout is \(connectTimeout)")
        try Self.refuse(idleTimeout <= .zero, "idleTimeout is \(idleTimeout)")
        if let connectionsPerHost {
            try Self.refuse(connectionsPerHost < 1, "connectionsPerHost is \(connectionsPerHost)")
        }
        if case .follow(let limit) = redirects { try Self.refuse(limit < 0, "the limit of redirects is \(limit)") }
        for pin in tls.pinnedPublicKeys {
            let isDigest = Data(base64Encoded: pin)?.count == 32
            try Self.refuse(!isDigest, "a pinned public key is no SHA-256 digest in base64")
        }
        if let unixSocketPath {
            // What sockaddr_un holds, with its final zero.
            let isPath = (1..<108).contains(unixSocketPath.utf8.count) && !unixSocketPath.utf8.contains(0)
            try Self.refuse(!isPath, "unixSocketPath is no path of 1 to 107 bytes")
        }
        if case .url(let url, let hosts) = proxy {
            let isProxy =
                ["http", "https", "socks5", "socks5h"].contains(url.scheme?.lowercased()) && url.host?.isEmpty == false
            try Self.refuse(!isProxy, "the proxy is no http, https, socks5 or socks5h URL with a host")
            let areHosts = hosts.allSatisfy {
                !$0.isEmpty && !$0.utf8.contains { $0 <= 0x20 || $0 == UInt8(ascii: ",") }
            }
            try Self.refuse(!areHosts, "a host to reach without the proxy is empty, or has a blank or a comma")
        }
    }

    /// - Parameter problem: What is wrong, as in "connectTimeout is 0.0 seconds".
    static func refuse(_ isRefused: Bool, _ problem: String) throws(TernError) {
        if isRefused { throw refusal(problem) }
    }

    /// - Parameter problem: What is wrong, as in "connectTimeout is 0.0 seconds".
    static func refusal(_ problem: String, underlying: (any Error)? = nil) -> TernError {
        TernError(
            .unsupportedConfiguration,
            reason: "The transport can't be made as configured: \(problem).",
            underlying: underlying
        )
    }
}

extension TransportConfiguration.ClientIdentity: CustomStringConvertible, CustomReflectable {
    /// Neither key nor passphrase.
    public var description: String { "client identity" }

    public var customMirror: Mirror { Mirror(self, children: [:], displayStyle: .struct) }
}

extension TransportConfiguration.Proxy: CustomStringConvertible, CustomReflectable {
    /// Credentials redacted.
    public var description: String {
        switch self {
        case .system: "system"
        case .none: "none"
        case .url(let url, let hosts): "\(Redaction.text(ofURL: url.absoluteString)) except \(hosts)"
        }
    }

    public var customMirror: Mirror { Mirror(self, children: ["proxy": description], displayStyle: .enum) }
}
