import Foundation

/// The error of a call.
public enum MoyaError: Swift.Error {
    /// The body is no image.
    case imageMapping(Response)
    /// The body is no JSON, or has nothing at the key path.
    case jsonMapping(Response)
    /// The body is no text.
    case stringMapping(Response)
    /// The body can't be decoded as the type.
    case objectMapping(Swift.Error, Response)
    /// The value of the task can't be encoded.
    case encodableMapping(Swift.Error)
    /// A filter refused the status.
    case statusCode(Response)
    /// The exchange failed, or the target's validation refused the status. A live call has an ``AFError`` inside.
    case underlying(Swift.Error, Response?)
    /// The endpoint's URL is invalid.
    case requestMapping(String)
    /// The parameters can't be encoded.
    case parameterEncoding(Swift.Error)

    /// The response that the error is about.
    public var response: Response? {
        switch self {
        case .imageMapping(let response), .jsonMapping(let response), .stringMapping(let response),
            .objectMapping(_, let response), .statusCode(let response):
            response
        case .underlying(_, let response): response
        case .encodableMapping, .requestMapping, .parameterEncoding: nil
        }
    }

    var underlyingError: Swift.Error? {
        switch self {
        case .objectMapping(let error, _), .encodableMapping(let error), .underlying(let error, _),
            .parameterEncoding(let error):
            error
        case .imageMapping, .jsonMapping, .stringMapping, .statusCode, .requestMapping: nil
        }
    }
}

extension MoyaError: LocalizedError {
    public var errorDescription: String? {
        switch self {
        case .imageMapping: "Failed to map data to an Image."
        case .jsonMapping: "Failed to map data to JSON."
        case .stringMapping: "Failed to map data to a String."
        case .objectMapping: "Failed to map data to a Decodable object."
        case .encodableMapping: "Failed to encode Encodable object into data."
        case .statusCode: "Status code didn't fall within the given range."
        case .underlying(let error, _): error.localizedDescription
        case .requestMapping: "Failed to map Endpoint to a URLRequest."
        case .parameterEncoding(let error):
            "Failed to encode parameters for URLRequest. \(error.localizedDescription)"
        }
    }
}

extension MoyaError: CustomNSError {
    /// `Moya.MoyaError`, as in Moya, for code that compares domains.
    public static var errorDomain: String { "Moya.MoyaError" }

    public var errorUserInfo: [String: Any] {
        var info: [String: Any] = [:]
        info[NSLocalizedDescriptionKey] = errorDescription
        info[NSUnderlyingErrorKey] = underlyingError
        return info
    }
}
