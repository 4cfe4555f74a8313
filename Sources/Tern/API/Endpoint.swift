import Foundation

/// The parts of one request, not yet encoded, together with the sample response for a stub.
///
/// A provider's `endpointClosure` makes an endpoint from a target. The short form takes all parts from the target.
/// Methods change single parts:
///
/// ```swift
/// let provider = Provider<GitHub>(
///     endpointClosure: { target in
///         switch target {
///         case .user("ghost"): Endpoint(target).responding(.status(404))
///         default: Endpoint(target).adding(headers: ["X-Client": "tests"])
///         }
///     },
///     stubClosure: Provider.immediatelyStub)
/// ```
public struct Endpoint: Sendable {
    /// The absolute URL, without the query of `task`. `about:invalid` if the target's base URL and path make no URL.
    public var url: String {
        didSet { urlError = nil }
    }

    /// The error of a request for this endpoint, if the target's base URL and path make no URL.
    var urlError: TernError?

    /// Makes the response of a stub. Called once for each stubbed attempt.
    public var sampleResponseClosure: @Sendable () -> SampleResponse {
        didSet { requestSample = nil }
    }

    /// Makes the response of a stub from the request that is sent and the coders of the provider.
    package typealias RequestSample = @Sendable (Request, SampleCoders) async throws -> SampleResponse

    /// `nil` if ``sampleResponseClosure`` makes the response of a stub.
    private(set) var requestSample: RequestSample?

    /// The method, the task and the fields of the endpoint. In the short form also the other properties of the target.
    private var route: HTTPRoute

    /// The request method.
    public var method: HTTPMethod {
        get { route.parts.method }
        set { route.parts.method = newValue }
    }

    /// The query and the body of the request, not yet encoded.
    public var task: HTTPTask {
        get { route.parts.task }
        set { route.parts.task = newValue }
    }

    /// The header fields of the request. A `Content-Type` for the body of `task` is added to them, unless they have
    /// one.
    public var httpHeaderFields: HTTPHeaders {
        get { route.parts.headers }
        _modify { yield &route.parts.headers }
    }

    /// Names of header fields that stay in the request when a redirect leads to another origin, see
    /// ``TargetType/crossOriginHeaders``. The short form takes the names from the target; the long form has none.
    public var crossOriginHeaders: Set<String> {
        get { route.parts.crossOriginHeaders ?? [] }
        set { route.parts.crossOriginHeaders = newValue }
    }

    /// The rules for texts about the endpoint, and about its request: those of the provider whose call it is for. The
    /// default rules for an endpoint that a provider hasn't received yet.
    var redaction = Redaction.default

    /// The encoder for query and form of a task without an encoder. `nil`, the default, for the provider's encoder.
    public var queryEncoder: QueryEncoder?

    /// The encoder for a JSON body without an encoder. `nil`, the default, for the provider's encoder.
    public var jsonEncoder: JSONEncoder?

    /// The long form: an endpoint from its parts.
    ///
    /// - Parameters:
    ///   - url: An absolute http or https URL. For the URL of a target, pass `URL(target:).absoluteString`.
    ///   - sampleResponseClosure: Makes the response of a stub. Called once for each stubbed attempt.
    ///   - method: The request method. GET by default.
    ///   - task: The query and the body. None by default.
    ///   - httpHeaderFields: The header fields. None by default.
    public init(
        url: String,
        sampleResponseClosure: @escaping @Sendable () -> SampleResponse,
        method: HTTPMethod = .get,
        task: HTTPTask = .plain,
        httpHeaderFields: HTTPHeaders = [:]
    ) {
        self.url = url
        self.sampleResponseClosure = sampleResponseClosure
        route = HTTPRoute(method).changing { ($0.task, $0.headers) = (task, httpHeaderFields) }
    }

    /// The short form: the endpoint of a target. A stub's response is the sample of the target's route, or has status
    /// 200 and the target's `sampleData`.
    ///
    /// - Parameters:
    ///   - target: The target that supplies the endpoint's properties.
    ///   - baseURL: The base URL for the target's path, such as that of a staging or test server. The target's base
    ///     URL by default.
    public init(_ target: some TargetType, baseURL: URL? = nil) {
        let route = target._resolvedRoute
        self.route = route
        // `??` would wrap the closure twice.
        if let sample = route.parts.sample {
            sampleResponseClosure = sample
        } else {
            sampleResponseClosure = { .missing("its route has no sample", of: target) }
        }
        (url, urlError) =
            switch URLJoin.url(of: route, base: baseURL ?? target.baseURL) {
            case .success(let url): (url, nil)
            case .failure(let error): (URLJoin.noURL, error)
            }
    }

    /// The settings of a call with this endpoint. They evaluate the target's properties only if the endpoint isn't made
    /// from a target of this type.
    ///
    /// - Parameter target: The target inside a `MultiTarget`.
    func settings(of target: any TargetType) -> CallSettings {
        let isOfTarget = route.parts.targetType == ObjectIdentifier(type(of: target))
        return isOfTarget ? CallSettings(route.parts) : CallSettings(of: target)
    }

    /// This endpoint with another sample response. The closure is called once for each stubbed attempt.
    public func responding(_ sample: @escaping @autoclosure @Sendable () -> SampleResponse) -> Endpoint {
        var endpoint = self
        endpoint.sampleResponseClosure = sample
        return endpoint
    }

