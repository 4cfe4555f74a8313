import Foundation

/// An answer as a transport delivers it.
public struct TransportResponse: Sendable {
    public var statusCode: Int
    public var headers: HTTPHeaders

    /// The body, if it was to be collected.
    public var body: Data

    /// The body, if it was to be streamed.
    public var stream: BodyStream?

    /// The trailer fields after a collected or saved body (RFC 9110, section 6.5), empty by default. Those of a stream
    /// are the stream's own ``BodyStream/trailers``.
    ///
    /// They are never among `headers`: a trailer named like a field that frames, routes or authorises means nothing.
    public var trailers: HTTPHeaders

    /// The URL that answered, if redirects led away from that of the request.
    public var url: URL?

    /// What the exchange took, if the transport measures that.
    public var metrics: TransportMetrics?

    public init(
        statusCode: Int,
        headers: HTTPHeaders = [:],
        body: Data = Data(),
        stream: BodyStream? = nil,
        trailers: HTTPHeaders = [:],
        url: URL? = nil,
        metrics: TransportMetrics? = nil
    ) {
        self.statusCode = statusCode
        self.headers = headers
        self.body = body
        self.stream = stream
        self.trailers = trailers
        self.url = url
        self.metrics = metrics
    }
}
