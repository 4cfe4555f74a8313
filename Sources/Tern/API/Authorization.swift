/// The authentication scheme of the credentials that a request needs (RFC 9110, section 11).
///
/// It contains no credentials. A plugin with credentials, such as `AuthorizationPlugin`, reads the scheme from the
/// target.
public struct Authorization: Hashable, Sendable {
    /// The scheme's name in the `Authorization` field, or `nil` if the request needs no credentials.
    public let scheme: String?

    /// The request needs no credentials.
    public static let none = Authorization(scheme: nil)
    /// User name and password (RFC 7617).
    public static let basic = Authorization(scheme: "Basic")
    /// A bearer token (RFC 6750).
    public static let bearer = Authorization(scheme: "Bearer")

    /// Any other scheme, by its name in the `Authorization` field.
    public static func custom(_ scheme: String) -> Authorization {
        Authorization(scheme: scheme)
    }
}
