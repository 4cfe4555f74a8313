import Foundation

extension Request {
    /// A request with the method, URL, fields and body of a `URLRequest`.
    ///
    /// A `timeoutInterval` other than Foundation's default of 60 seconds becomes ``idleTimeout``. Settings that only
    /// `URLRequest` has, such as its cache policy, are kept in ``RequestAttributes/urlRequest``.
    ///
    /// - Throws: `TernError` with code `.invalidURL` if there is no URL, and `.bodyNotReplayable` if the body is an
    ///   `InputStream`, which can be sent only once. Set ``Request/body`` to a ``RequestBody`` instead.
    public init(_ urlRequest: URLRequest) throws(TernError) {
        guard let url = urlRequest.url else { throw TernError(.invalidURL, reason: "The request has no URL.") }
        guard urlRequest.httpBodyStream == nil else {
            let reason = "The body is an InputStream, which can be sent only once. Set Request.body to a RequestBody."
            throw TernError(.bodyNotReplayable, reason: reason)
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
    /// A `URLRequest` with the method, URL, fields and body of a request.
    ///
    /// `URLRequest` has one value for each name: several values are joined by `", "`, and the values of `Cookie` by
    /// `"; "`. A body that isn't in memory is omitted. Send a file or a stream with an upload task of a session.
    public init(_ request: Request) {
        self = request.attributes.urlRequest ?? URLRequest(url: request.url)
        url = request.url.withLowercasedScheme
        httpMethod = request.method.rawValue
        allHTTPHeaderFields = request.headers.combined
        httpBody = request.body?.data
        if let idleTimeout = request.idleTimeout { timeoutInterval = idleTimeout / .seconds(1) }
    }

    /// `nil` for Foundation's default of 60 seconds.
    fileprivate var idleTimeout: Duration? {
        guard timeoutInterval != 60 else { return nil }
        let isTime = timeoutInterval > 0 && timeoutInterval < 1e9
        // Foundation treats every other value as no limit.
        return isTime ? .milliseconds(Int64((timeoutInterval * 1_000).rounded(.up))) : .seconds(1e9)
    }
}

extension RequestAttributes {
    /// A `URLRequest` with settings that ``Request`` doesn't have: cache policy, service type, cellular, expensive and
    /// constrained access. Its method, URL, fields and body are not used.
    ///
    /// `nil`, the default, for the settings of a new `URLRequest`. `CurlTransport` has no such settings.
    public var urlRequest: URLRequest? {
        get { self[URLRequestKey.self] }
        set { self[URLRequestKey.self] = newValue }
    }

    private enum URLRequestKey: RequestAttributeKey {
        static var defaultValue: URLRequest? { nil }

        static func allowsSharing(_ value: URLRequest?, _ other: URLRequest?) -> Bool {
            value.map(URLRequestSettings.init) == other.map(URLRequestSettings.init)
        }
    }
}

extension URL {
    /// The URL with its scheme in lowercase (RFC 3986, section 3.1). Foundation's sessions on Linux know no other.
    fileprivate var withLowercasedScheme: URL {
        guard let scheme, scheme != scheme.lowercased() else { return self }
        return URL(string: scheme.lowercased() + absoluteString.dropFirst(scheme.count)) ?? self
    }
}

extension HTTPHeaders {
    /// The fields of Foundation's response, which holds one value for each name.
    package init(_ response: HTTPURLResponse) {
        self.init(reading: {
            response.allHeaderFields.compactMap { name, value in
                (name.base as? String).map { Field(name: $0, value: value as? String ?? "\(value)") }
            }
        })
    }

    /// One value for each name, as in Foundation's types. Several values are joined by `", "`, and the values of
    /// `Cookie` by `"; "`.
    package var combined: [String: String] {
        var fields = [String: String](minimumCapacity: count)
        // The name of a field as it was first written, by its name in lowercase.
        var names = [String: String](minimumCapacity: count)
        for field in self {
            let key = field.name.asciiLowercased
            if let name = names[key] {
                fields[name]?.append((key == "cookie" ? "; " : ", ") + field.value)
            } else {
                names[key] = field.name
                fields[field.name] = field.value
            }
        }
        return fields
    }
}

/// The settings of a `URLRequest` that are not part of its message: how to send it, and whether a cache may serve it.
package struct URLRequestSettings: Equatable {
    private let cachePolicy: URLRequest.CachePolicy
    private let networkServiceType: URLRequest.NetworkServiceType
    private let allowsCellularAccess: Bool
    private let handlesCookies: Bool
    /// Decides which cookies are accepted.
    private let mainDocumentURL: URL?
    #if !canImport(FoundationNetworking)
        /// Compares the settings that only Apple's `URLRequest` has, such as access to constrained networks.
        private let platformSettings: URLRequest
    #endif

    package init(_ request: URLRequest) {
        cachePolicy = request.cachePolicy
        networkServiceType = request.networkServiceType
        allowsCellularAccess = request.allowsCellularAccess
        handlesCookies = request.httpShouldHandleCookies
        mainDocumentURL = request.mainDocumentURL
        #if !canImport(FoundationNetworking)
            var settings = request
            // These are parts of the message, or compared elsewhere.
            settings.httpMethod = "GET"
            settings.allHTTPHeaderFields = [:]
            settings.httpBody = nil
            settings.timeoutInterval = 60
            platformSettings = settings
        #endif
    }
}
