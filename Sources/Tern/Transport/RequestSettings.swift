import Foundation

/// What a `URLRequest` says beside its message: how it is sent, and whether a cache may serve it.
struct RequestSettings: Hashable {
    /// Its bits, since a number that isn't one doesn't equal itself.
    private let idleTimeout: UInt64
    private let cachePolicy: URLRequest.CachePolicy
    private let networkServiceType: URLRequest.NetworkServiceType
    private let allowsCellularAccess: Bool
    private let handlesCookies: Bool
    /// Decides which cookies are accepted.
    private let mainDocumentURL: URL?
    #if !canImport(FoundationNetworking)
        private let allowsExpensiveNetworkAccess: Bool
        private let allowsConstrainedNetworkAccess: Bool
        private let assumesHTTP3Capable: Bool
        private let requiresDNSSECValidation: Bool
        private let attribution: URLRequest.Attribution
    #endif

    init(_ request: URLRequest) {
        idleTimeout = request.timeoutInterval.bitPattern
        cachePolicy = request.cachePolicy
        networkServiceType = request.networkServiceType
        allowsCellularAccess = request.allowsCellularAccess
        handlesCookies = request.httpShouldHandleCookies
        mainDocumentURL = request.mainDocumentURL
        #if !canImport(FoundationNetworking)
            allowsExpensiveNetworkAccess = request.allowsExpensiveNetworkAccess
            allowsConstrainedNetworkAccess = request.allowsConstrainedNetworkAccess
            assumesHTTP3Capable = request.assumesHTTP3Capable
            requiresDNSSECValidation = request.requiresDNSSECValidation
            attribution = request.attribution
        #endif
    }
}
