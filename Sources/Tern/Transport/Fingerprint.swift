import Foundation

/// Everything in a request that can change its response: requests with equal fingerprints can share one.
///
/// `URLRequest ==` won't do: on Linux it ignores fields, body and timeout.
struct Fingerprint: Hashable {
    private let method: String
    private let url: String
    private let fields: [String: String]
    private let body: Data?
    private let crossOriginHeaders: Set<String>
    private let settings: RequestSettings
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
            request.delivery == .collected
        else { return nil }
        let method = urlRequest.httpMethod ?? "GET"
        guard HTTPMethod(rawValue: method).isSafe else { return nil }
        self.method = method
        self.url = url
        self.fields = urlRequest.allHTTPHeaderFields ?? [:]
        self.body = urlRequest.httpBody
        self.crossOriginHeaders = request.crossOriginHeaders
        self.settings = RequestSettings(urlRequest)
        self.maximumBodyBytes = request.maximumBodyBytes
        self.deadline = request.deadline
        self.sample = sample
    }

    static func == (lhs: Fingerprint, rhs: Fingerprint) -> Bool {
        lhs.url == rhs.url && lhs.method == rhs.method && lhs.body == rhs.body && lhs.settings == rhs.settings
            && lhs.maximumBodyBytes == rhs.maximumBodyBytes && lhs.deadline == rhs.deadline
            && (lhs.fields == rhs.fields || canonical(lhs.fields) == canonical(rhs.fields))
            && (lhs.crossOriginHeaders == rhs.crossOriginHeaders
                || canonical(lhs.crossOriginHeaders) == canonical(rhs.crossOriginHeaders))
            && lhs.sample == rhs.sample
    }

    func hash(into hasher: inout Hasher) {
        // The URL nearly always decides; the rest is compared.
        hasher.combine(url)
    }

    private static func canonical(_ names: Set<String>) -> Set<String> {
        Set(names.map { $0.lowercased() })
    }

    private static func canonical(_ fields: [String: String]) -> [String: String] {
        Dictionary(fields.map { ($0.key.lowercased(), $0.value) }) { "\($0), \($1)" }
    }
}
