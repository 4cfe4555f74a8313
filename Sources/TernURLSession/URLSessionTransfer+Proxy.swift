import Foundation
import TernHTTP

/// Distinguishes a proxy's response 407 Proxy Authentication Required (RFC 9110, section 15.5.8) from a server's. A
/// server that is reached without a proxy isn't allowed to send this status.
extension URLSessionTransfer {
    /// - Parameter response: The proxy's response. `nil` if the session doesn't provide it.
    func challengedByProxy(_ response: HTTPURLResponse?) {
        state.withLock { state in
            state.isChallengedByProxy = true
            state.proxyResponse = response
        }
    }

    /// The error for a result that is a proxy's response. `nil` for any other.
    func proxyFailure(with result: URLSessionResult?) -> TernError? {
        guard let result, result.response.statusCode == 407, state.withLock(\.isChallengedByProxy) else { return nil }
        return adding(result.response, result.body, to: ChallengeRules.proxyFailure)
    }

    /// The error with the proxy's response, if it is about the proxy.
    func addingProxyResponse(to error: TernError) -> TernError {
        guard error.code == .proxyFailed, let response = state.withLock(\.proxyResponse) else { return error }
        return adding(response, Data(), to: error)
    }

    private func adding(_ response: HTTPURLResponse, _ body: Data, to error: TernError) -> TernError {
        let response = Response(
            statusCode: response.statusCode,
            data: body,
            headers: HTTPHeaders(response),
            request: request,
            url: response.url
        )
        return TernError(error, request: request, response: response)
    }
}
