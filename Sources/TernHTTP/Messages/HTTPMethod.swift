/// A request method (RFC 9110, section 9), compared by its exact, case-sensitive name.
///
/// Common methods are static members. Write any other method as a literal: `let purge: HTTPMethod = "PURGE"`.
/// A request whose method is not a token fails with `TernError.Code.invalidField` before anything is sent.
public struct HTTPMethod: RawRepresentable, Hashable, Sendable, ExpressibleByStringLiteral {
    public let rawValue: String

    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    public init(stringLiteral value: String) {
        self.init(rawValue: value)
    }

    /// Requests a representation of the resource (RFC 9110, section 9.3.1). Safe and idempotent.
    public static let get = HTTPMethod(rawValue: "GET")
    /// Requests the header fields of a GET response, without its body (RFC 9110, section 9.3.2). Safe and idempotent. A
    /// request with a body fails with `TernError.Code.invalidField`.
    public static let head = HTTPMethod(rawValue: "HEAD")
    /// Lets the resource process the body (RFC 9110, section 9.3.3). Neither safe nor idempotent.
    public static let post = HTTPMethod(rawValue: "POST")
    /// Creates or replaces the resource with the body (RFC 9110, section 9.3.4). Idempotent.
    public static let put = HTTPMethod(rawValue: "PUT")
    /// Changes a part of the resource (RFC 5789). Neither safe nor idempotent.
    public static let patch = HTTPMethod(rawValue: "PATCH")
    /// Removes the resource (RFC 9110, section 9.3.5). Idempotent.
    public static let delete = HTTPMethod(rawValue: "DELETE")
    /// Requests the result of a query that the body describes (RFC 10008). Safe and idempotent.
    public static let query = HTTPMethod(rawValue: "QUERY")
    /// Requests the communication options of the resource (RFC 9110, section 9.3.7). Safe and idempotent.
    public static let options = HTTPMethod(rawValue: "OPTIONS")
    /// Requests a copy of the request as the server received it (RFC 9110, section 9.3.8). Safe and idempotent. A request
    /// with a body fails with `TernError.Code.invalidField`.
    public static let trace = HTTPMethod(rawValue: "TRACE")
    /// Requests a tunnel through a proxy (RFC 9110, section 9.3.6). Neither safe nor idempotent.
    public static let connect = HTTPMethod(rawValue: "CONNECT")

    /// Whether the method is safe, that is, read-only (RFC 9110, section 9.2.1): GET, HEAD, QUERY, OPTIONS and
    /// TRACE.
    public var isSafe: Bool {
        switch self {
        case .get, .head, .query, .options, .trace: true
        default: false
        }
    }

    /// Whether sending a request twice has the same effect as sending it once (RFC 9110, section 9.2.2): the safe
    /// methods, PUT and DELETE.
    public var isIdempotent: Bool {
        isSafe || self == .put || self == .delete
    }
}
