import Foundation
import Tern

/// A request as it is on the wire.
public struct RecordedRequest: Sendable, Hashable {
    public let method: HTTPMethod
    /// The absolute URL of a client's request; the request target of the request line for a server's request.
    public let url: String
    public let headers: HTTPHeaders
    public let body: Data

    public init(method: HTTPMethod, url: String, headers: HTTPHeaders = [:], body: Data = Data()) {
        self.method = method
        self.url = url
        self.headers = headers
        self.body = body
    }

    /// The request with its body, if the body is in memory. A body from a stream is left out, because reading would
    /// consume it.
    package init(_ request: URLRequest) {
        self.init(
            method: HTTPMethod(rawValue: request.httpMethod ?? "GET"),
            url: request.url?.absoluteString ?? "",
            headers: HTTPHeaders(request.allHTTPHeaderFields ?? [:]),
            body: request.httpBody ?? Data()
        )
    }

    /// The request that is passed to a transport, with its body if that is in memory.
    package init(_ request: Request) {
        self.init(
            method: request.method,
            url: request.url.absoluteString,
            headers: request.headers,
            body: request.body?.data ?? Data()
        )
    }

    /// The request as a server received it.
    package init(_ request: LoopbackRequest) {
        self.init(method: request.method, url: request.target, headers: request.headers, body: request.body)
    }

    /// Decodes the body from JSON.
    ///
    /// - Throws: `DecodingError`.
    public func json<Value: Decodable>(
        as type: Value.Type,
        using decoder: JSONDecoder = JSONDecoder()
    ) throws -> Value {
        try decoder.decode(type, from: body)
    }

    /// The body as text in UTF-8.
    public var text: String { String(decoding: body, as: UTF8.self) }
}

extension RecordedRequest: CustomStringConvertible, CustomReflectable {
    /// The method and the URL, with credentials redacted.
    public var description: String { "\(method) \(Redaction.text(ofURL: url))" }

    public var customMirror: Mirror {
        Mirror(
            self,
            children: ["request": description, "headers": headers, "bytes": body.count],
            displayStyle: .struct
        )
    }
}
