import Foundation
import TernHTTP

/// What the caller receives in the end.
extension URLSessionTransferState {
    func result(_ head: HTTPURLResponse) -> URLSessionResult {
        URLSessionResult(response: head, body: body, times: times, progress: progress)
    }

    /// The response whose collected body hasn't arrived wholly. `nil` before its head, and for a followed redirect.
    var interruptedResult: URLSessionResult? {
        switch phase {
        case .collecting(_, _, let head), .ended(let head?, wasCollecting: true):
            request.delivery.isCollected ? result(head) : nil
        default: nil
        }
    }

    /// The result of the exchange after the session has completed its task.
    mutating func completed(_ error: (any Error)?) -> Result<URLSessionResult, any Error> {
        times.end = .now
        if let head, isSuccess(error) {
            let failure = proxyFailure ?? truncation(of: head, after: error)
            return failure.map { .failure($0) } ?? .success(result(head))
        }
        guard let error else { return .failure(TernError(.malformedResponse)) }
        let received = progress.receivedBytes
        return .failure(
            URLSessionTransport.precise(error, of: kind, for: request, after: head, receivedBytes: received)
        )
    }

    // MARK: - Proxies

    /// The error if the response is a proxy's 407 Proxy Authentication Required (RFC 9110, section 15.5.8). A server that
    /// is reached without a proxy isn't allowed to send this status.
    var proxyFailure: TernError? {
        guard case .ofProxy = challenge, let head, head.statusCode == 407 else { return nil }
        return adding(head, body, to: ChallengeRules.proxyFailure)
    }

    /// The error with the proxy's response, if it is about the proxy.
    func addingProxyResponse(to error: TernError) -> TernError {
        guard error.code == .proxyFailed, case .ofProxy(let response?) = challenge else { return error }
        return adding(response, Data(), to: error)
    }

    // MARK: - Private

    private func adding(_ head: HTTPURLResponse, _ body: Data, to error: TernError) -> TernError {
        let response = Response(
            statusCode: head.statusCode,
            data: body,
            headers: HTTPHeaders(head),
            request: request,
            url: head.url
        )
        return TernError(error, request: request, response: response)
    }

    /// The error for a body that is shorter than announced, after which the session has reported no error.
    private func truncation(of head: HTTPURLResponse, after error: (any Error)?) -> TernError? {
        // FoundationNetworking drops the body of a redirect, and of a challenge, and itself reports an error after any
        // other truncated body.
        guard error == nil, !(300...399).contains(head.statusCode), head.statusCode != 204, request.method != .head,
            let length = head.decodedLength, progress.receivedBytes < length
        else { return nil }
        let reason = "The body has \(progress.receivedBytes) of the \(length) bytes that were announced."
        return TernError(.connectionLost, reason: reason)
    }

    private func isSuccess(_ error: (any Error)?) -> Bool {
        guard let error else { return true }
        guard case .toFoundationNetworking = challenge else { return false }
        return (error as? URLError)?.code == .cancelled
    }
}
