import Foundation

/// The engine on Apple platforms: a `URLSession` of its own, which keeps no cookies, cache or credentials by itself.
///
/// It follows redirects by Tern's own rules, bounds the body that it collects, and makes an answer of a 401 that comes
/// with a challenge.
///
/// On Linux it works around FoundationNetworking where that can be done from outside: no `data(for:)`, no URL cache, no
/// cancelling of a pending redirect, no authentication that waits for ever, no timeout that traps. Timeouts of the
/// `URLRequest` itself are whole seconds there, rounded up; a target's `timeout` is exact, since the provider keeps it.
///
/// Throws `URLError`, `TernError` with code `.bodyTooLarge`, `.tooManyRedirects` or `.malformedResponse`, and
/// `CancellationError`.
public final class URLSessionTransport: Transport {
    private let session: URLSession
    private let delegate: URLSessionTransportDelegate

    /// - Parameter configuration: What the session is made from, such as its protocol classes or connections per host.
    ///   By default an ephemeral one without cookies, cache and stored credentials. It is copied; on Linux the copy
    ///   has no URL cache whatever it says, since that traps there.
    public init(configuration: URLSessionConfiguration? = nil) {
        let configuration = configuration.map(Self.copy) ?? Self.defaultConfiguration
        delegate = URLSessionTransportDelegate()
        session = URLSession(configuration: configuration, delegate: delegate, delegateQueue: Self.delegateQueue)
    }

    /// - Throws: `TernError` with code `.unsupportedConfiguration`, if `URLSession` can't honour `configuration`.
    public init(_ configuration: TransportConfiguration) throws(TernError) {
        try configuration.check()
        delegate = URLSessionTransportDelegate()
        session = URLSession(
            configuration: Self.defaultConfiguration,
            delegate: delegate,
            delegateQueue: Self.delegateQueue
        )
    }

    deinit {
        // No call is under way, since each holds the transport. The session would keep its delegate for ever.
        session.finishTasksAndInvalidate()
    }

    public func send(_ request: TransportRequest) async throws -> TransportResponse {
        var request = request
        request.urlRequest = Self.withSafeTimeout(request.urlRequest)
        var redirects = 0
        while true {
            let response = try await exchange(request)
            guard let next = try Redirect.next(after: response, to: request.urlRequest, count: redirects) else {
                return response
            }
            request.urlRequest = next
            redirects += 1
        }
    }

    private func exchange(_ request: TransportRequest) async throws -> TransportResponse {
        let transfer = URLSessionTransfer(request)
        let answer = try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                transfer.start(continuation) {
                    let task = session.dataTask(with: request.urlRequest)
                    delegate.add(transfer, for: task)
                    return task
                }
            }
        } onCancel: {
            transfer.cancel()
        }
        return answer.transportResponse
    }

    /// A session for Tern's own rules: nothing is remembered between requests but connections.
    static var defaultConfiguration: URLSessionConfiguration {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.urlCache = nil
        configuration.httpCookieStorage = nil
        configuration.httpShouldSetCookies = false
        configuration.httpCookieAcceptPolicy = .never
        configuration.urlCredentialStorage = nil
        return configuration
    }
}
