import Foundation

/// What makes two requests the same on the wire: method, URL, fields and body.
///
/// `URLRequest ==` won't do: on Linux it ignores fields and body.
struct Fingerprint: Hashable {
    private let method: String
    private let url: String
    private let fields: [String: String]
    private let body: Data?
    private let isStubbed: Bool

    /// `nil` for a request that may not be shared: one that is not safe, or whose body is a stream.
    init?(_ request: URLRequest, isStubbed: Bool) {
        guard let url = request.url?.absoluteString, request.httpBodyStream == nil else { return nil }
        let method = request.httpMethod ?? "GET"
        guard HTTPMethod(rawValue: method).isSafe else { return nil }
        self.method = method
        self.url = url
        self.fields = request.allHTTPHeaderFields ?? [:]
        self.body = request.httpBody
        self.isStubbed = isStubbed
    }

    static func == (lhs: Fingerprint, rhs: Fingerprint) -> Bool {
        lhs.url == rhs.url && lhs.method == rhs.method && lhs.isStubbed == rhs.isStubbed && lhs.body == rhs.body
            && (lhs.fields == rhs.fields || canonical(lhs.fields) == canonical(rhs.fields))
    }

    func hash(into hasher: inout Hasher) {
        // The URL nearly always decides; the rest is compared.
        hasher.combine(url)
    }

    private static func canonical(_ fields: [String: String]) -> [String: String] {
        Dictionary(fields.map { ($0.key.lowercased(), $0.value) }) { "\($0), \($1)" }
    }
}
