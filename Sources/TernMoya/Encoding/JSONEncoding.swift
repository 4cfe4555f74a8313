import Foundation

/// Writes parameters into a body of JSON, with the media type `application/json` unless the request has another.
public struct JSONEncoding: ParameterEncoding, Sendable {
    /// The errors of this encoding.
    public enum Error: Swift.Error {
        /// The object has a value that JSON can't represent.
        case invalidJSONObject
    }

    /// JSON without spaces.
    public static var `default`: JSONEncoding { JSONEncoding() }
    /// JSON in several lines.
    public static var prettyPrinted: JSONEncoding { JSONEncoding(options: .prettyPrinted) }

    /// The form of the JSON.
    public let options: JSONSerialization.WritingOptions

    /// JSON with these options.
    public init(options: JSONSerialization.WritingOptions = []) { self.options = options }

    public func encode(_ urlRequest: URLRequestConvertible, with parameters: Parameters?) throws -> URLRequest {
        try encode(urlRequest, withJSONObject: parameters)
    }

    /// The request with any JSON object as its body, such as an array.
    public func encode(_ urlRequest: URLRequestConvertible, withJSONObject object: Any? = nil) throws -> URLRequest {
        var request = try urlRequest.asURLRequest()
        guard let object else { return request }
        guard JSONSerialization.isValidJSONObject(object) else {
            throw AFError.parameterEncodingFailed(reason: .jsonEncodingFailed(error: Error.invalidJSONObject))
        }
        do {
            request.httpBody = try JSONSerialization.data(withJSONObject: object, options: options)
        } catch {
            throw AFError.parameterEncodingFailed(reason: .jsonEncodingFailed(error: error))
        }
        if request.value(forHTTPHeaderField: "Content-Type") == nil {
            request.setValue("application/json", forHTTPHeaderField: "Content-Type")
        }
        return request
    }
}
