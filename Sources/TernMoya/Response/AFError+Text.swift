import Foundation

extension AFError: LocalizedError {
    public var errorDescription: String? {
        switch self {
        case .explicitlyCancelled: "Request explicitly cancelled."
        case .sessionTaskFailed(let error): "URLSessionTask failed with error: \(error.localizedDescription)"
        case .responseValidationFailed(let reason): reason.text
        case .responseSerializationFailed(let reason): "The body of the response isn't valid: \(reason.text)."
        case .parameterEncodingFailed(.missingURL): "URL request to encode was missing a URL"
        case .parameterEncoderFailed(.missingRequiredComponent(.url)): "The request to encode has no URL."
        case .parameterEncoderFailed(.missingRequiredComponent(.httpMethod(let method))):
            "The request to encode has the method \(method)."
        case .invalidURL(let url): "This is no URL: \(url)."
        case .multipartEncodingFailed(let reason):
            underlyingError?.localizedDescription
                ?? "The multipart form can't be made: \(Self.name(of: reason)) \(url?.absoluteString ?? "")."
        case .serverTrustEvaluationFailed(let reason):
            underlyingError?.localizedDescription ?? "The server isn't trusted: \(Self.name(of: reason))."
        case .sessionDeinitialized: "The session was released before its requests had ended."
        case .sessionInvalidated(let error):
            "The session was invalidated: \(error?.localizedDescription ?? "no error")."
        case .urlRequestValidationFailed(.bodyDataInGETRequest(let data)):
            "A GET has a body of \(data.count) bytes."
        case .createUploadableFailed, .createURLRequestFailed, .downloadedFileMoveFailed, .parameterEncodingFailed,
            .parameterEncoderFailed, .requestAdaptationFailed, .requestRetryFailed:
            underlyingError?.localizedDescription
        }
    }

    /// The name of a case.
    private static func name(of reason: Any) -> String {
        Mirror(reflecting: reason).children.first?.label ?? "\(reason)"
    }
}

extension AFError.ResponseValidationFailureReason {
    fileprivate var text: String {
        switch self {
        case .dataFileNil: "The response has no file."
        case .dataFileReadFailed(let url): "The file of the response can't be read: \(url.path)."
        case .missingContentType(let types):
            "The response has no media type, expected \(types.joined(separator: ", "))."
        case .unacceptableContentType(let types, let type):
            "The response has the media type \(type), expected \(types.joined(separator: ", "))."
        case .unacceptableStatusCode(let code): "Response status code was unacceptable: \(code)."
        case .customValidationFailed(let error): error.localizedDescription
        }
    }
}

extension AFError.ResponseSerializationFailureReason {
    fileprivate var text: String {
        switch self {
        case .inputDataNilOrZeroLength: "it is empty"
        case .inputFileNil: "there is no file"
        case .inputFileReadFailed(let url): "the file can't be read: \(url.path)"
        case .stringSerializationFailed(let encoding): "it isn't text in \(encoding)"
        case .jsonSerializationFailed(let error), .decodingFailed(let error), .customSerializationFailed(let error):
            error.localizedDescription
        case .invalidEmptyResponse(let type): "it is empty, and \(type) has no empty value"
        }
    }
}
