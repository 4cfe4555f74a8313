import Foundation

extension TernError {
    /// `error` in Tern's terms. The one place where errors are wrapped; what is wrapped already stays as it is.
    ///
    /// - Parameters:
    ///   - code: The code of an error that has none of its own.
    ///   - thrower: Who threw it, for the reason.
    static func wrapping(_ error: any Error, as code: Code, thrownBy thrower: String) -> TernError {
        if let error = error as? TernError { return error }
        if error is CancellationError { return TernError(.cancelled) }
        if error is EncodingError {
            return TernError(.encodingFailed, reason: EncodingFailure.reason(of: error), underlying: error)
        }
        let foundationError = error as NSError
        if foundationError.domain == NSURLErrorDomain, let code = Code(urlErrorCode: foundationError.code) {
            return TernError(code, underlying: code == .cancelled ? nil : error)
        }
        return TernError(code, reason: "\(thrower) threw an error.", underlying: error)
    }

    /// An error of a call's own decoding, about this response.
    static func wrapping(_ error: any Error, asDecodingOf response: Response) -> TernError {
        var wrapped = wrapping(error, as: .decodingFailed, thrownBy: "The call's decoding")
        wrapped.response = wrapped.response ?? response
        wrapped.target = wrapped.target ?? response.target
        wrapped.request = wrapped.request ?? response.request
        return wrapped
    }

    /// This error with what it doesn't know yet.
    func about(target: any TargetType, request: URLRequest? = nil, attempts: Int = 0) -> TernError {
        var error = self
        error.target = error.target ?? target
        error.request = error.request ?? request
        error.attempts = max(error.attempts, attempts)
        return error
    }
}

extension TernError.Code {
    /// The code for one of `NSURLErrorDomain`, if it tells more than that the transport failed.
    init?(urlErrorCode: Int) {
        switch URLError.Code(rawValue: urlErrorCode) {
        case .cancelled: self = .cancelled
        case .timedOut: self = .timedOut
        case .badURL, .unsupportedURL: self = .invalidURL
        case .cannotFindHost, .dnsLookupFailed: self = .hostNotFound
        case .cannotConnectToHost: self = .connectionRefused
        case .networkConnectionLost: self = .connectionLost
        case .notConnectedToInternet, .internationalRoamingOff, .callIsActive, .dataNotAllowed: self = .notConnected
        case .secureConnectionFailed, .serverCertificateHasBadDate, .serverCertificateUntrusted,
            .serverCertificateHasUnknownRoot, .serverCertificateNotYetValid, .clientCertificateRejected,
            .clientCertificateRequired:
            self = .tlsFailed
        case .badServerResponse, .cannotParseResponse, .cannotDecodeRawData, .cannotDecodeContentData:
            self = .malformedResponse
        case .httpTooManyRedirects, .redirectToNonExistentLocation: self = .tooManyRedirects
        case .dataLengthExceedsMaximum: self = .bodyTooLarge
        case .requestBodyStreamExhausted: self = .bodyNotReplayable
        default: return nil
        }
    }
}
