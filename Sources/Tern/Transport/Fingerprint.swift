import Foundation

/// Everything in a request that can change its response: requests with equal fingerprints can share one.
///
/// `URLRequest ==` won't do: on Linux it ignores fields, body and timeout. Only the URL is read at once, since few requests
/// meet another one that has the same.
final class Fingerprint: Hashable, Sendable {
    private let url: String
    private let request: URLRequest
    private let crossOriginHeaders: Set<String>
    private let maximumBodyBytes: Int
    private let deadline: Duration?
    private let sample: SampleSource?

    /// - Parameters:
    ///   - request: `nil` for one that may not be shared: its method isn't safe, its body is read from a source, or its
    ///     response goes to a file or a stream, which has one reader.
    ///   - sample: Where the sample comes from, for a stubbed request; `nil` for a live one.
    init?(_ request: TransportRequest, sample: SampleSource?) {
        let urlRequest = request.urlRequest
        guard let url = urlRequest.url?.absoluteString, urlRequest.httpBodyStream == nil, request.bodySource == nil,
            request.delivery == .collected, HTTPMethod(rawValue: Self.method(of: urlRequest)).isSafe
        else { return nil }
        self.url = url
        self.request = urlRequest
        self.crossOriginHeaders = request.crossOriginHeaders
        self.maximumBodyBytes = request.maximumBodyBytes
        self.deadline = request.deadline
        self.sample = sample
    }

    static func == (lhs: Fingerprint, rhs: Fingerprint) -> Bool {
        lhs === rhs || lhs.url == rhs.url && lhs.equals(rhs)
    }

    func hash(into hasher: inout Hasher) {
        // The URL nearly always decides; the rest is compared.
        hasher.combine(url)
    }

    // MARK: - Private

    private func equals(_ other: Fingerprint) -> Bool {
        Self.method(of: request) == Self.method(of: other.request) && request.httpBody == other.request.httpBody
            && Self.fields(of: request) == Self.fields(of: other.request)
            && RequestSettings(request) == RequestSettings(other.request)
            && Self.names(crossOriginHeaders) == Self.names(other.crossOriginHeaders)
            && maximumBodyBytes == other.maximumBodyBytes && deadline == other.deadline && sample == other.sample
    }

    private static func method(of request: URLRequest) -> String {
        request.httpMethod ?? "GET"
    }

    private static func fields(of request: URLRequest) -> [String: String] {
        let fields = request.allHTTPHeaderFields ?? [:]
        return Dictionary(fields.map { ($0.key.lowercased(), $0.value) }) { "\($0), \($1)" }
    }

    private static func names(_ names: Set<String>) -> Set<String> {
        Set(names.map { $0.lowercased() })
    }
}
