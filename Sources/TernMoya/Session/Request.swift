import Foundation

/// The request of a call over the network, as a ``RequestRetrier`` and a ``Session`` know it. Alamofire's name.
///
/// It is the same object for all attempts of a call.
// All state is in `Guarded`.
public final class Request: Identifiable, @unchecked Sendable {
    private let attempt = Guarded<(exchange: LiveExchange, retryCount: Int)>((LiveExchange(), 0))
    private let token: CancellableToken

    /// The identity of the call.
    public let id = UUID()

    init(_ token: CancellableToken) { self.token = token }

    /// The request that was sent last. `nil` before the first one.
    public var request: URLRequest? { attempt.value.exchange.request ?? token.request.value }
    /// The response to ``request``. `nil` before it arrives.
    public var response: HTTPURLResponse? { attempt.value.exchange.response?.response }
    /// The error of the last attempt, if it has ended with one.
    public var error: AFError? { attempt.value.exchange.error?.asAFError }
    /// How often the request was sent again.
    public var retryCount: Int { attempt.value.retryCount }
    /// Whether the call was cancelled.
    public var isCancelled: Bool { token.isCancelled }

    /// Cancels the call. Its completion is called with an error.
    @discardableResult
    public func cancel() -> Self {
        token.cancel()
        return self
    }

    /// The request as a curl command with its secrets. Empty if it wasn't sent.
    public func cURLDescription() -> String { request.map(SentRequest.curlCommand) ?? "" }

    /// The request and the response under the names of Foundation's task.
    public var task: Task? { Task(currentRequest: request, response: response) }

    /// A request and its response under the names of Foundation's task.
    public struct Task {
        /// The request as it was sent.
        public let currentRequest: URLRequest?
        /// The same as ``currentRequest``.
        public var originalRequest: URLRequest? { currentRequest }
        /// The response. `nil` before it arrives.
        public let response: URLResponse?
    }

    func end(_ exchange: LiveExchange, retryCount: Int) { attempt.value = (exchange, retryCount) }
}

extension Request: Hashable {
    public static func == (lhs: Request, rhs: Request) -> Bool { lhs === rhs }
    public func hash(into hasher: inout Hasher) { hasher.combine(id) }
}

extension Request: CustomStringConvertible {
    /// The method, the URL and the status.
    public var description: String {
        guard let request else { return "No request created yet." }
        let status = response.map { " (\($0.statusCode))" } ?? ""
        return "\(request.httpMethod ?? "GET") \(request.url?.absoluteString ?? "")\(status)"
    }
}
