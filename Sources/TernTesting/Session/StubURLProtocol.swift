import Foundation
import Tern

/// Answers the tasks of a stub session. Each stub has a subclass of its own, by which it is found.
class StubURLProtocol: URLProtocol {
    /// Made when the task starts. It and the rest are touched by the session alone, one call after another.
    var exchange: StubExchange?

    #if canImport(FoundationNetworking)
        /// Whether the session was told the end.
        var isOver = false

        /// FoundationNetworking tells a client of a cancel by itself, even if it has told that of the end already, and traps.
        override var client: (any URLProtocolClient)? {
            get { isOver ? nil : super.client }
            set { super.client = newValue }
        }

        override class func canInit(with task: URLSessionTask) -> Bool { true }
    #endif

    override class func canInit(with request: URLRequest) -> Bool { true }

    override class func canonicalRequest(for request: URLRequest) -> URLRequest { request }

    override func startLoading() {
        load()
    }

    override func stopLoading() {
        stop()
    }

    func tell(_ parts: [StubExchange.Part], to client: any URLProtocolClient) {
        for part in parts {
            switch part {
            case .head(let response):
                client.urlProtocol(self, didReceive: response, cacheStoragePolicy: .notAllowed)
            case .chunk(let data):
                client.urlProtocol(self, didLoad: data)
            case .redirect(let next, let response):
                client.urlProtocol(self, wasRedirectedTo: next, redirectResponse: response)
            case .end(let response, _):
                StubHTTPURLResponse.withoutChallenge(response) { client.urlProtocolDidFinishLoading(self) }
            case .failure(let error):
                client.urlProtocol(self, didFailWithError: error)
            }
        }
    }
}
