import Foundation
import Tern

/// A response that FoundationNetworking can't make a challenge of.
///
/// It would wait for ever for the credentials of a 401 with a challenge where there is no delegate to ask, and never hand
/// over the answer. It makes the challenge from the response's URL, so while it looks for that there is none.
// Unchecked only because its superclass is; what it adds is behind a lock.
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
            response.blindThread.withLock { $0 = thread }
            finish()
            response.blindThread.withLock { $0 = nil }
        #else
            finish()
        #endif
    }

    #if canImport(FoundationNetworking)
        /// The thread that gets no URL the next time it asks.
        private let blindThread = Locked<UInt?>(nil)

        override var url: URL? {
            let thread = UInt(pthread_self())
            let isBlind = blindThread.withLock { blindThread in
                guard blindThread == thread else { return false }
                blindThread = nil
                return true
            }
            return isBlind ? nil : super.url
        }
    #endif
}
