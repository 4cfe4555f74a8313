import Foundation

/// The request of a call that failed, as a ``RequestRetrier`` receives it. Alamofire's name.
// Only constants, whose types are values or immutable.
public final class Request: @unchecked Sendable {
    /// The request as it was sent. `nil` if it wasn't sent.
    public let request: URLRequest?
    /// The response, if there is one.
    public let response: HTTPURLResponse?
    /// How often the request was sent again.
    public let retryCount: Int

    /// The request and the response under the names of Foundation's task.
    public var task: Task? { Task(currentRequest: request, response: response) }

    /// A request and its response under the names of Foundation's task.
    public struct Task {
        /// The request as it was sent.
        public let currentRequest: URLRequest?
        /// The same as ``currentRequest``.
        public var originalRequest: URLRequest? { currentRequest }
        /// The response, if there is one.
        public let response: URLResponse?
    }

    init(_ request: URLRequest?, _ response: HTTPURLResponse?, retryCount: Int) {
        self.request = request
        self.response = response
        self.retryCount = retryCount
    }
}
