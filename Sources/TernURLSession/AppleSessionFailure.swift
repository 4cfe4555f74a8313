import Foundation
import TernHTTP

/// Gives errors of Apple's session a more precise code. It is pure, so that it is tested on all platforms.
enum AppleSessionFailure {
    /// - Parameters:
    ///   - error: The error of a task that Tern has not cancelled.
    ///   - response: The head, if it was received.
    /// - Returns: `nil` if the code of `error` is precise enough.
    static func error(
        for error: any Error,
        of request: Request,
        after response: HTTPURLResponse?
    ) -> TernError? {
        if let code = TernError.Code(systemError: error as NSError) { return TernError(code, underlying: error) }
        return switch (error as? URLError)?.code {
        case .cancelled: cancellation(error, of: request, after: response)
        case .timedOut: timeout(error, of: request)
        case .dataLengthExceedsMaximum where response == nil && request.method == .get && request.body != nil:
            TernError(.transportFailed, reason: "URLSession sends no body with GET.", underlying: error)
        case .fileDoesNotExist, .noPermissionsToReadFile:
            request.body?.fileURL.map { RequestBody.unreadableFile($0, error) }
        default: nil
        }
    }

    // MARK: - Private

    /// The error for a timeout. The session doesn't report which limit was exceeded: the idle timeout,
    /// `timeoutIntervalForResource`, or a limit of the system.
    private static func timeout(_ error: any Error, of request: Request) -> TernError {
        let idle = request.idleTimeout.map { " (\($0 / .seconds(1)) seconds)" } ?? ""
        let reason = """
            The session timed out. It exceeded the idle timeout\(idle) or another limit of the session or the system.
            """
        return TernError(.timedOut, reason: reason, advice: TernError.idleAdvice, underlying: error)
    }

    /// After a rejected certificate, the session may fail later tasks for the same server without a challenge.
    private static func cancellation(
        _ error: any Error,
        of request: Request,
        after response: HTTPURLResponse?
    ) -> TernError {
        let reason = "The session cancelled the task itself"
        guard response == nil, request.url.scheme?.lowercased() == "https" else {
            return TernError(.transportFailed, reason: "\(reason).", underlying: error)
        }
        return TernError(
            .tlsFailed,
            reason: "\(reason), as it does after it rejected a server's certificate.",
            underlying: error
        )
    }
}

extension TernError.Code {
    /// The code for an error of a socket, which the session passes on without a code of its own.
    ///
    /// The usual one is `ECONNABORTED`: the system has closed the connections of an app in the background (issue 2674 of
    /// Alamofire). `nil` for other errors.
    fileprivate init?(systemError: NSError) {
        guard [NSPOSIXErrorDomain, "kNWErrorDomainPOSIX"].contains(systemError.domain) else { return nil }
        switch Int32(exactly: systemError.code) {
        case ECONNABORTED, ECONNRESET, ENOTCONN, EPIPE: self = .connectionLost
        case ECONNREFUSED: self = .connectionRefused
        case ENETDOWN, ENETUNREACH: self = .notConnected
        case ETIMEDOUT: self = .timedOut
        case EPROTO: self = .malformedResponse
        default: return nil
        }
    }
}
