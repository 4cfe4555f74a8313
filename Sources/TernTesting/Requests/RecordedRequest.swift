import Foundation
import Tern

/// A request that a test double received, with its complete body.
///
/// The journal, the closure of a ``StubSession`` and the handlers of a ``LoopbackServer`` use this type:
///
/// ```swift
/// let request = journal.requests[0]
/// request.method                  // POST
/// request.path                    // "/users/octocat"
/// request.query                   // "page=2"
/// request.headers["Accept"]       // "application/json"
/// try request.json(as: User.self)
/// ```
public struct RecordedRequest: Sendable {
    /// The method, exactly as sent.
    public var method: HTTPMethod

    /// The absolute URL. A server makes it from the request line and the `Host` field (RFC 9112, section 3.3).
    public var url: String { didSet { receivedTarget = nil } }

    /// The request target, exactly as in the request line that a server received. `nil` for any other request.
    private var receivedTarget: String?

    /// The header fields in the order in which they were sent. A value that isn't UTF-8 is read
    /// as ISO-8859-1.
    public var headers: HTTPHeaders

    /// The trailer fields after a chunked body, if a server received the request. Empty otherwise.
    public var trailers: HTTPHeaders

    /// The content, decoded from any transfer coding, but not from content codings such as gzip;
    /// ``decodedBody(limit:)`` also decodes the content codings. Empty if there is no content. A file or stream that a
    /// provider sends is recorded after it has been sent, up to 16 MiB.
    public var body: Data

    /// The case, with its arguments, from which the request was made. `nil` unless a provider recorded the request, or
    /// the route of a session or a server was made from the case.
    public internal(set) var target: (any TargetType)?

    /// The values of the parameters in the path of the route of a session or a server, decoded: `["id": "7"]` for a
    /// request of `/users/7` to the route `GET /users/:id`. Empty for any other request.
    public internal(set) var parameters: [String: String] = [:]

    /// The number of the connection, counted from 1 in the order in which a server accepted connections. 0 if no server
    /// received the request.
    public internal(set) var connection = 0

    /// Whether a recording has a digest instead of the body.
    var isDigest = false

    /// The rules for its texts: those of the provider that recorded the request. A server and a session know no
    /// provider, so the default rules apply to the requests that they record.
    private(set) var redaction = Redaction.default

    /// Creates a request, for the test of a handler.
    public init(
        method: HTTPMethod = .get,
        url: String,
        headers: HTTPHeaders = [:],
        trailers: HTTPHeaders = [:],
        body: Data = Data()
    ) {
        self.method = method
        self.url = url
        self.headers = headers
        self.trailers = trailers
        self.body = body
    }

    /// The path, percent-encoded as sent. For an absolute URL, the part after the authority; `/` if that is empty.
    public var path: String {
        let relative = relativeURL
        let path = relative.prefix { $0 != "?" && $0 != "#" }
        return path.isEmpty ? "/" : String(path)
    }

    /// The part of the URL after the first `?`, percent-encoded as sent. `nil` if there is no `?`.
    public var query: String? {
        let relative = relativeURL.prefix { $0 != "#" }
        return relative.firstIndex(of: "?").map { String(relative[relative.index(after: $0)...]) }
    }

    /// The items of the query in their order, decoded. Text that isn't valid percent-encoding is kept as it is. Empty
    /// without a query.
    public var queryItems: [URLQueryItem] { URLQueryItem.items(in: query ?? "", decodesPlus: false) }

    /// The method and the path: `GET /users/octocat`. The path may contain credentials.
    var methodAndPath: String { "\(method) \(path)" }

    /// The request target, exactly as in the request line that a server received (RFC 9112, section 3.2). The URL of any
    /// other request.
    package var requestTarget: String { receivedTarget ?? url }

    private var relativeURL: Substring {
        let url = requestTarget
        guard !url.hasPrefix("/"), let scheme = url.range(of: "://") else { return url[...] }
        return url[scheme.upperBound...].drop { $0 != "/" && $0 != "?" && $0 != "#" }
    }
}

extension RecordedRequest {
    /// A request that a server received.
    init(_ head: RequestHead, trailers: HTTPHeaders, body: Data, connection: Int) {
        let host = head.headers["Host"].flatMap { $0.isEmpty ? nil : $0 } ?? "localhost"
        let url =
            switch head.target {
            case "*": "http://\(host)"
            case let target where target.hasPrefix("/"): "http://\(host)\(target)"
            default: head.target
            }
        self.init(method: head.method, url: url, headers: head.headers, trailers: trailers, body: body)
        self.connection = connection
        receivedTarget = head.target
    }

    /// A request with its body in memory. A body from a stream is omitted, because reading would consume it.
    package init(_ request: URLRequest) {
        self.init(
            method: HTTPMethod(rawValue: request.httpMethod ?? "GET"),
            url: request.url?.absoluteString ?? "",
            headers: HTTPHeaders(request.allHTTPHeaderFields ?? [:]),
            body: request.httpBody ?? Data()
        )
    }

    /// The request that is passed to a transport. A body that isn't in memory is omitted.
    package init(_ request: Request, target: (any TargetType)? = nil) {
        self.init(
            method: request.method,
            url: request.url.absoluteString,
            headers: request.headers,
            body: request.body?.data ?? Data()
        )
        self.target = target
        redaction = request.redaction
    }
}

/// Two requests are equal if they are equal on the wire. `target`, `parameters` and `connection` aren't compared.
extension RecordedRequest: Hashable {
    public static func == (lhs: RecordedRequest, rhs: RecordedRequest) -> Bool { lhs.message == rhs.message }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(message)
    }

    private struct Message: Hashable {
        let method: HTTPMethod
        let target: String
        let headers: HTTPHeaders
        let trailers: HTTPHeaders
        let body: Data
    }

    private var message: Message {
        Message(method: method, target: requestTarget, headers: headers, trailers: trailers, body: body)
    }
}

extension RecordedRequest: CustomStringConvertible, CustomReflectable {
    /// The method and the URL, or the target of the request line that a server received, with credentials redacted.
    public var description: String { "\(method) \(redaction.text(ofURL: requestTarget))" }

    public var customMirror: Mirror {
        Mirror(
            self,
            children: [
                "request": description, "headers": headers.map(redaction.text(of:)),
                "trailers": trailers.map(redaction.text(of:)), "bytes": body.count,
            ],
            displayStyle: .struct
        )
    }
}
