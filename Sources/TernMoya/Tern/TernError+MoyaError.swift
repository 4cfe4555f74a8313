import Foundation
import Tern

extension TernError {
    /// Tern's error for an error of Moya's form, whose own error it is if Tern's transport made it.
    init(_ error: MoyaError, about target: any Tern.TargetType) {
        let cause = error.underlyingError
        let inner = cause?.asAFError?.underlyingError ?? cause
        if let tern = inner as? TernError ?? (inner as? URLError)?.userInfo[NSUnderlyingErrorKey] as? TernError {
            self.init(tern, about: target, attempts: tern.attempts)
            return
        }
        let response = error.response.map { Tern.Response($0, about: target) }
        self.init(
            Self.code(of: error),
            target: target,
            request: response?.request,
            response: response,
            attempts: response?.attempts ?? 0,
            underlying: cause
        )
    }

    /// An error of Tern about another target.
    init(_ error: TernError, about target: any Tern.TargetType, attempts: Int) {
        self.init(
            error.code,
            reason: error.reason,
            advice: error.advice,
            target: target,
            request: error.request,
            response: error.response,
            attempts: attempts,
            underlying: error.underlying,
            retryAfter: error.retryAfter
        )
    }

    private static func code(of error: MoyaError) -> Code {
        switch error {
        case .requestMapping: .invalidURL
        case .encodableMapping, .parameterEncoding: .encodingFailed
        case .jsonMapping, .stringMapping, .objectMapping, .imageMapping: .decodingFailed
        case .statusCode: .unacceptableStatus
        case .underlying(MoyaError.statusCode, _): .unacceptableStatus
        case .underlying(AFError.responseValidationFailed, _): .unacceptableStatus
        case .underlying(AFError.requestAdaptationFailed, _), .underlying(AFError.requestRetryFailed, _): .pluginFailed
        case .underlying(AFError.multipartEncodingFailed, _), .underlying(AFError.createURLRequestFailed, _):
            .encodingFailed
        case .underlying(AFError.parameterEncodingFailed, _), .underlying(AFError.parameterEncoderFailed, _):
            .encodingFailed
        case .underlying(AFError.invalidURL, _): .invalidURL
        case .underlying(AFError.responseSerializationFailed, _): .decodingFailed
        case .underlying(AFError.serverTrustEvaluationFailed, _): .tlsFailed
        case .underlying(AFError.downloadedFileMoveFailed, _): .fileFailed
        case .underlying(AFError.explicitlyCancelled, _): .cancelled
        case .underlying(let error as NSError, _)
        where error.domain == NSURLErrorDomain && error.code == NSURLErrorCancelled:
            .cancelled
        case .underlying: .transportFailed
        }
    }
}
