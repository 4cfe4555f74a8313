import Foundation

/// A complete answer: status, header fields and body.
public struct Response: Sendable {
    public let statusCode: Int
    public let headers: HTTPHeaders

    /// The body, decoded from its content coding. Empty if there was none.
    public let data: Data

    /// The trailer fields that came after the body (RFC 9110, section 6.5); most responses have none. They are never
    /// merged into `headers`.
    public internal(set) var trailers: HTTPHeaders = [:]

    /// The request as it was sent, after all plugins.
    public let request: Request?

    /// The URL that answered: that of the request, or where redirects led.
    public let url: URL?

    /// What the last attempt took, if the transport measures that. `nil` for stubs.
    public internal(set) var metrics: TransportMetrics?

    /// The case that was asked for, with its arguments.
    public internal(set) var target: (any TargetType)?

    /// How often the call's request had been handed to the transport.
    var attempts = 0

    public init(
        statusCode: Int,
        data: Data,
        headers: HTTPHeaders = [:],
        request: Request? = nil,
        url: URL? = nil
    ) {
        self.statusCode = statusCode
        self.data = data
        self.headers = headers
        self.request = request
        self.url = url ?? request?.url
    }

    /// The head as Foundation's type, made when it is asked for. `nil` if there is no URL.
    ///
    /// Several values of one name are joined by `", "`, since a dictionary holds one.
    public var response: HTTPURLResponse? {
        guard let url else { return nil }
        var fields: [String: String] = [:]
        var names: Set<String> = []
        for field in headers where names.insert(field.name.lowercased()).inserted {
            fields[field.name] = headers[field.name]
        }
        return HTTPURLResponse(url: url, statusCode: statusCode, httpVersion: "HTTP/1.1", headerFields: fields)
    }

    /// This response, if it is one that `validation` accepts.
    ///
    /// - Throws: `TernError` with code `.unacceptableStatus` or `.unacceptableMediaType`.
    public func validated(by validation: Validation) throws(TernError) -> Response {
        if let error = validation.failure(of: self) {
            throw target.map { error.about(target: $0, request: request) } ?? error
        }
        return self
    }
}

extension Response: CustomStringConvertible, CustomReflectable {
    /// Status and size; neither fields nor body.
    public var description: String { "status \(statusCode), \(data.count) bytes" }

    public var customMirror: Mirror {
        Mirror(
            self,
            children: ["statusCode": statusCode, "headers": headers, "bytes": data.count],
            displayStyle: .struct
        )
    }
}
