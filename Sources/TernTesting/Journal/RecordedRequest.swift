import Foundation
import Tern

/// A request as it is on the wire.
public struct RecordedRequest: Sendable, Hashable {
    public let method: HTTPMethod
    /// Absolute for a client's, and what stands on the request line for a server's.
    public let url: String
    public let headers: HTTPHeaders
    public let body: Data

    public init(method: HTTPMethod, url: String, headers: HTTPHeaders = [:], body: Data = Data()) {
        self.method = method
        self.url = url
        self.headers = headers
        self.body = body
    }

    /// The body of a request in memory; one from a stream can't be read without taking it away.
    public init(_ request: URLRequest) {
        self.init(
            method: HTTPMethod(rawValue: request.httpMethod ?? "GET"),
            url: request.url?.absoluteString ?? "",
            headers: HTTPHeaders(request.allHTTPHeaderFields ?? [:]),
            body: request.httpBody ?? Data()
        )
    }

    /// A request on its way to a transport, with its body if that is in memory.
    public init(_ request: Request) {
        self.init(
            method: request.method,
            url: request.url.absoluteString,
            headers: request.headers,
            body: request.body?.data ?? Data()
        )
    }

    /// A request as it arrived at a server.
    public init(_ request: LoopbackRequest) {
        self.init(method: request.method, url: request.target, headers: request.headers, body: request.body)
    }

    /// The body as a value.
    ///
    /// - Throws: `DecodingError`.
    public func json<Value: Decodable>(
        as type: Value.Type,
        using decoder: JSONDecoder = JSONDecoder()
    ) throws -> Value {
        try decoder.decode(type, from: body)
    }

    /// The body as text.
    public var text: String { String(decoding: body, as: UTF8.self) }
}

extension RecordedRequest: CustomStringConvertible, CustomReflectable {
    /// Method and URL, its credentials redacted.
    public var description: String { "\(method) \(Redaction.text(ofURL: url))" }

    public var customMirror: Mirror {
        Mirror(
            self,
            children: ["request": description, "headers": headers, "bytes": body.count],
            displayStyle: .struct
        )
    }
}
