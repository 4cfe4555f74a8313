import Foundation

/// What a `URLRequest` says beside its message: how it is sent, and whether a cache may serve it.
struct URLRequestSettings: Equatable {
    private let cachePolicy: URLRequest.CachePolicy
    private let networkServiceType: URLRequest.NetworkServiceType
    private let allowsCellularAccess: Bool
    private let handlesCookies: Bool
    /// Decides which cookies are accepted.
    private let mainDocumentURL: URL?
    #if !canImport(FoundationNetworking)
        /// Holds what only Apple's `URLRequest` has, such as access to constrained networks; its `==` compares all of it.
        private let others: URLRequest
    #endif

    init(_ request: URLRequest) {
        cachePolicy = request.cachePolicy
        networkServiceType = request.networkServiceType
        allowsCellularAccess = request.allowsCellularAccess
        handlesCookies = request.httpShouldHandleCookies
        mainDocumentURL = request.mainDocumentURL
        #if !canImport(FoundationNetworking)
            var others = request
            // These aren't settings.
            others.httpMethod = "GET"
            others.allHTTPHeaderFields = [:]
            others.httpBody = nil
            others.timeoutInterval = 60
            self.others = others
        #endif
    }
}
