import Foundation

/// Tells a test kit of the requests that the engines send, so that a test can forbid the network.
package enum LiveRequests {
    /// The peer of an engine.
    package enum Peer: Sendable {
        /// The server, or a proxy.
        case url(URL)
        case unixSocket(path: String)
    }

    /// Receives each request, in the task that sends it. `nil` without a test kit.
    package static let observer = Locked<(@Sendable (Request, Peer) -> Void)?>(nil)

    package static func note(_ request: Request, to peer: @autoclosure () -> Peer) {
        if let observe = observer.withLock({ $0 }) { observe(request, peer()) }
    }
}

extension TransportConfiguration {
    /// The peer to which an engine connects for a request.
    package func peer(of request: Request) -> LiveRequests.Peer {
        if let unixSocketPath { return .unixSocket(path: unixSocketPath) }
        guard case .url(let url, let hosts) = proxy, !hosts.contains(request.url.host ?? "") else {
            return .url(request.url)
        }
        return .url(url)
    }
}
