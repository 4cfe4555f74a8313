import Foundation
import TernHTTP

extension URLSessionTransport {
    /// A server's or proxy's request for credentials, or its certificates to be checked.
    ///
    /// ```swift
    /// options.onChallenge = { challenge in
    ///     guard challenge.method == .digest, challenge.host == "printer.local", challenge.previousFailures == 0
    ///     else { return .standard }
    ///     return .credentials(user: "guest", password: await keychain.password(for: "guest"))
    /// }
    /// ```
    public struct Challenge: Sendable {
        /// The method of a challenge.
        @nonexhaustive
        public enum Method: Sendable, Hashable {
            /// The server's certificates must be checked. Occurs once for each new connection.
            case serverTrust
            /// The server requests a client certificate.
            case clientCertificate
            /// Basic authentication (RFC 7617). The password is sent in clear text, unless TLS encrypts the connection.
            case basic
            /// Digest authentication (RFC 7616).
            case digest
            /// NTLM, a method of Windows servers.
            case ntlm
            /// Kerberos or NTLM (RFC 4559).
            case negotiate
            /// Another method, by the name that Foundation uses.
            case other(String)
        }

        /// The method that the server or the proxy asks for.
        public var method: Method
        /// The host of the server or proxy.
        public var host: String
        /// The port of the server or proxy.
        public var port: Int
        /// The realm of HTTP authentication (RFC 9110, section 11.5). `nil` for other methods.
        public var realm: String?
        /// Whether a proxy sent the challenge.
        public var isProxy: Bool
        /// The number of earlier challenge responses that were refused for this request.
        public var previousFailures: Int
        /// The request that needs the connection or the response.
        public var request: Request
        /// The certificates of the server in DER. The server's own certificate is the first. Empty for methods other
        /// than `.serverTrust`.
        public var certificates: [Data]

        /// Creates a challenge to test a handler.
        public init(
            method: Method,
            host: String,
            port: Int = 443,
            realm: String? = nil,
            isProxy: Bool = false,
            previousFailures: Int = 0,
            request: Request,
            certificates: [Data] = []
        ) {
            self.method = method
            self.host = host
            self.port = port
            self.realm = realm
            self.isProxy = isProxy
            self.previousFailures = previousFailures
            self.request = request
            self.certificates = certificates
        }
    }

    /// The response of ``Options/onChallenge``.
    @nonexhaustive
    public enum ChallengeResponse: Sendable {
        /// The behavior without a handler. The `tls` and `proxy` of the `TransportConfiguration` apply. For HTTP
        /// authentication, the call receives the server's response with status 401.
        case standard
        /// A user name and a password for `.basic`, `.digest`, `.ntlm` or `.negotiate`. They are used for this request
        /// only, and not stored.
        case credentials(user: String, password: String)
        /// A client certificate with its key, for `.clientCertificate`.
        case identity(TransportConfiguration.ClientIdentity)
        /// Accepts the server's certificates without any check by Tern, for `.serverTrust`. The handler must have
        /// checked ``Challenge/certificates``. Trust and pins of the configuration don't apply. App Transport Security
        /// still applies: for certificates that the system doesn't trust, the app's `Info.plist` must set
        /// `NSExceptionAllowsInsecureHTTPLoads` for the domain.
        case trustServer
        /// The request fails: with `.tlsFailed` for `.serverTrust` and `.clientCertificate`, with `.proxyFailed` for a
        /// proxy, otherwise with `.missingCredentials`.
        case refuse(reason: String)
    }
}

extension URLSessionTransport.ChallengeResponse: CustomStringConvertible, TextReflectable {
    /// The kind of response, without passwords and keys.
    public var description: String {
        switch self {
        case .standard: "standard"
        case .credentials: "credentials"
        case .identity: "client identity"
        case .trustServer: "trusted server"
        case .refuse(let reason): "refused: \(reason)"
        }
    }
}

extension URLSessionTransport.Challenge.Method {
    /// - Parameter name: A constant `NSURLAuthenticationMethod…`. Their values are equal on all platforms; Linux
    ///   doesn't have all of the names.
    init(name: String) {
        self =
            switch name {
            case "NSURLAuthenticationMethodServerTrust": .serverTrust
            case "NSURLAuthenticationMethodClientCertificate": .clientCertificate
            case "NSURLAuthenticationMethodDefault", "NSURLAuthenticationMethodHTTPBasic": .basic
            case "NSURLAuthenticationMethodHTTPDigest": .digest
            case "NSURLAuthenticationMethodNTLM": .ntlm
            case "NSURLAuthenticationMethodNegotiate": .negotiate
            default: .other(name)
            }
    }

    /// Whether the method accepts a user name and a password.
    var takesPassword: Bool {
        switch self {
        case .basic, .digest, .ntlm, .negotiate: true
        default: false
        }
    }
}
