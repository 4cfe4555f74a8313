import Foundation

/// The parts of one request, and the response of its stub. A provider's `endpointClosure` makes it from a target.
open class Endpoint {
    /// Makes the response of a stub, once for each stubbed call, on the thread of the stub.
    public typealias SampleResponseClosure = () -> EndpointSampleResponse

    /// The URL as text, without the query of ``task``.
    public let url: String
    /// Makes the response of a stub.
    public let sampleResponseClosure: SampleResponseClosure
    /// The request method.
    public let method: HTTPMethod
    /// The query, the body and the destination of the request.
    public let task: Task
    /// The header fields. `nil` for none.
    public let httpHeaderFields: [String: String]?

    /// An endpoint from its parts.
    public init(
        url: String,
        sampleResponseClosure: @escaping SampleResponseClosure,
        method: HTTPMethod,
        task: Task,
        httpHeaderFields: [String: String]?
    ) {
        self.url = url
        self.sampleResponseClosure = sampleResponseClosure
        self.method = method
        self.task = task
        self.httpHeaderFields = httpHeaderFields
    }

    /// This endpoint with more header fields. A field with the same name is replaced.
    open func adding(newHTTPHeaderFields: [String: String]) -> Endpoint {
        guard !newHTTPHeaderFields.isEmpty else { return Endpoint(copying: self, task, httpHeaderFields) }
        return Endpoint(copying: self, task, (httpHeaderFields ?? [:]).merging(newHTTPHeaderFields) { $1 })
    }

    /// This endpoint with another task.
    open func replacing(task: Task) -> Endpoint { Endpoint(copying: self, task, httpHeaderFields) }

    private init(copying endpoint: Endpoint, _ task: Task, _ fields: [String: String]?) {
        url = endpoint.url
        sampleResponseClosure = endpoint.sampleResponseClosure
        method = endpoint.method
        self.task = task
        httpHeaderFields = fields
    }
}

// Swift 5 would warn about each subclass that doesn't repeat the conformance.
//
// Only constants. The sample's closure and the values of the task are the app's, and aren't changed while a call uses
// them, as with Moya.
@available(swift, introduced: 6)
extension Endpoint: @unchecked Sendable {}
