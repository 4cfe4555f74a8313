import Foundation
import Tern

/// Responds to the tasks of a stub session. Each stub has its own subclass, which identifies the stub.
class StubURLProtocol: URLProtocol {
    /// Created when the task starts. Only the session uses this and the other properties, one call at a time.
    var exchange: StubExchange?

    #if canImport(FoundationNetworking)
        /// Whether the end was delivered to the session.
        var isOver = false

        /// The virtual time of the task, and the end of the external wait for its response. The session creates the
        /// protocol in the call of `resume()`.
        private(set) var time: DoubleTime?
        var endWait: (@Sendable () -> Void)?

        required init(request: URLRequest, cachedResponse: CachedURLResponse?, client: (any URLProtocolClient)?) {
            super.init(request: request, cachedResponse: cachedResponse, client: client)
            guard let core = StubProtocolClasses.core(of: Self.self) else { return }
            let time = DoubleTime(ofClientWith: core.clock)
            self.time = time
            endWait = time.begin("the stub session's response to \(RecordedRequest(request, body: Data()))")
        }

        deinit {
            endWait?()
        }

        /// `nil` after the end, since FoundationNetworking reports a cancellation to the client even after the end.
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

    func deliver(_ parts: [StubExchange.Part], to client: any URLProtocolClient) {
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
