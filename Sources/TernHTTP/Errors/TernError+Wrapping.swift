import Foundation

extension TernError {
    /// The source of an error that isn't a `TernError`. Only a transport's errors determine the code.
    package enum Thrower {
        case transport
        case requestClosure
        case plugin(Any.Type)
        case decoding(Response, of: Any.Type)
    }

    /// Converts `error` to a `TernError`. A `TernError` is returned unchanged. All errors are wrapped here.
    package static func wrapping(_ error: any Error, thrownBy thrower: Thrower) -> TernError {
        if let error = error as? TernError { return error }
        if error is CancellationError || isURLCancellation(error) { return TernError(.cancelled) }
        switch thrower {
        case .transport:
            // A sample can have this error, which the stages above a live transport handle.
            if let loss = error as? ConnectionLoss { return loss.error }
            if error is EncodingError { return EncodingFailure.error(of: .request, wrapping: error) }
            if let failure = URLLoadingFailure(error) { return failure.error }
            return TernError(.transportFailed, reason: "The transport threw an error.", underlying: error)
        case .requestClosure:
            if error is EncodingError { return EncodingFailure.error(of: .request, wrapping: error) }
            return TernError(
                .pluginFailed,
                reason: "The request closure threw an error.",
                advice: "See error.underlying for the error of the request closure.",
                underlying: error
            )
        case .plugin(let type):
            return TernError(.pluginFailed, reason: "Plugin \(type) threw an error.", underlying: error)
        case .decoding(let response, let type):
            // A closure that decodes the body itself has the texts of `decode(_:)`.
            if error is DecodingError {
                let failure = DecodingFailure(error, of: type, in: response)
                return TernError(.decodingFailed, reason: failure.reason, advice: failure.advice, underlying: error)
            }
            let text = response.redaction.text(of: error, about: response.request)
            return TernError(
                .decodingFailed,
                reason: "The call's closure threw \(text)\(text.hasSuffix(".") ? "" : ".") \(response.excerptText)",
                advice:
                    "See error.underlying for this error. The closure can throw a TernError with a code of your own.",
                underlying: error
            )
        }
    }

    /// The error of a call whose transport throws this error. A `TernError` is unchanged, a cancellation has the code
    /// `.cancelled`, a `URLError` the code for it, and any other error the code `.transportFailed`. The error itself is
    /// in ``underlying``.
    public init(wrapping error: any Error) {
        self = .wrapping(error, thrownBy: .transport)
    }

    /// The error of an exchange that failed after the head of its response, which ``response`` then has, with the bytes
    /// that arrived. An error about the size of a body doesn't keep the body.
    package static func interrupting(_ response: Response, to request: Request, _ error: any Error) -> TernError {
        let error = wrapping(error, thrownBy: .transport)
        guard error.code != .bodyTooLarge else { return error }
        var response = response
        response.request = response.request ?? request
        response.url = response.url ?? request.url
        return TernError(error, response: response)
    }

    private static func isURLCancellation(_ error: any Error) -> Bool {
        urlErrorCode(of: error) == URLError.Code.cancelled.rawValue
    }

    private static func urlErrorCode(of error: any Error) -> Int? {
        let error = error as NSError
        return error.domain == NSURLErrorDomain ? error.code : nil
    }

    /// Wraps an error that a call's own closure threw, which creates a value of this type.
    package static func wrapping(_ error: any Error, asDecodingOf response: Response, as type: Any.Type) -> TernError {
        TernError(
            wrapping(error, thrownBy: .decoding(response, of: type)),
            target: response.target,
            request: response.request,
            response: response,
            attempts: response.attempts
        )
    }
}
