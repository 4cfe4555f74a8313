/// A request method (RFC 9110, section 9), compared by its exact, case-sensitive name.
///
/// Common methods are static members. Write any other method as a literal: `let find: HTTPMethod = "PROPFIND"`. A method
/// that isn't registered can be declared with its properties:
///
/// ```swift
/// let purge = HTTPMethod("PURGE", isSafe: false, isIdempotent: true)
/// ```
///
/// A request whose method is not a token fails with `TernError.Code.invalidField` before anything is sent.
public struct HTTPMethod: RawRepresentable, Sendable, ExpressibleByStringLiteral {
    /// What a repeated request does.
    private enum Semantics: Sendable { case safe, idempotent, neither }

    public let rawValue: String
    /// `nil` for the semantics in the registry.
    private let declared: Semantics?

    public init(rawValue: String) {
        self.rawValue = rawValue
        declared = nil
    }

    public init(stringLiteral value: String) {
        self.init(rawValue: value)
    }

    /// Creates a method with these properties, whatever the registry says.
    ///
    /// - Parameters:
    ///   - name: The exact name.
    ///   - isSafe: Whether the method is read-only (RFC 9110, section 9.2.1). A safe method is also idempotent.
    ///   - isIdempotent: Whether sending a request twice has the same effect as sending it once (RFC 9110, section
    ///     9.2.2).
    public init(_ name: String, isSafe: Bool, isIdempotent: Bool) {
        rawValue = name
        declared = isSafe ? .safe : isIdempotent ? .idempotent : .neither
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

    /// Whether the method is safe, that is, read-only (RFC 9110, section 9.2.1): as declared, or as registered at IANA
    /// (section 16.1.1), such as GET, HEAD, QUERY, OPTIONS, TRACE, PROPFIND, REPORT and SEARCH. `false` for any other
    /// method.
    public var isSafe: Bool { semantics == .safe }

    /// Whether sending a request twice has the same effect as sending it once (RFC 9110, section 9.2.2): as declared, or
    /// as registered at IANA, such as the safe methods, PUT, DELETE, COPY, MKCOL, MOVE, PROPPATCH and UNLOCK. `false`
    /// for any other method.
    public var isIdempotent: Bool { semantics != .neither }

    private var semantics: Semantics { declared ?? Self.registered(rawValue) }

    /// The HTTP Method Registry (RFC 7237 and RFC 9110, section 18.2), the most common methods first.
    private static func registered(_ name: String) -> Semantics {
        switch name {
        case "GET", "HEAD", "OPTIONS", "QUERY", "TRACE": .safe
        case "DELETE", "PUT": .idempotent
        case "CONNECT", "LOCK", "PATCH", "POST": .neither
        case "PRI", "PROPFIND", "REPORT", "SEARCH": .safe
        case "ACL", "BASELINE-CONTROL", "BIND", "CHECKIN", "CHECKOUT", "COPY", "LABEL", "LINK", "MERGE", "MKACTIVITY",
            "MKCALENDAR", "MKCOL", "MKREDIRECTREF", "MKWORKSPACE", "MOVE", "ORDERPATCH", "PROPPATCH", "REBIND",
            "UNBIND", "UNCHECKOUT", "UNLINK", "UNLOCK", "UPDATE", "UPDATEREDIRECTREF", "VERSION-CONTROL":
            .idempotent
        default: .neither
        }
    }
}

extension HTTPMethod: Hashable {
    /// Whether the names are equal.
    public static func == (lhs: HTTPMethod, rhs: HTTPMethod) -> Bool { lhs.rawValue == rhs.rawValue }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(rawValue)
    }
}
