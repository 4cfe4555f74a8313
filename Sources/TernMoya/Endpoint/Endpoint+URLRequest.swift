import Foundation

extension Endpoint {
    /// The request of this endpoint. The body of an upload isn't in it.
    ///
    /// - Throws: ``MoyaError/requestMapping(_:)``, ``MoyaError/encodableMapping(_:)`` or
    ///   ``MoyaError/parameterEncoding(_:)``.
    public func urlRequest() throws -> URLRequest {
        guard let url = URL(string: url) else { throw MoyaError.requestMapping(url) }
        var request = URLRequest(url: url)
        request.httpMethod = method.rawValue
        request.allHTTPHeaderFields = httpHeaderFields

        switch task {
        case .requestPlain, .uploadFile, .uploadMultipart, .downloadDestination: break
        case .requestData(let data): request.httpBody = data
        case .requestJSONEncodable(let value): try request.encode(value, with: JSONEncoder())
        case .requestCustomJSONEncodable(let value, let encoder): try request.encode(value, with: encoder)
        case .requestParameters(let parameters, let encoding), .downloadParameters(let parameters, let encoding, _):
            try request.encode(parameters, with: encoding)
        case .uploadCompositeMultipart(_, let parameters):
            try request.encode(parameters, with: URLEncoding.queryString)
        case .requestCompositeData(let data, let parameters):
            request.httpBody = data
            try request.encode(parameters, with: URLEncoding.queryString)
        case .requestCompositeParameters(let body, let encoding, let parameters):
            if let encoding = encoding as? URLEncoding, encoding.destination != .httpBody {
                throw MoyaError.parameterEncoding(
                    AFError.parameterEncodingFailed(reason: .customEncodingFailed(error: BodyEncodingError()))
                )
            }
            try request.encode(body, with: encoding)
            try request.encode(parameters, with: URLEncoding.queryString)
        }
        return request
    }
}

/// A `bodyEncoding` that writes into the query.
private struct BodyEncodingError: LocalizedError {
    var errorDescription: String? {
        "A URLEncoding as bodyEncoding has to be URLEncoding.httpBody. Move other parameters to urlParameters."
    }
}

extension URLRequest {
    fileprivate mutating func encode(_ value: Encodable, with encoder: JSONEncoder) throws {
        do {
            httpBody = try encoder.encode(value)
        } catch {
            throw MoyaError.encodableMapping(error)
        }
        if self.value(forHTTPHeaderField: "Content-Type") == nil {
            setValue("application/json", forHTTPHeaderField: "Content-Type")
        }
    }

    fileprivate mutating func encode(_ parameters: [String: Any], with encoding: ParameterEncoding) throws {
        do {
            self = try encoding.encode(self, with: parameters)
        } catch {
            throw MoyaError.parameterEncoding(error)
        }
    }
}
