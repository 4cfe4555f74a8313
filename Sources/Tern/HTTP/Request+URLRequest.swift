import Foundation

extension Request {
    /// The same request in Tern's terms.
    ///
    /// A `timeoutInterval` other than Foundation's default of 60 seconds becomes ``idleTimeout``. Settings that only
    /// `URLRequest` has, such as its cache policy, are kept in ``RequestAttributes/urlRequest``.
    ///
    /// - Throws: `TernError` with code `.invalidURL` if there is no URL, and `.bodyNotReplayable` if the body is an
    ///   `InputStream`, which could be sent only once. Make a ``RequestBody`` of it.
    public init(_ urlRequest: URLRequest) throws(TernError) {
        guard let url = urlRequest.url else { throw TernError(.invalidURL, reason: "The request has no URL.") }
        guard urlRequest.httpBodyStream == nil else {
            throw TernError(.bodyNotReplayable, reason: "The body is a stream, which could be sent only once.")
        }
        self.init(
            url: url,
            method: HTTPMethod(rawValue: urlRequest.httpMethod ?? "GET"),
            headers: HTTPHeaders(urlRequest.allHTTPHeaderFields ?? [:]),
            body: urlRequest.httpBody.map { .data($0) }
        )
        idleTimeout = urlRequest.idleTimeout
        if URLRequestSettings(urlRequest) != URLRequestSettings(URLRequest(url: url)) {
            attributes.urlRequest = urlRequest
        }
    }
}

extension URLRequest {
    /// The same request as Foundation's type, which has one value for each field and holds its body in memory.
    ///
    /// Values of one field are joined by `", "`, those of `Cookie` by `"; "`. A body that isn't in memory is left out:
    /// a file or a stream goes into an upload task of a session.
    public init(_ request: Request) {
        self = request.attributes.urlRequest ?? URLRequest(url: request.url)
        url = request.url
        httpMethod = request.method.rawValue
        allHTTPHeaderFields = request.headers.combined
        httpBody = request.body?.data
        if let idleTimeout = request.idleTimeout { timeoutInterval = idleTimeout / .seconds(1) }
    }

    /// `nil` where it is what Foundation gives to every request.
    fileprivate var idleTimeout: Duration? {
        guard timeoutInterval != 60 else { return nil }
        let isTime = timeoutInterval > 0 && timeoutInterval < 1e9
        // Foundation takes everything else for no limit.
        return isTime ? .milliseconds(Int64((timeoutInterval * 1_000).rounded(.up))) : .seconds(1e9)
    }
}

extension RequestAttributes {
    /// Settings of a `URLSession` that only `URLRequest` has: cache policy, service type, cellular, expensive and
    /// constrained access. Its method, URL, fields and body are not used.
    ///
    /// `nil`, the default, for those of a new `URLRequest`. `CurlTransport` has no such settings.
    public var urlRequest: URLRequest? {
        get { self[URLRequestKey.self] }
        set { self[URLRequestKey.self] = newValue }
    }

    private enum URLRequestKey: RequestAttributeKey {
        static var defaultValue: URLRequest? { nil }
    }
}

extension HTTPHeaders {
    /// One value for each name, as Foundation has them: joined by `", "`, those of `Cookie` by `"; "`.
    package var combined: [String: String] {
        var fields = [String: String](minimumCapacity: count)
        for field in self {
            if let name = fields.keys.first(where: { $0.isEqualIgnoringASCIICase(to: field.name) }) {
                let separator = name.isEqualIgnoringASCIICase(to: "Cookie") ? "; " : ", "
                fields[name]?.append(separator + field.value)
            } else {
                fields[field.name] = field.value
            }
        }
        return fields
    }
}
