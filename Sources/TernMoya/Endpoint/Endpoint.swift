import Foundation

/// The parts of one request, and the response of its stub. A provider's `endpointClosure` makes it from a target.
open class Endpoint {
    /// Makes the response of a stub, once for each stubbed call.
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
        guard !newHTTPHeaderFields.isEmpty else { return copy(task, httpHeaderFields) }
        return copy(task, (httpHeaderFields ?? [:]).merging(newHTTPHeaderFields) { $1 })
    }

    /// This endpoint with another task.
    open func replacing(task: Task) -> Endpoint { copy(task, httpHeaderFields) }

    private func copy(_ task: Task, _ fields: [String: String]?) -> Endpoint {
        Endpoint(
            url: url,
            sampleResponseClosure: sampleResponseClosure,
            method: method,
            task: task,
            httpHeaderFields: fields
        )
    }
}
