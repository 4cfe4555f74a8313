import Foundation

extension URL {
    /// An argument as text for exactly one segment of a target's path: `"/users/\(URL.pathSegment(login))"`.
    ///
    /// Everything but unreserved characters (RFC 3986, section 2.3) is percent-encoded as UTF-8, so `/`, `?`, `#` and
    /// `%` in the argument are data. `.` and `..` become `%2E` and `%2E%2E`. Servers and clients take these for dot
    /// segments all the same (RFC 3986, section 6.2.2), so there is no spelling that stays a name: a request with such
    /// a segment fails with `TernError.Code.invalidURL` instead of going somewhere else.
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
