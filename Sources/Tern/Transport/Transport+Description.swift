import Foundation

extension TransportRequest: CustomStringConvertible, CustomReflectable {
    /// Method and URL, credentials redacted; neither fields nor body.
    public var description: String { Redaction.line(of: urlRequest) }

    public var customMirror: Mirror {
        Mirror(
            self,
            children: ["request": description, "bytes": urlRequest.httpBody?.count ?? 0],
            displayStyle: .struct
        )
    }
}

extension TransportResponse: CustomStringConvertible, CustomReflectable {
    /// Status and size; neither fields nor body.
    public var description: String { "status \(statusCode), \(body.count) bytes" }

    public var customMirror: Mirror {
        Mirror(
            self,
            children: ["statusCode": statusCode, "headers": headers, "bytes": body.count],
            displayStyle: .struct
        )
    }
}
