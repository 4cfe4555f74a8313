/// Which credentials a request needs, by the name of their authentication scheme (RFC 9110, section 11).
///
/// It holds no credentials itself: a plugin that has them, such as ``AccessTokenPlugin``, reads it from the target.
public struct Authorization: Hashable, Sendable {
    /// The scheme's name as it stands in the `Authorization` field, or `nil` if no credentials are needed.
    public let scheme: String?

    /// The request needs no credentials.
    public static let none = Authorization(scheme: nil)
    /// RFC 7617.
    public static let basic = Authorization(scheme: "Basic")
    /// RFC 6750.
    public static let bearer = Authorization(scheme: "Bearer")

    /// A scheme by its name.
    public static func custom(_ scheme: String) -> Authorization {
        Authorization(scheme: scheme)
    }
}
