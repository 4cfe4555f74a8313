/// What an exchange took, from its start to the ends of its phases.
///
/// After redirects it is about the last exchange. What didn't happen, or what the engine can't tell, is `nil`.
public struct TransportMetrics: Sendable, Hashable {
    /// Until the host's address was known. `nil` on a connection that was there already.
    public var nameLookup: Duration?

    /// Until the TCP connection, or that to the proxy, was made. `nil` on a connection that was there already.
    public var connect: Duration?

    /// Until TLS was set up. `nil` without TLS, and on a connection that was there already.
    public var tls: Duration?

    /// Until the first byte of the answer came.
    public var firstByte: Duration?

    /// Until the body was complete. In a streamed response until its head was.
    public var total: Duration

    /// Bytes of the request's body on the wire.
    public var sentBodyBytes: Int64

    /// Bytes of the response's body on the wire, before it is decoded from its content coding.
    public var receivedBodyBytes: Int64

    /// As ALPN names it (RFC 7301): `"http/1.1"`, `"h2"`.
    public var protocolName: String?

    /// The server's IP address, or the proxy's.
    public var remoteAddress: String?
    public var remotePort: Int?

    /// Whether the connection was there already.
    public var isConnectionReused: Bool

    /// How often the request was sent: 1, or more where a connection was lost before the response and the request could
    /// safely be sent again.
    public var sendings: Int

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
        sendings: Int = 1
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
        self.sendings = sendings
    }
}
