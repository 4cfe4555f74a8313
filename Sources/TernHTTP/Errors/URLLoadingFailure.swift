import Foundation

/// An error of the URL loading system: of `NSURLErrorDomain`, or of the underlying CFNetwork.
package struct URLLoadingFailure {
    let code: TernError.Code
    private let underlying: any Error
    private let texts: (reason: String, advice: String)?

    /// - Returns: `nil` for an error of another domain, and for an unspecific error of the transport.
    init?(_ error: any Error) {
        let bridged = error as NSError
        let code: TernError.Code? =
            switch bridged.domain {
            case NSURLErrorDomain: TernError.Code(urlErrorCode: bridged.code)
            case "kCFErrorDomainCFNetwork": TernError.Code(networkErrorCode: bridged.code)
            default: nil
            }
        guard let code else { return nil }
        self.code = code
        underlying = error
        texts = bridged.domain == NSURLErrorDomain ? Self.texts(for: URLError.Code(rawValue: bridged.code)) : nil
    }

    var error: TernError {
        guard let texts else { return TernError(code, underlying: underlying) }
        return TernError(code, reason: texts.reason, advice: texts.advice, underlying: underlying)
    }

    /// The next step for a certificate that isn't trusted, on Apple platforms.
    package static let ownAuthorityAdvice = """
        If a private certificate authority issued it, give the certificate of that authority in tls.trust. App \
        Transport Security accepts the authority only if it is installed on the device, or if the app's Info.plist \
        sets NSExceptionAllowsInsecureHTTPLoads for the domain.
        """

    // MARK: - Private

    /// The texts for errors for which the texts of the code are too general.
    private static func texts(for code: URLError.Code?) -> (reason: String, advice: String)? {
        switch code {
        case .appTransportSecurityRequiresSecureConnection:
            (
                "App Transport Security doesn't allow http requests to this host.",
                "Use https, or allow the host with NSExceptionDomains under NSAppTransportSecurity in the app's "
                    + "Info.plist."
            )
        case .serverCertificateHasBadDate:
            ("The server's certificate has expired.", "Have it renewed, and check this device's clock.")
        case .serverCertificateNotYetValid:
            ("The server's certificate isn't valid yet.", "Check this device's clock.")
        case .serverCertificateUntrusted, .serverCertificateHasUnknownRoot:
            (
                "The server's certificate isn't trusted, or is for another host.",
                ownAuthorityAdvice
            )
        case .clientCertificateRequired:
            ("The server demands a client certificate.", "Give one in tls.identity.")
        case .clientCertificateRejected:
            (
                "The server refused the client certificate.",
                "Check that this server accepts the certificate in tls.identity."
            )
        default: nil
        }
    }
}

extension TernError.Code {
    /// The code for a code of `NSURLErrorDomain`. `nil` for an unspecific error of the transport.
    init?(urlErrorCode: Int) {
        switch URLError.Code(rawValue: urlErrorCode) {
        case .timedOut: self = .timedOut
        case .badURL, .unsupportedURL: self = .invalidURL
        case .cannotFindHost, .dnsLookupFailed: self = .hostNotFound
        case .cannotConnectToHost: self = .connectionRefused
        case .networkConnectionLost: self = .connectionLost
        case .notConnectedToInternet, .internationalRoamingOff, .callIsActive, .dataNotAllowed: self = .notConnected
        case .secureConnectionFailed, .serverCertificateHasBadDate, .serverCertificateUntrusted,
            .serverCertificateHasUnknownRoot, .serverCertificateNotYetValid, .clientCertificateRejected,
            .clientCertificateRequired, .appTransportSecurityRequiresSecureConnection:
            self = .tlsFailed
        case .badServerResponse, .cannotParseResponse, .cannotDecodeRawData, .cannotDecodeContentData:
            self = .malformedResponse
        case .httpTooManyRedirects, .redirectToNonExistentLocation: self = .tooManyRedirects
        case .dataLengthExceedsMaximum: self = .bodyTooLarge
        case .requestBodyStreamExhausted: self = .bodyNotReplayable
        default: return nil
        }
    }

    /// The code for a code of `kCFErrorDomainCFNetwork` (CFNetworkErrors): SOCKS and HTTP proxies, and proxy
    /// configuration files.
    fileprivate init?(networkErrorCode: Int) {
        switch networkErrorCode {
        case 100...199, 306...311: self = .proxyFailed
        default: return nil
        }
    }
}
