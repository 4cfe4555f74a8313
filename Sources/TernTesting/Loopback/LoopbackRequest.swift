import Foundation
import Tern

/// A request as a ``LoopbackServer`` received it, with its complete body, decoded from any transfer coding.
public struct LoopbackRequest: Sendable, Equatable {
    /// The method, exactly as sent.
    public var method: HTTPMethod

    /// The request target, exactly as in the request line (RFC 9112, section 3.2).
    public var target: String

    /// The header fields in the order in which they were sent. Bytes that aren't UTF-8 are replaced by U+FFFD.
    public var headers: HTTPHeaders

    /// The trailer fields after a chunked body. Empty otherwise.
    public var trailers: HTTPHeaders

    /// The content. Empty if there is none.
    public var body: Data

    /// The number of the connection, counted from 1 in the order in which connections were accepted.
    public var connection: Int

    public init(
        method: HTTPMethod = .get,
        target: String,
        headers: HTTPHeaders = [:],
        trailers: HTTPHeaders = [:],
        body: Data = Data(),
        connection: Int = 1
    ) {
        self.method = method
        self.target = target
        self.headers = headers
        self.trailers = trailers
        self.body = body
        self.connection = connection
    }

    /// The path of the target, percent-encoded as sent. For an absolute target (`http://host/a`), the part after the
    /// authority; `/` if that is empty.
    public var path: String {
        let relative = relativeTarget
        let path = relative.prefix { $0 != "?" }
        return path.isEmpty ? "/" : String(path)
    }

    /// The part of the target after the first `?`, percent-encoded as sent. `nil` if there is no `?`.
    public var query: String? {
        let relative = relativeTarget
        return relative.firstIndex(of: "?").map { String(relative[relative.index(after: $0)...]) }
    }

    // MARK: - Private

    private var relativeTarget: Substring {
        guard !target.hasPrefix("/"), let scheme = target.range(of: "://") else { return target[...] }
        return target[scheme.upperBound...].drop { $0 != "/" && $0 != "?" }
    }
}

extension LoopbackRequest: CustomStringConvertible, CustomReflectable {
    /// The method and the target, with credentials redacted: `GET /users?page=2`.
    public var description: String { "\(method) \(Redaction.text(ofURL: target))" }

    public var customMirror: Mirror {
        Mirror(
            self,
            children: [
                "request": description, "headers": headers, "trailers": trailers, "bytes": body.count,
                "connection": connection,
            ],
            displayStyle: .struct
        )
    }
}
