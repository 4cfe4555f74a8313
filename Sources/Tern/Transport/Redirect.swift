import Foundation

/// Decides what follows a redirect (RFC 9110, section 15.4), so that no engine has to be trusted with it.
///
/// - 301 and 302 turn POST into GET, 303 turns everything but HEAD into GET; 307 and 308 send the same again, body
///   included.
/// - To another origin (scheme, host and port), only the fields of ``Redirect/harmlessFields`` go along, and those that
///   the target or the endpoint marks as safe.
/// - From https to http is refused, and so is what is no http URL at all.
package enum Redirect {
    /// How many are followed in one call by default.
    package static let limit = 20

    /// How long the body of a redirect may be, which is received only to keep the connection: 1 MiB.
    static let maximumBodyBytes = 1024 * 1024

    /// The fields that go along to another origin, in lower case: how the representation is wanted, the state of the
    /// client's cache, the client's name, what the body is, and how the request is to be handled. None of them holds
    /// credentials or says who the user is. A body that goes along needs the fields that describe it, and the key by
    /// which its repetition is recognized.
    ///
    /// Browsers (WHATWG Fetch), OkHttp, Go and curl remove a few names instead, `Authorization` and `Cookie` above all,
    /// so that keys and tokens of other names reach the other origin.
    static let harmlessFields: Set<String> = [
        "accept", "accept-charset", "accept-encoding", "accept-language",
        "cache-control", "pragma", "if-match", "if-none-match", "if-modified-since", "if-unmodified-since", "if-range",
        "range", "user-agent", "content-type", "content-encoding", "content-language", "content-range",
        "content-digest", "repr-digest", "idempotency-key",
        "expect", "prefer", "priority", "save-data", "dnt", "sec-gpc", "upgrade-insecure-requests",
    ]

    /// Whether a response is followed, so that its body is nobody's.
    ///
    /// - Parameter hasLocation: Whether there is a Location field. Is looked up only where it counts.
    static func isFollowed(
        _ statusCode: Int,
        hasLocation: @autoclosure () -> Bool,
        under policy: TransportConfiguration.RedirectPolicy
    ) -> Bool {
        isRedirect(statusCode) && policy != .never && hasLocation()
    }

    /// Whether a response of this status is followed, if it says where to.
    package static func isRedirect(_ statusCode: Int) -> Bool {
        switch statusCode {
        case 301, 302, 303, 307, 308: true
        default: false
        }
    }

    /// The request to send next; `nil` if `response` is the final response.
    ///
    /// - Parameter count: How many redirects this call has followed.
    /// - Throws: `TernError` with code `.tooManyRedirects`, and with code `.bodyNotReplayable` where a one-shot body would
    ///   have to be sent again.
    static func next(
        after response: Response,
        to request: Request,
        count: Int,
        under policy: TransportConfiguration.RedirectPolicy
    ) throws(TernError) -> Request? {
        guard case .follow(let limit) = policy,
            let next = try next(after: response, to: request, count: count, limit: limit)
        else { return nil }
        if next.body?.isReplayable == false {
            let reason = "The server redirects with \(response.statusCode), which asks for the body again."
            throw TernError(.bodyNotReplayable, reason: reason)
        }
        return next
    }

    /// The request to send next; `nil` if `response` is the final response.
    ///
    /// - Parameter count: How many redirects this call has followed.
    /// - Throws: `TernError` with code `.tooManyRedirects`.
    package static func next(
        after response: Response,
        to request: Request,
        count: Int,
        limit: Int = limit
    ) throws(TernError) -> Request? {
        guard isRedirect(response.statusCode), let location = response.headers.values(for: "Location").first else {
            return nil
        }
        guard count < limit else {
            throw TernError(.tooManyRedirects, reason: "More than \(limit) redirects.")
        }
        let source = request.url
        guard let url = URL(string: location, relativeTo: source)?.absoluteURL, let scheme = url.scheme?.lowercased(),
            ["http", "https"].contains(scheme), url.host?.isEmpty == false
        else {
            let place = location.isEmpty ? "an empty Location" : Redaction.text(ofURL: location)
            let reason = "Redirected to \(place), which can't be followed."
            throw TernError(.tooManyRedirects, reason: reason)
        }
        guard !(source.scheme?.lowercased() == "https" && scheme == "http") else {
            let reason = "Redirected from https to \(Redaction.text(ofURL: url.absoluteString)), which is not secure."
            throw TernError(.tooManyRedirects, reason: reason)
        }

        var next = request
        next.url = url
        if turnsIntoGet(request.method, by: response.statusCode) {
            next.method = .get
            next.body = nil
            remove(from: &next) { $0.hasPrefix("content-") }
        }
        if origin(of: source) != origin(of: url) {
            let marked = Set(request.crossOriginHeaders.map { $0.lowercased() })
            remove(from: &next) { !harmlessFields.contains($0) && !marked.contains($0) }
        }
        remove(from: &next) { $0 == "host" }
        return next
    }

    private static func turnsIntoGet(_ method: HTTPMethod, by statusCode: Int) -> Bool {
        switch statusCode {
        case 301, 302: method == .post
        case 303: method != .head
        default: false
        }
    }

    /// - Parameter isGone: Takes the name in lower case.
    private static func remove(from request: inout Request, where isGone: (String) -> Bool) {
        guard request.headers.contains(where: { isGone($0.name.lowercased()) }) else { return }
        request.headers = HTTPHeaders(request.headers.filter { !isGone($0.name.lowercased()) })
    }

    private static func origin(of url: URL) -> [String] {
        let scheme = (url.scheme ?? "").lowercased()
        return [scheme, (url.host ?? "").lowercased(), "\(url.port ?? (scheme == "https" ? 443 : 80))"]
    }
}
