import Foundation

/// Where FoundationNetworking and Apple's `URLSession` differ.
extension URLSessionTransport {
    static func copy(_ configuration: URLSessionConfiguration) -> URLSessionConfiguration {
        let copy = configuration.copy() as? URLSessionConfiguration ?? configuration
        #if canImport(FoundationNetworking)
            // With a cache, cancelling near completion traps ("not in the registry").
            copy.urlCache = nil
        #endif
        return copy
    }

    /// Where the delegate is called, one call after another.
    static var delegateQueue: OperationQueue? {
        #if canImport(FoundationNetworking)
            return InlineOperationQueue()
        #else
            return nil
        #endif
    }

    /// The request with a timeout that the platform understands.
    static func withSafeTimeout(_ request: URLRequest) -> URLRequest {
        let seconds = request.timeoutInterval
        #if canImport(FoundationNetworking)
            // Infinite and NaN trap, and fractions are cut off: 0.9 s would be none at all.
            let safe = seconds > 0 ? min(seconds.rounded(.up), longestTimeout) : 60
        #else
            let safe = seconds > 0 ? min(seconds, longestTimeout) : 60
        #endif
        guard safe != seconds else { return request }
        var request = request
        request.timeoutInterval = safe
        return request
    }

    /// The error with the code that its circumstances tell, where the platform's own code tells less or lies.
    ///
    /// - Parameters:
    ///   - response: The head, if there was one.
    ///   - receivedBytes: How much of the body had come by then, decoded.
    static func precise(_ error: any Error, after response: HTTPURLResponse?, receivedBytes: Int) -> any Error {
        #if canImport(FoundationNetworking)
            // What is encoded announces another size than it has.
            let isEncoded = response?.value(forHTTPHeaderField: "Content-Encoding") != nil
            let isShort = !isEncoded && Int64(receivedBytes) < response?.expectedContentLength ?? 0
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

    private static let longestTimeout: TimeInterval = 10 * 24 * 60 * 60

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
