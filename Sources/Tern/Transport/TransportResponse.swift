import Foundation

/// An answer as a transport delivers it.
public struct TransportResponse: Sendable {
    public var statusCode: Int
    public var headers: HTTPHeaders

    /// The body, if it was to be collected.
    public var body: Data

    /// The body, if it was to be streamed.
    public var stream: BodyStream?

    /// The URL that answered, if redirects led away from that of the request.
    public var url: URL?

    /// What the exchange took, if the transport measures that.
    public var metrics: TransportMetrics?

    public init(
        statusCode: Int,
        headers: HTTPHeaders = [:],
        body: Data = Data(),
        stream: BodyStream? = nil,
        url: URL? = nil,
        metrics: TransportMetrics? = nil
    ) {
        self.statusCode = statusCode
        self.headers = headers
        self.body = body
        self.stream = stream
        self.url = url
        self.metrics = metrics
    }
}
