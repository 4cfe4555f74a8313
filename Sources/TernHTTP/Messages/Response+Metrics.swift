extension Response {
    /// Times and sizes of an exchange. Each time runs from the start of the exchange to the end of one phase.
    ///
    /// After redirects, and after a rejected range of a download, the values are those of the last exchange, except for
    /// ``sentRequests``. A value is `nil` if the phase didn't take place, or if the engine can't measure it.
    public struct Metrics: Sendable, Hashable {
        /// The time until the host name is resolved. `nil` on a reused connection.
        public var nameLookup: Duration?

        /// The time until the TCP connection to the server or the proxy is established. `nil` on a reused connection.
        public var connect: Duration?

        /// The time until the TLS handshake is complete. `nil` without TLS, and on a reused connection.
        public var tls: Duration?

        /// The time until the first byte of the response arrives.
        public var firstByte: Duration?

        /// The time until the body is complete. In the `metrics` of a streamed response, the time until the head is
        /// complete.
        public var total: Duration

        /// The number of bytes of the request's body on the wire.
        public var sentBodyBytes: Int64

        /// The number of bytes of the response's body on the wire, before content decoding. The bytes of the partial file
        /// that a download continues aren't included.
        public var receivedBodyBytes: Int64

        /// The protocol's name in ALPN (RFC 7301): `"http/1.1"`, `"h2"`.
        public var protocolName: String?

        /// The IP address of the server, or of the proxy.
        public var remoteAddress: String?
        /// The port of the server, or of the proxy.
        public var remotePort: Int?

        /// Whether an earlier exchange used the same connection.
        public var isConnectionReused: Bool

        /// The number of times that the request was sent. More than 1 if a connection was lost before the response, and the
        /// request could safely be sent again, or if the range of a download was rejected. Redirects don't count.
        public var sentRequests: Int

        /// Creates metrics, for a custom transport. Each parameter sets the property of the same name.
        public init(
            nameLookup: Duration? = nil,
            connect: Duration? = nil,
            tls: Duration? = nil,
            firstByte: Duration? = nil,
            total: Duration,
            sentBodyBytes: Int64 = 0,
            receivedBodyBytes: Int64 = 0,
            protocolName: String? = nil,
            remoteAddress: String? = nil,
            remotePort: Int? = nil,
            isConnectionReused: Bool = false,
            sentRequests: Int = 1
        ) {
            self.nameLookup = nameLookup
            self.connect = connect
            self.tls = tls
            self.firstByte = firstByte
            self.total = total
            self.sentBodyBytes = sentBodyBytes
            self.receivedBodyBytes = receivedBodyBytes
            self.protocolName = protocolName
            self.remoteAddress = remoteAddress
            self.remotePort = remotePort
            self.isConnectionReused = isConnectionReused
            self.sentRequests = sentRequests
        }
    }
}
