import Foundation
import Tern

extension TernError {
    /// The error that `URLSession` has for this one, with this one as its underlying error.
    func urlError(of request: URLRequest) -> URLError {
        if let error = underlying as? URLError { return error }
        let code: URLError.Code =
            switch self.code {
            case .timedOut: .timedOut
            case .notConnected: .notConnectedToInternet
            case .hostNotFound: .cannotFindHost
            case .connectionRefused, .proxyFailed: .cannotConnectToHost
            case .connectionLost: .networkConnectionLost
            case .tlsFailed: .secureConnectionFailed
            case .malformedResponse: .badServerResponse
            case .tooManyRedirects: .httpTooManyRedirects
            case .bodyTooLarge: .dataLengthExceedsMaximum
            case .invalidURL: ["http", "https"].contains(request.url?.scheme?.lowercased()) ? .badURL : .unsupportedURL
            case .bodyNotReplayable: .requestBodyStreamExhausted
            default: .unknown
            }
        return URLError(code, userInfo: [NSUnderlyingErrorKey: self, NSLocalizedDescriptionKey: localizedDescription])
    }
}
