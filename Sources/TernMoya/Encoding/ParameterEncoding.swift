import Foundation

/// The parameters of a request.
public typealias Parameters = [String: Any]

/// Writes parameters into a request. Alamofire's protocol.
public protocol ParameterEncoding {
    /// The request with the parameters. `nil` parameters change nothing.
    func encode(_ urlRequest: URLRequestConvertible, with parameters: Parameters?) throws -> URLRequest
}

/// A value that makes a request. Alamofire's protocol.
public protocol URLRequestConvertible {
    /// The request.
    func asURLRequest() throws -> URLRequest
}

extension URLRequestConvertible {
    /// The request, or `nil` if it can't be made.
    public var urlRequest: URLRequest? { try? asURLRequest() }
}

extension URLRequest: URLRequestConvertible {
    public func asURLRequest() throws -> URLRequest { self }
}
