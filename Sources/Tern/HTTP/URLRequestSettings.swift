import Foundation

/// The settings of a `URLRequest` that are not part of its message: how to send it, and whether a cache may serve it.
struct URLRequestSettings: Equatable {
    private let cachePolicy: URLRequest.CachePolicy
    private let networkServiceType: URLRequest.NetworkServiceType
    private let allowsCellularAccess: Bool
    private let handlesCookies: Bool
    /// Decides which cookies are accepted.
    private let mainDocumentURL: URL?
    #if !canImport(FoundationNetworking)
        /// Compares the settings that only Apple's `URLRequest` has, such as access to constrained networks.
        private let platformSettings: URLRequest
    #endif

    init(_ request: URLRequest) {
        cachePolicy = request.cachePolicy
        networkServiceType = request.networkServiceType
        allowsCellularAccess = request.allowsCellularAccess
        handlesCookies = request.httpShouldHandleCookies
        mainDocumentURL = request.mainDocumentURL
        #if !canImport(FoundationNetworking)
            var settings = request
            // These are parts of the message, or compared elsewhere.
            settings.httpMethod = "GET"
            settings.allHTTPHeaderFields = [:]
            settings.httpBody = nil
            settings.timeoutInterval = 60
            platformSettings = settings
        #endif
    }
}
