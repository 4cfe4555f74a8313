import Foundation
import TernHTTP

/// The stored cookies of a session, for requests that also have a `Cookie` field. It is tested on all platforms.
///
/// Apple's session replaces that field by the stored cookies. So the session handles no cookies for such a request. The
/// transport sends and stores the cookies instead.
struct SessionCookies: Sendable {
    let storage: HTTPCookieStorage

    /// Adds the stored cookies before the cookies in the request's `Cookie` field (RFC 6265, section 5.4). For a
    /// request without that field, the session itself adds the cookies.
    ///
    /// - Returns: Whether the cookies of the responses have to be stored.
    func add(to request: inout URLRequest) -> Bool {
        guard request.httpShouldHandleCookies, let own = request.value(forHTTPHeaderField: "Cookie"),
            let url = request.url
        else { return false }
        // Cookies with longer paths come first.
        let stored = (storage.cookies(for: url) ?? []).sorted { $0.path.utf8.count > $1.path.utf8.count }
        let field = (stored.map { "\($0.name)=\($0.value)" } + [own]).joined(separator: "; ")
        request.setValue(field, forHTTPHeaderField: "Cookie")
        request.httpShouldHandleCookies = false
        return true
    }

    /// Stores the cookies that a response sets.
    func store(from response: HTTPURLResponse) {
        guard let url = response.url else { return }
        var fields: [String: String] = [:]
        for (name, value) in response.allHeaderFields { fields["\(name)"] = "\(value)" }
        let cookies = HTTPCookie.cookies(withResponseHeaderFields: fields, for: url)
        // With a main document, a storage that accepts only the cookies of main documents accepts them, too.
        storage.setCookies(cookies, for: url, mainDocumentURL: url)
    }
}
