import Foundation

/// A response: status, header fields and body.
///
/// A transport makes one, plugins may change it, and the caller receives it.
public struct Response: Sendable {
    /// The body, in the form that the request's ``Request/Delivery`` asks for.
    @nonexhaustive
    public enum Body: Sendable {
        /// The complete body in memory, after content decoding. Empty for a response without a body.
        case data(Data)
        /// The complete body in this file.
        case file(URL)
        /// The body as a stream of chunks, delivered as they arrive. It can be read once.
        case stream(BodyStream)
    }

    /// The status code (RFC 9110, section 15).
    public var statusCode: Int {
        get { storage.value.statusCode }
        set { storage.value.statusCode = newValue }
    }

    /// The header fields, in the order of the response.
    public var headers: HTTPHeaders {
        get { storage.value.headers }
        _modify { yield &storage.value.headers }
    }

    /// The body, in the form that the delivery of the request names: ``data``, ``fileURL`` or ``stream``.
    public var body: Body {
        get { storage.value.body }
        _modify { yield &storage.value.body }
    }

    /// Whether the transport has removed the content codings that `Content-Encoding` names (RFC 9110, section 8.4), so
    /// that the body is longer than `Content-Length` says. The fields stay as received. `false` by default: a transport
    /// that decodes sets it.
    public var isDecoded: Bool {
        get { storage.value.isDecoded }
        set { storage.value.isDecoded = newValue }
    }

    /// The part that a cache had in the response. `nil` without a cache, which sets it.
    public var cache: CacheStatus? {
        get { storage.value.cache }
        set { storage.value.cache = newValue }
    }

    /// The trailer fields after the body (RFC 9110, section 6.5). They are never merged into `headers`. A streamed
    /// response has them in ``BodyStream/trailers`` instead.
    public var trailers: HTTPHeaders {
        get { storage.value.trailers }
        _modify { yield &storage.value.trailers }
    }

    /// The request as sent, after all plugins. `nil` within a transport, which needn't set it.
    public package(set) var request: Request? {
        get { storage.value.request }
        set { storage.value.request = newValue }
    }

    /// The URL of the response: the request's URL, or the URL of the last redirect. A transport may leave it `nil` for
    /// the request's URL.
    public var url: URL? {
        get { storage.value.url }
        set { storage.value.url = newValue }
    }

    /// The metrics of the last attempt, if the transport measures them. `nil` for stubs.
    public var metrics: Response.Metrics? {
        get { storage.value.metrics?.value }
        set { storage.value.metrics = Box(newValue) }
    }

    /// The target of the call, the case with its arguments: `response.target as? GitHub`. The provider sets it. Set it in a
    /// `ProviderType` of your own that makes its calls with another target.
    public var target: (any Sendable)? {
        get { storage.value.target }
        set { storage.value.target = newValue }
    }

    /// The number of times that the call's request was sent, up to this response. More than 1 after a retry by a plugin
    /// or a repetition after a lost connection. Redirects don't count. 0 if a ``TransportLayer`` such as a cache has
    /// responded itself, and within a transport.
    public package(set) var attempts: Int {
        get { storage.value.attempts }
        set { storage.value.attempts = newValue }
    }

    /// Whether the body is the value of a stub that was encoded without an encoder of its own.
    package var isEncodedByDefault: Bool {
        get { storage.value.isEncodedByDefault }
        set { storage.value.isEncodedByDefault = newValue }
    }

    private struct Values: Sendable {
        var statusCode: Int
        var headers: HTTPHeaders
        var body: Body
        var trailers: HTTPHeaders
        var request: Request?
        var url: URL?
        var metrics: Box<Response.Metrics>?
        var target: (any Sendable)?
        var isEncodedByDefault = false
        var isDecoded = false
        var cache: CacheStatus?
        var attempts = 0
    }

    private var storage: CopyOnWrite<Values>

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

    /// A response with any kind of body, for transports.
    public init(
        statusCode: Int,
        headers: HTTPHeaders = [:],
        body: Body,
        trailers: HTTPHeaders = [:],
        url: URL? = nil,
        metrics: Response.Metrics? = nil
    ) {
        storage = CopyOnWrite(
            Values(
                statusCode: statusCode,
                headers: headers,
                body: body,
                trailers: trailers,
                url: url,
                metrics: Box(metrics)
            )
        )
    }

    /// The body in memory. Empty for a file or a stream.
    public var data: Data {
        if case .data(let data) = body { data } else { Data() }
    }

    /// The file with the body, for a download. `nil` otherwise.
    public var fileURL: URL? {
        if case .file(let url) = body { url } else { nil }
    }

    /// The body as a stream, for a request with ``Request/Delivery/streamed``. `nil` otherwise.
    public var stream: BodyStream? {
        if case .stream(let stream) = body { stream } else { nil }
    }

    /// The status and fields as Foundation's type, created on each access. `nil` without a URL.
    ///
    /// Several values of one name are joined by `", "`, since `HTTPURLResponse` holds one value for a name.
    public var response: HTTPURLResponse? {
        guard let url else { return nil }
        return HTTPURLResponse(
            url: url,
            statusCode: statusCode,
            httpVersion: "HTTP/1.1",
            headerFields: headers.combined
        )
    }
}

extension Response: CustomStringConvertible, CustomReflectable {
    /// The status and the number of bytes, without fields and body.
    public var description: String { "status \(statusCode), \(body)" }

    public var customMirror: Mirror {
        Mirror(
            self,
            children: [
                "statusCode": statusCode, "headers": headers.fields.map(redaction.text(of:)), "bytes": data.count,
            ],
            displayStyle: .struct
        )
    }
}

extension Response.Body: CustomStringConvertible, TextReflectable {
    /// The number of bytes in memory, or the kind of the body, without the bytes.
    public var description: String {
        switch self {
        case .data(let data): "\(data.count) bytes"
        case .file(let url):
            (try? url.resourceValues(forKeys: [.fileSizeKey]).fileSize).flatMap(\.self)
                .map { "\($0) bytes in a file" } ?? "a file"
        case .stream: "a stream"
        }
    }
}
