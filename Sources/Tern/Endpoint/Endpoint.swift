import Foundation

/// One request before it is a `URLRequest`, together with what a stub answers.
///
/// A provider's `endpointClosure` makes one from a target. The short form takes everything from the target; what
/// should differ is said behind it:
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
    /// The absolute URL, without what `task` adds to the query.
    public var url: String

    /// What a stub answers; called once for each stubbed attempt.
    public var sampleResponseClosure: @Sendable () -> SampleResponse

    public var method: HTTPMethod
    public var task: HTTPTask
    public var httpHeaderFields: HTTPHeaders

    /// Names of header fields that may go along to another origin, as ``TargetType/crossOriginHeaders``. Those of the
    /// target in the short form, none in the long one.
    public var crossOriginHeaders: Set<String> = []

    /// How query and form are encoded where the task doesn't say. `nil`, the provider's way, by default.
    public var queryEncoder: QueryEncoder?

    /// The long form.
    ///
    /// - Parameters:
    ///   - url: An absolute http or https URL; `URL(target:).absoluteString` for that of a target.
    ///   - sampleResponseClosure: What a stub answers, once per attempt.
    public init(
        url: String,
        sampleResponseClosure: @escaping @Sendable () -> SampleResponse,
        method: HTTPMethod = .get,
        task: HTTPTask = .plain,
        httpHeaderFields: HTTPHeaders = [:]
    ) {
        self.url = url
        self.sampleResponseClosure = sampleResponseClosure
        self.method = method
        self.task = task
        self.httpHeaderFields = httpHeaderFields
    }

    /// Everything from the target; a stub answers status 200 with its `sampleData`.
    ///
    /// - Parameter baseURL: Another base URL for the target's path: that of a staging or a test server. The target's
    ///   own by default.
    public init(_ target: some TargetType, baseURL: URL? = nil) {
        self.init(
            url: URLJoin.text(base: baseURL ?? target.baseURL, path: target.path),
            sampleResponseClosure: { .sampleData(of: target) },
            method: target.method,
            task: target.task,
            httpHeaderFields: target.headers
        )
        crossOriginHeaders = target.crossOriginHeaders
    }

    /// The same, stubbed with another answer. The closure is called once for each stubbed attempt.
    public func responding(_ sample: @escaping @autoclosure @Sendable () -> SampleResponse) -> Endpoint {
        var endpoint = self
        endpoint.sampleResponseClosure = sample
        return endpoint
    }

    /// The same with more fields; those that it has already are replaced.
    public func adding(headers: HTTPHeaders) -> Endpoint {
        var endpoint = self
        endpoint.httpHeaderFields = httpHeaderFields.merging(headers)
        return endpoint
    }

    /// The same with another query and body.
    public func replacing(task: HTTPTask) -> Endpoint {
        var endpoint = self
        endpoint.task = task
        return endpoint
    }
}

extension Endpoint: CustomStringConvertible, CustomReflectable {
    /// Method and URL, credentials redacted.
    public var description: String { "\(method) \(Redaction.text(ofURL: url))" }

    public var customMirror: Mirror {
        Mirror(self, children: ["request": description, "fields": httpHeaderFields], displayStyle: .struct)
    }
}
