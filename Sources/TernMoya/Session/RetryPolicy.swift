import Foundation

/// Sends requests again after errors that may pass, with a delay that grows. Alamofire's policy, with its defaults.
///
/// A status is an error only if the target's `validationType` refuses it.
// Only constants.
open class RetryPolicy: RequestInterceptor, @unchecked Sendable {
    /// 2.
    public static let defaultRetryLimit: UInt = 2
    /// 2.
    public static let defaultExponentialBackoffBase: UInt = 2
    /// 0.5.
    public static let defaultExponentialBackoffScale = 0.5
    /// DELETE, GET, HEAD, OPTIONS, PUT and TRACE.
    public static let defaultRetryableHTTPMethods: Set<HTTPMethod> = [.delete, .get, .head, .options, .put, .trace]
    /// 408, 500, 502, 503 and 504.
    public static let defaultRetryableHTTPStatusCodes: Set<Int> = [408, 500, 502, 503, 504]
    /// Errors of the network and of the server that may pass.
    public static let defaultRetryableURLErrorCodes: Set<URLError.Code> = [
        .backgroundSessionInUseByAnotherProcess, .backgroundSessionWasDisconnected, .badServerResponse, .callIsActive,
        .cannotConnectToHost, .cannotFindHost, .cannotLoadFromNetwork, .dataNotAllowed, .dnsLookupFailed,
        .downloadDecodingFailedMidStream, .downloadDecodingFailedToComplete, .internationalRoamingOff,
        .networkConnectionLost, .notConnectedToInternet, .secureConnectionFailed, .serverCertificateHasBadDate,
        .serverCertificateNotYetValid, .timedOut,
    ]

    /// How often a request is sent again.
    public let retryLimit: UInt
    /// The factor between two delays.
    public let exponentialBackoffBase: UInt
    /// The first delay in seconds.
    public let exponentialBackoffScale: Double
    /// The methods of requests that are sent again.
    public let retryableHTTPMethods: Set<HTTPMethod>
    /// The statuses after which a request is sent again.
    public let retryableHTTPStatusCodes: Set<Int>
    /// The errors after which a request is sent again.
    public let retryableURLErrorCodes: Set<URLError.Code>

    /// A policy with these values.
    public init(
        retryLimit: UInt = RetryPolicy.defaultRetryLimit,
        exponentialBackoffBase: UInt = RetryPolicy.defaultExponentialBackoffBase,
        exponentialBackoffScale: Double = RetryPolicy.defaultExponentialBackoffScale,
        retryableHTTPMethods: Set<HTTPMethod> = RetryPolicy.defaultRetryableHTTPMethods,
        retryableHTTPStatusCodes: Set<Int> = RetryPolicy.defaultRetryableHTTPStatusCodes,
        retryableURLErrorCodes: Set<URLError.Code> = RetryPolicy.defaultRetryableURLErrorCodes
    ) {
        self.retryLimit = retryLimit
        self.exponentialBackoffBase = exponentialBackoffBase
        self.exponentialBackoffScale = exponentialBackoffScale
        self.retryableHTTPMethods = retryableHTTPMethods
        self.retryableHTTPStatusCodes = retryableHTTPStatusCodes
        self.retryableURLErrorCodes = retryableURLErrorCodes
    }

    @preconcurrency
    open func retry(
        _ request: Request,
        for session: Session,
        dueTo error: Swift.Error,
        completion: @escaping @Sendable (RetryResult) -> Void
    ) {
        guard request.retryCount < retryLimit, shouldRetry(request: request, dueTo: error) else {
            return completion(.doNotRetry)
        }
        let growth = pow(Double(exponentialBackoffBase), Double(request.retryCount))
        completion(.retryWithDelay(growth * exponentialBackoffScale))
    }

    /// Whether the method, and the status or the error, are those of this policy.
    open func shouldRetry(request: Request, dueTo error: Swift.Error) -> Bool {
        guard let method = request.request?.httpMethod,
            retryableHTTPMethods.contains(HTTPMethod(rawValue: method))
        else { return false }
        if let status = request.response?.statusCode, retryableHTTPStatusCodes.contains(status) { return true }
        let urlError = error as? URLError ?? error.asAFError?.underlyingError as? URLError
        return urlError.map { retryableURLErrorCodes.contains($0.code) } ?? false
    }
}

/// Sends requests again after a lost connection, and after the statuses of ``RetryPolicy``.
// Only constants.
open class ConnectionLostRetryPolicy: RetryPolicy, @unchecked Sendable {
    /// A policy with these values.
    public init(
        retryLimit: UInt = RetryPolicy.defaultRetryLimit,
        exponentialBackoffBase: UInt = RetryPolicy.defaultExponentialBackoffBase,
        exponentialBackoffScale: Double = RetryPolicy.defaultExponentialBackoffScale,
        retryableHTTPMethods: Set<HTTPMethod> = RetryPolicy.defaultRetryableHTTPMethods
    ) {
        super.init(
            retryLimit: retryLimit,
            exponentialBackoffBase: exponentialBackoffBase,
            exponentialBackoffScale: exponentialBackoffScale,
            retryableHTTPMethods: retryableHTTPMethods,
            retryableURLErrorCodes: [.networkConnectionLost]
        )
    }
}
