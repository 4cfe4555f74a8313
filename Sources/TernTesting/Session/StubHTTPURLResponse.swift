import Foundation
import Tern

/// A response from which FoundationNetworking can't create an authentication challenge.
///
/// With the challenge, FoundationNetworking wouldn't deliver the response to a session without a delegate. It creates
/// the challenge from the URL of the response, so the URL is `nil` while FoundationNetworking reads it.
// Unchecked only because its superclass is. A lock guards the state that this class adds.
final class StubHTTPURLResponse: HTTPURLResponse, @unchecked Sendable {
    static func make(url: URL, status: Int, headers: HTTPHeaders) -> HTTPURLResponse? {
        #if canImport(FoundationNetworking)
            if status == 401, headers.contains("WWW-Authenticate") {
                return StubHTTPURLResponse(
                    url: url,
                    statusCode: status,
                    httpVersion: "HTTP/1.1",
                    headerFields: headers.combined
                )
            }
        #endif
        return HTTPURLResponse(url: url, statusCode: status, httpVersion: "HTTP/1.1", headerFields: headers.combined)
    }

    static func withoutChallenge(_ response: HTTPURLResponse, _ finish: () -> Void) {
        #if canImport(FoundationNetworking)
            guard let response = response as? StubHTTPURLResponse else { return finish() }
            let thread = UInt(pthread_self())
            response.threadWithoutURL.withLock { $0 = thread }
            finish()
            response.threadWithoutURL.withLock { $0 = nil }
        #else
            finish()
        #endif
    }

    #if canImport(FoundationNetworking)
        /// The thread whose next read of the URL returns `nil`.
        private let threadWithoutURL = Locked<UInt?>(nil)

        override var url: URL? {
            let thread = UInt(pthread_self())
            let hidesURL = threadWithoutURL.withLock { threadWithoutURL in
                guard threadWithoutURL == thread else { return false }
                threadWithoutURL = nil
                return true
            }
            return hidesURL ? nil : super.url
        }
    #endif
}
