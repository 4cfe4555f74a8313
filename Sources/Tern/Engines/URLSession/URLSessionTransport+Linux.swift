import Foundation

/// Where FoundationNetworking and Apple's `URLSession` differ.
extension URLSessionTransport {
    static func copy(_ configuration: URLSessionConfiguration) -> URLSessionConfiguration {
        let copy = configuration.copy() as? URLSessionConfiguration ?? configuration
        #if canImport(FoundationNetworking)
            // With a cache, cancelling near completion traps ("not in the registry").
            copy.urlCache = nil
            copy.timeoutIntervalForRequest = safeTimeout(copy.timeoutIntervalForRequest)
        #endif
        return copy
    }

    /// The request with a body that a session can send.
    ///
    /// - Throws: `TernError` with code `.transportFailed` if there is no such body, and `.encodingFailed`.
    static func replacingBody(of request: Request) async throws -> Request {
        #if canImport(FoundationNetworking)
            guard let body = request.body, body.data == nil else { return request }
            guard body.fileURL != nil else {
                let reason = """
                    FoundationNetworking can't send a body that comes in pieces. Give it as data or as a file, or use \
                    CurlTransport.
                    """
                throw TernError(.transportFailed, reason: reason)
            }
            var request = request
            // Of a file that it reads itself, it traps where the upload is cancelled.
            request.body = .data(try await body.collected(), contentType: body.contentType)
            return request
        #else
            return request
        #endif
    }

    /// Where the delegate is called, one call after another.
    static var delegateQueue: OperationQueue? {
        #if canImport(FoundationNetworking)
            return InlineOperationQueue()
        #else
            return nil
        #endif
    }

    /// Whether a task that is suspended goes on where it was when it is resumed.
    static var canPause: Bool {
        #if canImport(FoundationNetworking)
            // It begins anew, and delivers again what it had delivered.
            return false
        #else
            return true
        #endif
    }

    /// An idle timeout that the platform understands.
    ///
    /// - Parameter seconds: For a request that has none of its own.
    static func safeIdleTimeout(_ own: Duration?, default seconds: TimeInterval) -> Duration {
        .seconds(safeTimeout(own.map { $0 / .seconds(1) } ?? seconds))
    }

    private static func safeTimeout(_ seconds: TimeInterval) -> TimeInterval {
        guard seconds > 0 else { return usualTimeout }
        #if canImport(FoundationNetworking)
            // Infinite and NaN trap, and fractions are cut off: 0.9 s would be none at all.
            return min(seconds.rounded(.up), longestTimeout)
        #else
            return min(seconds, longestTimeout)
        #endif
    }

    /// The error with the code that its circumstances tell, where the platform's own code tells less or lies.
    ///
    /// - Parameters:
    ///   - response: The head, if there was one.
    ///   - receivedBytes: How much of the body had come by then, decoded.
    static func precise(
        _ error: any Error,
        for request: Request,
        after response: HTTPURLResponse?,
        receivedBytes: Int64
    ) -> any Error {
        if (error as? URLError)?.code == .timedOut {
            let reason =
                "Nothing came or went for \(request.idleTimeout.map { $0 / .seconds(1) } ?? usualTimeout) seconds."
            return TernError(.timedOut, reason: reason, underlying: error)
        }
        #if canImport(FoundationNetworking)
            // What is encoded announces another size than it has.
            let isEncoded = response?.value(forHTTPHeaderField: "Content-Encoding") != nil
            let isShort = !isEncoded && receivedBytes < response?.expectedContentLength ?? 0
            switch ((error as? URLError)?.code, response != nil) {
            case (.badServerResponse, false):
                return TernError(.connectionLost, underlying: error)
            case (.unknown, true) where isShort:
                return TernError(.connectionLost, underlying: error)
            case (.dataLengthExceedsMaximum, false):
                return TernError(
                    .transportFailed,
                    reason: "FoundationNetworking sends no body with GET.",
                    underlying: error
                )
            case (.unsupportedURL, false):
                // The request's URL was checked; what libcurl doesn't support is the answer.
                return TernError(.malformedResponse, underlying: error)
            default:
                return error
            }
        #else
            return error
        #endif
    }

    /// Whether a request mustn't be sent on a kept connection.
    static func needsNewConnection(_ request: Request) -> Bool {
        #if canImport(FoundationNetworking)
            // libcurl would send it again by itself where a kept connection ends without a response, and would take for its
            // response what else had come there. On a new connection it does neither.
            return !request.isIdempotent
        #else
            return false
        #endif
    }

    static let longestTimeout: TimeInterval = 10 * 24 * 60 * 60

    /// That of a `URLRequest` which nobody gave one.
    private static let usualTimeout: TimeInterval = 60

    /// What to do about a challenge: take the response that it came with as the answer.
    static var challengeDisposition: URLSession.AuthChallengeDisposition {
        #if canImport(FoundationNetworking)
            // Anything else waits for ever. The task fails as cancelled then; `URLSessionTransfer` knows better.
            return .cancelAuthenticationChallenge
        #else
            return .performDefaultHandling
        #endif
    }
}

#if canImport(FoundationNetworking)
    /// Calls the delegate right where something happens, on the queue of the session. An `Operation` for each of the
    /// three or four calls that a request takes costs a tenth of the request.
    // Unchecked only because its superclass is; it adds nothing.
    private final class InlineOperationQueue: OperationQueue, @unchecked Sendable {
        override func addOperation(_ block: @escaping @Sendable () -> Void) {
            block()
        }
    }
#endif
