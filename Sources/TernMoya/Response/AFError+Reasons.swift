import Foundation

extension AFError {
    /// Why a multipart form can't be made.
    public enum MultipartEncodingFailureReason: Sendable {
        /// The URL of a part is no file.
        case bodyPartURLInvalid(url: URL)
        /// The file of a part has no name.
        case bodyPartFilenameInvalid(in: URL)
        /// The file of a part can't be reached.
        case bodyPartFileNotReachable(at: URL)
        /// The system reported an error about the file of a part.
        case bodyPartFileNotReachableWithError(atURL: URL, error: Swift.Error)
        /// The file of a part is a directory.
        case bodyPartFileIsDirectory(at: URL)
        /// The file of a part has no size.
        case bodyPartFileSizeNotAvailable(at: URL)
        /// The size of the file of a part can't be read.
        case bodyPartFileSizeQueryFailedWithError(forURL: URL, error: Swift.Error)
        /// The file of a part can't be opened.
        case bodyPartInputStreamCreationFailed(for: URL)
        /// The file of the form can't be created.
        case outputStreamCreationFailed(for: URL)
        /// The file of the form exists.
        case outputStreamFileAlreadyExists(at: URL)
        /// The URL of the form is no file.
        case outputStreamURLInvalid(url: URL)
        /// The form can't be written.
        case outputStreamWriteFailed(error: Swift.Error)
        /// A part can't be read.
        case inputStreamReadFailed(error: Swift.Error)
    }

    /// Why parameters can't be encoded.
    public enum ParameterEncodingFailureReason: Sendable {
        /// The request has no URL.
        case missingURL
        /// The parameters can't be written as JSON.
        case jsonEncodingFailed(error: Swift.Error)
        /// Another encoding failed.
        case customEncodingFailed(error: Swift.Error)
    }

    /// Why an encoder of parameters failed.
    public enum ParameterEncoderFailureReason: Sendable {
        /// A part that a request needs.
        public enum RequiredComponent: Sendable {
            /// The URL.
            case url
            /// The method.
            case httpMethod(rawValue: String)
        }

        /// The request lacks a part.
        case missingRequiredComponent(RequiredComponent)
        /// The encoder failed.
        case encoderFailed(error: Swift.Error)
    }

    /// Why a response isn't accepted.
    public enum ResponseValidationFailureReason: Sendable {
        /// There is no file.
        case dataFileNil
        /// The file can't be read.
        case dataFileReadFailed(at: URL)
        /// The response has no media type.
        case missingContentType(acceptableContentTypes: [String])
        /// The media type isn't one of the accepted ones.
        case unacceptableContentType(acceptableContentTypes: [String], responseContentType: String)
        /// The status isn't one of the accepted ones.
        case unacceptableStatusCode(code: Int)
        /// A validation of the app failed.
        case customValidationFailed(error: Swift.Error)
    }

    /// Why a body isn't what was expected.
    public enum ResponseSerializationFailureReason: Sendable {
        /// The body is empty.
        case inputDataNilOrZeroLength
        /// There is no file.
        case inputFileNil
        /// The file can't be read.
        case inputFileReadFailed(at: URL)
        /// The body isn't text in this encoding.
        case stringSerializationFailed(encoding: String.Encoding)
        /// The body isn't JSON.
        case jsonSerializationFailed(error: Swift.Error)
        /// The body can't be decoded.
        case decodingFailed(error: Swift.Error)
        /// A serializer of the app failed.
        case customSerializationFailed(error: Swift.Error)
        /// The body is empty, and the type has no empty value.
        case invalidEmptyResponse(type: String)
    }

    /// Why a certificate isn't trusted. Alamofire's reasons without values of Apple's Security framework.
    public enum ServerTrustFailureReason: Sendable {
        /// The host has no evaluator.
        case noRequiredEvaluator(host: String)
        /// There are no certificates to compare with.
        case noCertificatesFound
        /// There are no keys to compare with.
        case noPublicKeysFound
        /// The policy for revoked certificates can't be made.
        case revocationPolicyCreationFailed
        /// The system doesn't trust the certificate.
        case trustEvaluationFailed(error: Swift.Error?)
        /// An evaluator of the app failed.
        case customEvaluationFailed(error: Swift.Error)
    }

    /// Why a request can't be sent.
    public enum URLRequestValidationFailureReason: Sendable {
        /// A GET has a body.
        case bodyDataInGETRequest(Data)
    }
}
