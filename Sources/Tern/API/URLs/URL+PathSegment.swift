import Foundation

extension URL {
    /// An argument, escaped as exactly one segment of a target's path: `"/users/\(URL.pathSegment(login))"`.
    ///
    /// All characters except the unreserved ones (RFC 3986, section 2.3) are percent-encoded as UTF-8, so `/`, `?`, `#`
    /// and `%` in the argument are data. `.` and `..` become `%2E` and `%2E%2E`. Servers and clients treat these as dot
    /// segments as well (RFC 3986, section 6.2.2), so a request with such a segment fails with
    /// `TernError.Code.invalidURL` instead of reaching another resource.
    ///
    /// An empty argument is an empty segment.
    public static func pathSegment(_ argument: String) -> String {
        switch argument {
        case ".": "%2E"
        case "..": "%2E%2E"
        default: PercentEncoding.encode(argument, keeping: .unreserved)
        }
    }
}
