import TernHTTP

/// The settings of a transport that are applied while a session runs.
struct URLSessionHooks: Sendable {
    let assumesHTTP3Capable: Bool
    let onWaiting: (@Sendable (Request) -> Void)?
    /// `nil` if the session stores no cookies, or if it sends and stores all cookies itself.
    var cookies: SessionCookies?
    #if canImport(Security)
        let challenges: SessionChallenges
    #endif

    /// Creates the settings of a transport with a given `URLSessionConfiguration`.
    init(_ options: URLSessionTransport.Options = .init()) {
        assumesHTTP3Capable = options.assumesHTTP3Capable
        onWaiting = options.onWaitingForConnectivity
        #if canImport(Security)
            challenges = SessionChallenges(options)
        #endif
    }

    /// - Throws: `TernError` with code `.unsupportedConfiguration` if a certificate or key can't be used.
    init(_ configuration: TransportConfiguration, _ options: URLSessionTransport.Options) throws(TernError) {
        assumesHTTP3Capable = options.assumesHTTP3Capable
        onWaiting = options.onWaitingForConnectivity
        #if canImport(Security)
            challenges = try SessionChallenges(configuration, options)
        #endif
    }
}
