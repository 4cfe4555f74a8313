import Foundation

/// The cases of Alamofire's error that users of Moya meet, inside ``MoyaError/underlying(_:_:)``.
public enum AFError: Swift.Error {
    /// Why parameters can't be encoded.
    public enum ParameterEncodingFailureReason: Sendable {
        /// The request has no URL.
        case missingURL
        /// The parameters can't be written as JSON.
        case jsonEncodingFailed(error: Swift.Error)
        /// Another encoding failed.
        case customEncodingFailed(error: Swift.Error)
    }

    /// Why a response isn't accepted.
    public enum ResponseValidationFailureReason: Sendable {
        /// The status isn't one of the accepted ones.
        case unacceptableStatusCode(code: Int)
    }

    /// The body of the request can't be made.
    case createURLRequestFailed(error: Swift.Error)
    /// The file of a download can't be moved to its destination.
    case downloadedFileMoveFailed(error: Swift.Error, source: URL, destination: URL)
    /// The call was cancelled.
    case explicitlyCancelled
    /// The multipart form can't be made.
    case multipartEncodingFailed(error: Swift.Error)
    /// A ``ParameterEncoding`` failed.
    case parameterEncodingFailed(reason: ParameterEncodingFailureReason)
    /// A ``RequestAdapter`` failed.
    case requestAdaptationFailed(error: Swift.Error)
    /// A ``RequestRetrier`` ended the call with an error of its own.
    case requestRetryFailed(retryError: Swift.Error, originalError: Swift.Error)
    /// The target's validation refused the status.
    case responseValidationFailed(reason: ResponseValidationFailureReason)
    /// The exchange failed. The error is a `URLError` with Tern's error in its `NSUnderlyingErrorKey`.
    case sessionTaskFailed(error: Swift.Error)
}

extension AFError {
    /// Whether this is ``createURLRequestFailed(error:)``.
    public var isCreateURLRequestError: Bool { if case .createURLRequestFailed = self { true } else { false } }
    /// Whether this is ``downloadedFileMoveFailed(error:source:destination:)``.
    public var isDownloadedFileMoveError: Bool { if case .downloadedFileMoveFailed = self { true } else { false } }
    /// Whether this is ``explicitlyCancelled``.
    public var isExplicitlyCancelledError: Bool { if case .explicitlyCancelled = self { true } else { false } }
    /// Whether this is ``multipartEncodingFailed(error:)``.
    public var isMultipartEncodingError: Bool { if case .multipartEncodingFailed = self { true } else { false } }
    /// Whether this is ``parameterEncodingFailed(reason:)``.
    public var isParameterEncodingError: Bool { if case .parameterEncodingFailed = self { true } else { false } }
    /// Whether this is ``requestAdaptationFailed(error:)``.
    public var isRequestAdaptationError: Bool { if case .requestAdaptationFailed = self { true } else { false } }
    /// Whether this is ``requestRetryFailed(retryError:originalError:)``.
    public var isRequestRetryError: Bool { if case .requestRetryFailed = self { true } else { false } }
    /// Whether this is ``responseValidationFailed(reason:)``.
    public var isResponseValidationError: Bool { if case .responseValidationFailed = self { true } else { false } }
    /// Whether this is ``sessionTaskFailed(error:)``.
    public var isSessionTaskError: Bool { if case .sessionTaskFailed = self { true } else { false } }

    /// The status that the target's validation refused.
    public var responseCode: Int? {
        if case .responseValidationFailed(.unacceptableStatusCode(let code)) = self { code } else { nil }
    }

    /// The error that caused this one.
    public var underlyingError: Swift.Error? {
        switch self {
        case .createURLRequestFailed(let error), .downloadedFileMoveFailed(let error, _, _),
            .multipartEncodingFailed(let error), .requestAdaptationFailed(let error),
            .requestRetryFailed(let error, _), .sessionTaskFailed(let error):
            error
        case .parameterEncodingFailed(.jsonEncodingFailed(let error)),
            .parameterEncodingFailed(.customEncodingFailed(let error)):
            error
        case .parameterEncodingFailed(.missingURL), .explicitlyCancelled, .responseValidationFailed: nil
        }
    }
}

extension AFError: LocalizedError {
    public var errorDescription: String? {
        switch self {
        case .explicitlyCancelled: "Request explicitly cancelled."
        case .sessionTaskFailed(let error):
            "URLSessionTask failed with error: \(error.localizedDescription)"
        case .responseValidationFailed(.unacceptableStatusCode(let code)):
            "Response status code was unacceptable: \(code)."
        case .parameterEncodingFailed(.missingURL): "URL request to encode was missing a URL"
        default: underlyingError?.localizedDescription
        }
    }
}

extension Swift.Error {
    /// This error as Alamofire's error. `nil` for other errors.
    public var asAFError: AFError? { self as? AFError }
}
