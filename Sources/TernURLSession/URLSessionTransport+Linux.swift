import Foundation
import TernHTTP

/// The differences between FoundationNetworking and Apple's `URLSession`.
extension URLSessionTransport {
    static func copy(_ configuration: URLSessionConfiguration) -> URLSessionConfiguration {
        let copy = configuration.copy() as? URLSessionConfiguration ?? configuration
        #if canImport(FoundationNetworking)
            // Cancellations aren't safe with a cache.
            copy.urlCache = nil
            copy.timeoutIntervalForRequest = safeTimeout(copy.timeoutIntervalForRequest)
        #endif
        return copy
    }

    /// The request with its body in a form that the session can send.
    ///
    /// - Throws: `TernError` with code `.transportFailed` if the session can't send the body, and `.encodingFailed` if
    ///   the body can't be read.
    static func replacingBody(of request: Request, for kind: SessionKind) async throws -> Request {
        guard kind == .foundationNetworking, let body = request.body, body.data == nil else { return request }
        guard body.fileURL != nil else {
            let reason = """
                FoundationNetworking can't send a body that is read in pieces. Use data or a file, or use CurlTransport.
                """
            throw TernError(.transportFailed, reason: reason)
        }
        var request = request
        // In FoundationNetworking, cancelling isn't safe while it reads the file itself.
        request.body = .data(try await body.collected(), contentType: body.contentType)
        return request
    }

    /// The serial queue on which the delegate is called.
    static var delegateQueue: OperationQueue? {
        #if canImport(FoundationNetworking)
            return InlineOperationQueue()
        #else
            return nil
        #endif
    }

    /// The content codings that a session decodes. A body with any other coding stays as it is.
    static var codings: Set<String> {
        #if canImport(FoundationNetworking)
            // A session asks for `zstd` if its libcurl can decode it.
            return ["gzip", "x-gzip", "deflate", "br", "zstd"]
        #else
            return ["gzip", "x-gzip", "deflate", "br"]
        #endif
    }

    /// An idle timeout that the platform supports.
    ///
    /// - Parameter seconds: The timeout for a request that sets none.
    static func safeIdleTimeout(_ own: Duration?, default seconds: TimeInterval) -> Duration {
        .seconds(safeTimeout(own.map { $0 / .seconds(1) } ?? seconds))
    }

    private static func safeTimeout(_ seconds: TimeInterval) -> TimeInterval {
        guard seconds > 0 else { return usualTimeout }
        #if canImport(FoundationNetworking)
            // Only finite values are safe, and fractions are truncated: 0.9 s would mean no timeout.
            return min(seconds.rounded(.up), longestTimeout)
        #else
            return min(seconds, longestTimeout)
        #endif
    }

    /// The error with a more precise code where the platform's own code is vague or wrong.
    ///
    /// - Parameters:
    ///   - response: The head, if it was received.
    ///   - receivedBytes: The number of decoded body bytes received so far.
    static func precise(
        _ error: any Error,
        of kind: SessionKind,
        for request: Request,
        after response: HTTPURLResponse?,
        receivedBytes: Int64
    ) -> any Error {
        guard kind == .foundationNetworking else {
            return NetworkRestriction.error(for: error)
                ?? AppleSessionFailure.error(for: error, of: request, after: response) ?? error
        }
        if (error as? URLError)?.code == .timedOut {
            return TernError.idle(for: request.idleTimeout ?? .seconds(usualTimeout), underlying: error)
        }
        let isShort = receivedBytes < response?.decodedLength ?? 0
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
            // The request's URL was checked, so libcurl rejected the response.
            return TernError(.malformedResponse, underlying: error)
        default:
            return error
        }
    }

    /// Whether a request must not be sent on a reused connection.
    static func needsNewConnection(_ request: Request) -> Bool {
        // If a reused connection ends without a response, the libcurl of FoundationNetworking sends the request again
        // by itself. It also takes unread bytes on the connection for the response. A new connection prevents both.
        !request.isIdempotent
    }

    /// Refuses a URL whose dot segments FoundationNetworking would resolve, so that it would request another resource.
    ///
    /// - Throws: `TernError` with code `.unsupportedConfiguration`.
    static func refuseDotSegments(in url: URL) throws(TernError) {
        guard URLReference.hasDotSegments(url) else { return }
        throw TernError(
            .unsupportedConfiguration,
            reason: "The path of the URL has dot segments, which FoundationNetworking doesn't send as they are.",
            advice: "Use a CurlTransport for this URL."
        )
    }

    static let longestTimeout: TimeInterval = 10 * 24 * 60 * 60

    /// The default timeout of a `URLRequest`.
    private static let usualTimeout: TimeInterval = 60
}

#if canImport(FoundationNetworking)
    /// Calls the delegate synchronously, on the session's queue.
    // Unchecked only because its superclass is. The class adds no state.
    private final class InlineOperationQueue: OperationQueue, @unchecked Sendable {
        override func addOperation(_ block: @escaping @Sendable () -> Void) {
            block()
        }
    }
#endif
