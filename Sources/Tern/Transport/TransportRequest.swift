import Foundation

/// What a transport has to send, and how the answer is to be delivered.
public struct TransportRequest: Sendable {
    public enum Delivery: Sendable, Hashable {
        /// In memory, up to `maximumBodyBytes`.
        case collected
        /// In this file, which stands there once it is complete, in the place of one that stood there. Whatever the
        /// status is.
        case file(URL)
        /// As ``TransportResponse/stream``, while it comes. The answer is there as soon as its head is.
        case streamed
    }

    /// Method, URL, fields, and a body in memory. Checked: an http or https URL, and no field that would break the
    /// message.
    public var urlRequest: URLRequest

    /// The body, if it isn't `urlRequest.httpBody`. `nil` by default.
    public var bodySource: BodySource?

    /// ``Delivery/collected`` by default.
    public var delivery = Delivery.collected

    /// The largest body to collect, in bytes after content decoding. A larger one ends the exchange and throws
    /// `TernError.Code.bodyTooLarge`. It bounds neither files nor streams.
    public var maximumBodyBytes: Int

    /// How long the exchange may take, redirects and body included, if that is shorter than the transport's own
    /// deadline. `nil` by default.
    public var deadline: Duration?

    /// Names of fields that go along when a redirect leads to another origin, besides those that are harmless
    /// anywhere; the case doesn't matter. Empty by default.
    public var crossOriginHeaders: Set<String> = []

    /// Is told of bytes sent and received, if anybody asked for it.
    public var progress: ProgressHandler? {
        // A transport that reports to a handler of its own, and not to the calls that share the request.
        didSet { sharedProgress = nil }
    }

    /// What `progress` reports to if calls share the request. An engine that would call `progress` on a queue of its own
    /// needs none while no call listens.
    private(set) var sharedProgress: InFlightRequest?

    /// Is told of each redirect: its status, and the request that follows it.
    var onRedirect: (@Sendable (Int, URLRequest) -> Void)?

    /// Receives the request each time that the transport sends it again by itself, because a connection was lost.
    var onRepetition: (@Sendable (URLRequest) -> Void)?

    public init(
        urlRequest: URLRequest,
        maximumBodyBytes: Int = ProviderConfiguration.defaultMaximumBodyBytes,
        progress: ProgressHandler? = nil
    ) {
        self.urlRequest = urlRequest
        self.maximumBodyBytes = maximumBodyBytes
        self.progress = progress
    }

    /// Reports progress to the calls that share the request.
    mutating func report(to request: InFlightRequest) {
        progress = request.report
        sharedProgress = request
    }
}