    /// This endpoint with a sample response that depends on the request that is sent. Without a call, as in a check of
    /// samples, that is the request of the endpoint.
    func responding(with sample: @escaping RequestSample) -> Endpoint {
        var endpoint = self
        endpoint.requestSample = sample
        return endpoint
    }

    /// The response of a stub without a call: that to the request of the endpoint.
    package func sample(_ coders: SampleCoders) async -> SampleResponse {
        guard let requestSample else { return sampleResponseClosure() }
        do {
            return try await requestSample(try request(), coders)
        } catch {
            return (error as? TernError).map(SampleResponse.invalid) ?? .networkError(error)
        }
    }

    /// The response of a stub.
    func sample(for request: Request, _ coders: SampleCoders) async throws -> SampleResponse {
        try await requestSample?(request, coders) ?? sampleResponseClosure()
    }

    /// Adds the encoders of a provider, unless the endpoint has its own, and the rules for texts.
    package mutating func complete(by configuration: ProviderConfiguration) {
        redaction = configuration.redaction
        if queryEncoder == nil { queryEncoder = configuration.queryEncoder }
        if jsonEncoder == nil { jsonEncoder = configuration.encoder }
    }

    /// This endpoint with more header fields. A field with the same name is replaced.
    public func adding(headers: HTTPHeaders) -> Endpoint {
        var endpoint = self
        endpoint.httpHeaderFields = httpHeaderFields.merging(headers)
        return endpoint
    }

    /// This endpoint with another query and body.
    public func replacing(task: HTTPTask) -> Endpoint {
        var endpoint = self
        endpoint.task = task
        return endpoint
    }
}

extension Endpoint: CustomStringConvertible, CustomReflectable {
    /// The method and the URL, with credentials redacted. In a request closure, by the provider's
    /// ``ProviderConfiguration/redaction``; before that, as in an endpoint closure, by the default rules.
    public var description: String { Redaction.printable("\(method) \(redaction.text(ofURL: url))") }

    public var customMirror: Mirror {
        let fields = httpHeaderFields.map(redaction.text(of:))
        return Mirror(self, children: ["request": description, "fields": fields], displayStyle: .struct)
    }
}

extension Endpoint {
    /// The request for this endpoint: URL with query, method, fields and body.
    ///
    /// `Content-Type` is the media type of the body, unless `httpHeaderFields` has that field.
    ///
    /// - Throws: `TernError` with code `.invalidURL`, `.invalidField` or `.encodingFailed`.
    public func request() throws(TernError) -> Request {
        if let urlError { throw urlError }
        let encoder = queryEncoder ?? QueryEncoder()
        let text = try urlWithQuery(encoder)
        let body: RequestBody?
        do {
            body = try task.encodedBody(default: encoder, json: jsonEncoder)
        } catch {
            throw EncodingFailure.error(of: task.body?.part ?? .data, wrapping: error)
        }

        let url = try URLJoin.url(from: text, shownBy: redaction)
        let (method, fields) = (method, httpHeaderFields)
        try HTTPField.check(method, fields)
        var request = Request(url: url, method: method, headers: fields, body: body)
        if !crossOriginHeaders.isEmpty { request.crossOriginHeaders = crossOriginHeaders }
        if redaction != .default { request.redaction = redaction }
        if let type = body?.contentType, !type.isEmpty, !fields.contains("Content-Type") {
            try HTTPField.check(name: "Content-Type", value: type)
            request.headers.add(type, for: "Content-Type")
        }
        request.markAsChecked()
        return request
    }

    /// The URL with the query of the task.
    ///
    /// - Parameter encoder: The encoder for a query without an encoder.
    /// - Throws: `TernError` with code `.encodingFailed`.
    func urlWithQuery(_ encoder: QueryEncoder) throws(TernError) -> String {
        do {
            return try task.encodedQuery(default: encoder).map { URLJoin.appendQuery($0, to: url) } ?? url
        } catch {
            throw EncodingFailure.error(of: .query, wrapping: error)
        }
    }

    /// Replaces the URL and the query of the endpoint with `url`.
    ///
    /// - Parameter keepsQuery: Whether the query of the endpoint is added after that of `url`.
    /// - Throws: `TernError` with code `.invalidURL` for a URL with another origin. Its server must not receive the
    ///   credentials from this endpoint's fields and from plugins.
    mutating func move(to url: URL, keepsQuery: Bool) throws(TernError) {
        if let urlError { throw urlError }
        let own = try URLJoin.url(from: self.url, shownBy: redaction)
        let text = URLReference.withoutFragment(url)
        let destination = try URLJoin.url(from: text, shownBy: redaction)
        guard own.hasSameOrigin(as: destination) else {
            let shown = Redaction.excerpt(ofText: redaction.text(ofURL: text))
            let ownShown = Redaction.excerpt(ofText: redaction.text(ofURL: self.url))
            throw TernError(
                .invalidURL,
                reason:
                    "The URL of the call's options, \(shown), has another origin than \(ownShown).",
                advice:
                    "Use a target and a provider for the other origin, since this request has credentials for its own."
            )
        }
        if keepsQuery {
            let query = self.url.utf8.firstIndex(of: UInt8(ascii: "?")).map { self.url[$0...].dropFirst() }
            self.url = query.map { URLJoin.appendQuery(String($0), to: text) } ?? text
        } else {
            self.url = text
            task = task.withoutQuery
        }
    }
}
