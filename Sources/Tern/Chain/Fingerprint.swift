import Foundation

/// Identifies a request by everything that can change its response.
///
/// Requests with equal fingerprints can share one response.
///
/// Only the URL is hashed, since few concurrent requests have the same URL.
final class Fingerprint: Hashable, Sendable {
    private let url: String
    private let request: Request
    private let sample: SampleSource?

    /// - Parameters:
    ///   - request: The request. The initializer returns `nil` if it may not be shared: its method isn't safe, its body
    ///     isn't in memory, or its response goes to a file or a stream, which has one reader.
    ///   - sample: The source of a stubbed request's sample. `nil` for a live request.
    init?(_ request: Request, sample: SampleSource?) {
        guard request.method.isSafe, request.delivery.isCollected, request.body == nil || request.body?.data != nil
        else { return nil }
        url = request.url.absoluteString
        self.request = request
        self.sample = sample
    }

    static func == (lhs: Fingerprint, rhs: Fingerprint) -> Bool {
        lhs === rhs || lhs.url == rhs.url && lhs.equals(rhs)
    }

    func hash(into hasher: inout Hasher) {
        hasher.combine(url)
    }

    // MARK: - Private

    private func equals(_ other: Fingerprint) -> Bool {
        let (own, others) = (request, other.request)
        return own.method == others.method && own.body?.data == others.body?.data
            && Self.fields(own.headers) == Self.fields(others.headers)
            && own.delivery == others.delivery
            && own.idleTimeout == others.idleTimeout
            && Self.names(own.crossOriginHeaders) == Self.names(others.crossOriginHeaders)
            && own.attributes.allowSharing(with: others.attributes)
            && sample == other.sample
    }

    /// The header fields, without the fields that identify the request in a trace. No response depends on those.
    private static func fields(_ headers: HTTPHeaders) -> HTTPHeaders {
        var headers = headers
        for name in ["traceparent", "tracestate"] where headers.contains(name) { headers.remove(name) }
        return headers
    }

    private static func names(_ names: Set<String>) -> Set<String> {
        Set(names.map { $0.lowercased() })
    }
}
