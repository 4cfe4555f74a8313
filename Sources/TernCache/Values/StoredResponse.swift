import Foundation
import Tern

/// A whole response, as a cache keeps it, with the values by which the cache decides about its use. It doesn't change.
final class StoredResponse: Sendable {
    /// Unique among the responses of one cache. It tells whether an entry has been replaced.
    let id: UInt64
    let status: Int
    /// The fields as received, without those that aren't stored (RFC 9111, section 3.1).
    let headers: HTTPHeaders
    let trailers: HTTPHeaders
    let body: StoredBody
    /// Whether the engine has removed the content codings that the fields name.
    let isDecoded: Bool
    /// The fields of the request that select this response.
    let selecting: [SelectingField]
    let requestTime: Date
    let responseTime: Date
    /// When a response to HEAD showed that this one is outdated. It is stale since then.
    let outdatedSince: Date?

    // Computed once:
    let control: CacheControl
    let freshness: Freshness
    let etag: EntityTag?
    let lastModified: String?
    /// Whether the fields name a content coding.
    let isCoded: Bool
    /// ``headers`` without `Age`.
    private let reusedHeaders: HTTPHeaders

    /// - Parameter headers: The fields as received.
    init(
        id: UInt64,
        status: Int,
        headers: HTTPHeaders,
        trailers: HTTPHeaders = [:],
        body: StoredBody = .data(Data()),
        isDecoded: Bool = false,
        selecting: [SelectingField] = [],
        requestTime: Date,
        responseTime: Date,
        outdatedSince: Date? = nil
    ) {
        self.id = id
        self.status = status
        self.trailers = trailers
        self.body = body
        self.isDecoded = isDecoded
        self.selecting = selecting
        self.requestTime = requestTime
        self.responseTime = responseTime
        self.outdatedSince = outdatedSince
        control = CacheControl(headers)
        freshness = Freshness(
            status: status,
            headers: headers,
            control: control,
            requestTime: requestTime,
            responseTime: responseTime,
            outdatedSince: outdatedSince
        )
        etag = headers.values(for: "ETag").first.flatMap(EntityTag.init)
        let modified = headers.values(for: "Last-Modified")
        lastModified = modified.count == 1 && modified[0].isFieldText ? modified[0] : nil
        isCoded = !headers.hasIdentityCoding
        self.headers = headers.stored(under: control)
        var reused = self.headers
        if reused.contains("Age") { reused.remove("Age") }
        reusedHeaders = reused
    }

    /// A response with its body, which follows its fields.
    init(_ head: StoredResponse, body: StoredBody, trailers: HTTPHeaders) {
        id = head.id
        status = head.status
        headers = head.headers
        self.trailers = trailers
        self.body = body
        isDecoded = head.isDecoded
        selecting = head.selecting
        requestTime = head.requestTime
        responseTime = head.responseTime
        outdatedSince = head.outdatedSince
        control = head.control
        freshness = head.freshness
        etag = head.etag
        lastModified = head.lastModified
        isCoded = head.isCoded
        reusedHeaders = head.reusedHeaders
    }

    /// The fields of this response when it is used again (RFC 9111, section 4).
    func headers(withAge age: Duration) -> HTTPHeaders {
        var headers = reusedHeaders
        headers.add(String(max(0, age.wholeSeconds)), for: "Age")
        return headers
    }

    func matches(_ request: HTTPHeaders) -> Bool { selecting.allSatisfy { $0.matches(request) } }

    /// Whether the same requests select both responses, so that the newer one replaces the other.
    func isSelected(as other: StoredResponse) -> Bool {
        isDecoded == other.isDecoded && selecting == other.selecting
    }

    /// Whether a request may select both responses, so that the newer one is used.
    func overlaps(_ other: StoredResponse) -> Bool {
        if isCoded, other.isCoded, isDecoded != other.isDecoded { return false }
        return selecting.allSatisfy { field in other.selecting.allSatisfy { $0.name != field.name || $0 == field } }
    }

    /// The bytes in memory, which count against the limit of a tier.
    var cost: Int { 512 + body.count + headers.cost + trailers.cost + selecting.reduce(0) { $0 + $1.cost } }
}

extension Sequence<StoredResponse> {
    /// The responses whose bodies have the form that a request asks for: decoded or as sent, with a coding that it
    /// accepts. A server may confirm another one (RFC 9110, section 8.8.3.3, recommends a tag for each coding, but several
    /// have one tag for all), which is of no use to the request.
    ///
    /// - Parameter decodes: Whether the response to the request is decoded if it has these fields.
    func suiting(_ request: Request, _ decodes: (HTTPHeaders) -> Bool) -> [StoredResponse] {
        filter { response in
            guard response.isCoded else { return true }
            return response.isDecoded == decodes(response.headers)
                && response.selecting.allSatisfy { $0.name != "accept-encoding" || $0.matches(request.headers) }
        }
    }
}

extension String {
    /// Whether the text may be sent as the value of a field: without control characters (RFC 9110, section 5.5).
    var isFieldText: Bool { utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F } }
}

extension HTTPHeaders {
    /// The bytes in memory.
    fileprivate var cost: Int { reduce(0) { $0 + $1.name.utf8.count + $1.value.utf8.count + 32 } }

    /// The fields that describe one connection (RFC 9110, section 7.6.1; RFC 9111, section 3.1).
    private static let connectionFields: Set<String> = [
        "connection", "keep-alive", "proxy-connection", "proxy-authenticate", "proxy-authentication-info",
        "proxy-authorization", "te", "trailer", "transfer-encoding", "upgrade",
    ]

    var hasIdentityCoding: Bool {
        contains("Content-Encoding") ? self["Content-Encoding"]?.lowercased() == "identity" : true
    }

    fileprivate func stored(under control: CacheControl) -> HTTPHeaders {
        let named = list(for: "Connection").map { $0.lowercased() }
        let gone = Self.connectionFields.union(named).union(control.unusedFields)
        return HTTPHeaders(filter { !gone.contains($0.name.lowercased()) })
    }
}
