import Foundation

/// A response: status, header fields and body.
///
/// A transport makes one, plugins may change it, and the caller receives it.
public struct Response: Sendable {
    /// The body, where the request's ``Request/Delivery`` wants it.
    public enum Body: Sendable {
        /// In memory, decoded from its content coding. Empty if there was none.
        case data(Data)
        /// In this file, complete.
        case file(URL)
        /// To be read as it arrives, once.
        case stream(BodyStream)
    }

    public var statusCode: Int
    public var headers: HTTPHeaders
    public var body: Body

    /// The trailer fields that came after the body (RFC 9110, section 6.5); most responses have none. They are never
    /// merged into `headers`. Those of a stream are the stream's own ``BodyStream/trailers``.
    public var trailers: HTTPHeaders = [:]

    /// The request as it was sent, after all plugins. `nil` in a transport, which needn't set it.
    public internal(set) var request: Request?

    /// The URL that the response came from: that of the request, or where redirects led. `nil` for the former in a
    /// transport.
    public var url: URL?

    /// What the last attempt took, if the transport measures that. `nil` for stubs.
    public var metrics: TransportMetrics?

    /// The case that was asked for, with its arguments.
    public internal(set) var target: (any TargetType)?

    /// How often the call's request had been handed to the transport.
    var attempts = 0

    /// A response whose body is in memory.
    public init(
        statusCode: Int,
        data: Data = Data(),
        headers: HTTPHeaders = [:],
        request: Request? = nil,
        url: URL? = nil
    ) {
        self.init(statusCode: statusCode, headers: headers, body: .data(data), url: url ?? request?.url)
        self.request = request
    }

    /// A response as a transport makes it.
    public init(
        statusCode: Int,
        headers: HTTPHeaders = [:],
        body: Body,
        trailers: HTTPHeaders = [:],
        url: URL? = nil,
        metrics: TransportMetrics? = nil
    ) {
        self.statusCode = statusCode
        self.headers = headers
        self.body = body
        self.trailers = trailers
        self.url = url
        self.metrics = metrics
    }

    /// The body in memory. Empty for a body that is in a file, or a stream.
    public var data: Data {
        if case .data(let data) = body { data } else { Data() }
    }

    /// The body as it arrives, if the request asked for that.
    public var stream: BodyStream? {
        if case .stream(let stream) = body { stream } else { nil }
    }

    /// The head as Foundation's type, made when it is asked for. `nil` if there is no URL.
    ///
    /// Several values of one name are joined by `", "`, since a dictionary holds one.
    public var response: HTTPURLResponse? {
        guard let url else { return nil }
        var fields: [String: String] = [:]
        var names: Set<String> = []
        for field in headers where names.insert(field.name.lowercased()).inserted {
            fields[field.name] = headers[field.name]
        }
        return HTTPURLResponse(url: url, statusCode: statusCode, httpVersion: "HTTP/1.1", headerFields: fields)
    }
}

extension Response: CustomStringConvertible, CustomReflectable {
    /// Status and size; neither fields nor body.
    public var description: String { "status \(statusCode), \(data.count) bytes" }

    public var customMirror: Mirror {
        Mirror(
            self,
            children: ["statusCode": statusCode, "headers": headers, "bytes": data.count],
            displayStyle: .struct
        )
    }
}
