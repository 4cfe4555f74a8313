import Foundation
import Tern

/// The response to the request of a call: a status, a body, and that request.
// Only constants, whose types are values or immutable.
public final class Response: CustomDebugStringConvertible, Equatable, @unchecked Sendable {
    /// The status code.
    public let statusCode: Int
    /// The body. Empty for a download.
    public let data: Data
    /// The request, as plugins and adapters have changed it.
    public let request: URLRequest?
    /// The status and the header fields. `nil` for a stub from ``EndpointSampleResponse/networkResponse(_:_:)``.
    public let response: HTTPURLResponse?
    /// The response as Tern's transport received it. `nil` for a response that a stub or a plugin made.
    let received: Tern.Response?

    /// A response from its parts.
    public convenience init(
        statusCode: Int,
        data: Data,
        request: URLRequest? = nil,
        response: HTTPURLResponse? = nil
    ) {
        self.init(statusCode: statusCode, data: data, request: request, response: response, received: nil)
    }

    init(statusCode: Int, data: Data, request: URLRequest?, response: HTTPURLResponse?, received: Tern.Response?) {
        self.statusCode = statusCode
        self.data = data
        self.request = request
        self.response = response
        self.received = received
    }

    /// The status and the length of the body.
    public var description: String { "Status Code: \(statusCode), Data Length: \(data.count)" }

    public var debugDescription: String { description }

    public static func == (lhs: Response, rhs: Response) -> Bool {
        lhs.statusCode == rhs.statusCode && lhs.data == rhs.data && lhs.response == rhs.response
    }
}

extension Response {
    /// This response if its status is one of these.
    ///
    /// - Throws: ``MoyaError/statusCode(_:)``.
    public func filter<R: RangeExpression>(statusCodes: R) throws -> Response where R.Bound == Int {
        guard statusCodes.contains(statusCode) else { throw MoyaError.statusCode(self) }
        return self
    }

    /// This response if it has this status.
    ///
    /// - Throws: ``MoyaError/statusCode(_:)``.
    public func filter(statusCode: Int) throws -> Response { try filter(statusCodes: statusCode...statusCode) }

    /// This response if its status is 200 to 299.
    ///
    /// - Throws: ``MoyaError/statusCode(_:)``.
    public func filterSuccessfulStatusCodes() throws -> Response { try filter(statusCodes: 200...299) }

    /// This response if its status is 200 to 399.
    ///
    /// - Throws: ``MoyaError/statusCode(_:)``.
    public func filterSuccessfulStatusAndRedirectCodes() throws -> Response { try filter(statusCodes: 200...399) }
}
