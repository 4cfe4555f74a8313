import Foundation

extension Response {
    /// The URL in the `Location` field, resolved against the URL of the response (RFC 9110, section 10.2.2): of the
    /// resource that a 201 has created, of the status of a 202, or of a redirect that isn't followed.
    ///
    /// `nil` without the field, and if it isn't a URL. It can lead to another origin, and to another scheme, as in the
    /// callback of a login: `CallOptions.url` requests it only if it has the origin of the target.
    public var location: URL? {
        headers.values(for: "Location").first.flatMap { URLReference.location($0, against: url ?? request?.url) }
    }
}
