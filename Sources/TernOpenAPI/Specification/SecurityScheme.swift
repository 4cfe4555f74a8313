/// How a request shows who sends it.
package enum SecurityScheme: Hashable, Sendable {
    /// A scheme of the field `Authorization`, in lower case: `bearer`, `basic`. OAuth 2 and OpenID Connect are `bearer`.
    case http(String)
    case header(String)
    case query(String)
    case cookie(String)
    /// Mutual TLS, for example, which a request doesn't show.
    case other(String)
}
