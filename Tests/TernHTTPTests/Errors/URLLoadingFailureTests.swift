import Foundation
import Testing

@testable import TernHTTP

struct URLLoadingFailureTests {
    private func wrapped(_ domain: String, _ code: Int) -> TernError {
        TernError.wrapping(NSError(domain: domain, code: code), thrownBy: .transport)
    }

    @Test func appTransportSecurityHasItsOwnText() {
        let error = wrapped(NSURLErrorDomain, -1_022)
        #expect(error.code == .tlsFailed)
        #expect(error.reason.contains("App Transport Security doesn't allow http requests"), "\(error.reason)")
        #expect(error.advice.contains("Use https"), "\(error.advice)")
        #expect(error.advice.contains("NSExceptionDomains"), "\(error.advice)")
        #expect((error.underlying as NSError?)?.code == -1_022)
    }

    @Test(arguments: [
        (-1_201, "has expired"), (-1_202, "isn't trusted"), (-1_203, "isn't trusted"), (-1_204, "isn't valid yet"),
        (-1_205, "refused the client certificate"), (-1_206, "demands a client certificate"),
    ])
    func failuresOfTLSNameTheirCause(code: Int, words: String) {
        let error = wrapped(NSURLErrorDomain, code)
        #expect(error.code == .tlsFailed)
        #expect(error.reason.contains(words), "\(error.reason)")
    }

    /// App Transport Security refuses an authority that the system doesn't trust, whatever `tls.trust` says.
    @Test(arguments: [-1_202, -1_203]) func untrustedCertificateNamesTheExceptionOfTheApp(code: Int) {
        let advice = wrapped(NSURLErrorDomain, code).advice
        #expect(advice.contains("tls.trust") && advice.contains("NSExceptionAllowsInsecureHTTPLoads"), "\(advice)")
    }

    @Test(arguments: [306, 307, 310, 311, 101, 110, 122])
    func failuresOfProxiesAreProxyFailures(code: Int) {
        #expect(wrapped("kCFErrorDomainCFNetwork", code).code == .proxyFailed)
        #expect(wrapped("NSPOSIXErrorDomain", code).code == .transportFailed)
    }

    @Test func otherFailuresKeepTheTextsOfTheirCode() {
        #expect(wrapped(NSURLErrorDomain, -1_001).reason == TernError(.timedOut).reason)
        #expect(wrapped("kCFErrorDomainCFNetwork", 303).code == .transportFailed)
    }
}
