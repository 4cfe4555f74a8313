import Foundation

/// Alamofire's error, inside ``MoyaError/underlying(_:_:)``.
///
/// It has all cases of Alamofire 5, so that a `switch` of an app compiles. The cases that a call fails with say when.
// The order gives the bridged `NSError` the codes of Alamofire.
public enum AFError: Swift.Error {
    /// An uploadable value can't be made.
    case createUploadableFailed(error: Swift.Error)
    /// The body of the request can't be made. For an upload whose file or stream can't be opened.
    case createURLRequestFailed(error: Swift.Error)
    /// The file of a download can't be moved to its destination.
    case downloadedFileMoveFailed(error: Swift.Error, source: URL, destination: URL)
    /// The call was cancelled.
    case explicitlyCancelled
    /// A value is no URL.
    case invalidURL(url: URLConvertible)
    /// The multipart form can't be made. For a form without parts, and for a method without a form.
    case multipartEncodingFailed(reason: MultipartEncodingFailureReason)
    /// A ``ParameterEncoding`` failed. For the parameters of a task.
    case parameterEncodingFailed(reason: ParameterEncodingFailureReason)
    /// An encoder of parameters failed.
    case parameterEncoderFailed(reason: ParameterEncoderFailureReason)
    /// A ``RequestAdapter`` failed. For the interceptor of the session.
    case requestAdaptationFailed(error: Swift.Error)
    /// A ``RequestRetrier`` ended the call with an error of its own. For the interceptor of the session.
    case requestRetryFailed(retryError: Swift.Error, originalError: Swift.Error)
    /// A response isn't accepted. For a status that the target's validation refuses.
    case responseValidationFailed(reason: ResponseValidationFailureReason)
    /// The body of a response isn't what was expected.
    case responseSerializationFailed(reason: ResponseSerializationFailureReason)
    /// The certificate of the server isn't trusted. A call fails with ``sessionTaskFailed(error:)`` instead.
    case serverTrustEvaluationFailed(reason: ServerTrustFailureReason)
    /// The session was released. A call keeps its session.
    case sessionDeinitialized
    /// The session was invalidated.
    case sessionInvalidated(error: Swift.Error?)
    /// The exchange failed. The error is a `URLError` with Tern's error in its `NSUnderlyingErrorKey`.
    case sessionTaskFailed(error: Swift.Error)
    /// The request can't be sent.
    case urlRequestValidationFailed(reason: URLRequestValidationFailureReason)
}

extension AFError: CustomNSError {
    /// `Alamofire.AFError`, for code that compares domains.
    public static var errorDomain: String { "Alamofire.AFError" }

    // Linux has only these texts for a `CustomNSError`.
    public var errorUserInfo: [String: Any] {
        errorDescription.map { [NSLocalizedDescriptionKey: $0] } ?? [:]
    }
}

extension Swift.Error {
    /// This error as Alamofire's error. `nil` for other errors.
    public var asAFError: AFError? { self as? AFError }
}
