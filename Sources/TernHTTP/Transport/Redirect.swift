import Foundation

/// Whether Tern follows redirects.
@nonexhaustive
public enum RedirectPolicy: Sendable, Hashable {
    /// Redirects are followed up to this number in one call. A further redirect fails with `.tooManyRedirects`.
    case follow(limit: Int)
    /// Redirects are not followed: the redirect is the response.
    case never
}

/// Computes the request that follows a redirect (RFC 9110, section 15.4), in the same way for every engine.
///
/// - 301 and 302 change POST to GET. 303 changes every method except HEAD to GET. 307 and 308 repeat the request with
///   its method and body.
/// - A redirect to another origin (scheme, host and port) keeps only the fields of ``Redirect/harmlessFields``, and the
///   fields that the target or the endpoint marks as safe.
/// - A redirect from https to http, or to a URL that isn't http or https, is an error.
package enum Redirect {
    /// The default maximum number of redirects in one call.
    package static let limit = 20

    /// The maximum length of a redirect's body, which is received only to reuse the connection: 1 MiB.
    package static let maximumBodyBytes = 1024 * 1024

    /// The fields that a redirect to another origin keeps, in lower case.
    ///
    /// These fields describe the preferred representation, the state of the client's cache, the client's name, the type
    /// of the body, and the handling of the request. They don't contain credentials or identify the user. A repeated
    /// body needs the fields that describe it, and the key that identifies its repetition.
    ///
    /// In contrast, browsers (WHATWG Fetch), OkHttp, Go and curl remove only a few fields, such as `Authorization` and
    /// `Cookie`. So they send keys and tokens in other fields to the other origin.
    static let harmlessFields = Set(
        words: """
            accept accept-charset accept-encoding accept-language cache-control pragma if-match if-none-match \
            if-modified-since if-unmodified-since if-range range user-agent content-type content-encoding \
            content-language content-range content-digest repr-digest idempotency-key expect prefer priority save-data \
            dnt sec-gpc upgrade-insecure-requests
            """
    )

    /// Whether a response is a redirect that is followed, so that its body is discarded.
    ///
    /// - Parameter hasLocation: Whether the response has a Location field. Evaluated only if it matters.
    package static func isFollowed(
        _ statusCode: Int,
        hasLocation: @autoclosure () -> Bool,
        under hop: Hop
    ) -> Bool {
        isRedirect(statusCode) && hop.followsRedirects && hasLocation()
    }

    /// Whether a response with this status and a Location field is a redirect.
    package static func isRedirect(_ statusCode: Int) -> Bool {
        switch statusCode {
        case 301, 302, 303, 307, 308: true
        default: false
        }
    }

    /// The request to send next; `nil` if `response` is the final response.
    ///
    /// - Parameter count: The number of redirects that this call has followed.
    /// - Throws: `TernError` with code `.tooManyRedirects`, and with code `.bodyNotReplayable` if a one-shot body would
    ///   have to be sent again.
    package static func next(
        after response: Response,
        to request: Request,
        count: Int,
        under policy: RedirectPolicy
    ) throws(TernError) -> Request? {
        guard case .follow(let limit) = policy,
            let next = try next(after: response, to: request, count: count, limit: limit)
        else { return nil }
        if next.body?.isReplayable == false {
            let reason =
                "The server redirects with \(response.statusCode), which requires the one-shot body to be sent again."
            throw TernError(.bodyNotReplayable, reason: reason)
        }
        return next
    }

    /// The request to send next; `nil` if `response` is the final response.
    ///
    /// - Parameter count: The number of redirects that this call has followed.
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
            throw TernError(.tooManyRedirects, reason: "The call exceeded the limit of \(limit) redirects.")
        }
        let source = request.url
        guard let url = URLReference.location(location, against: source), let scheme = url.scheme?.lowercased(),
            ["http", "https"].contains(scheme)
        else {
            throw invalid(location, of: request)
        }
        guard !(source.scheme?.lowercased() == "https" && scheme == "http") else {
            let place = Redaction.excerpt(ofText: request.redaction.text(ofURL: url.absoluteString))
            let reason = "The server redirects from https to \(place), which isn't secure."
            throw TernError(.tooManyRedirects, reason: reason)
        }

        var next = request
        next.url = url
        if turnsIntoGet(request.method, by: response.statusCode) {
            next.method = .get
            next.body = nil
            remove(from: &next) { $0.hasPrefix("content-") }
        }
        if !source.hasSameOrigin(as: url) {
            let marked = Set(request.crossOriginHeaders.map { $0.lowercased() })
            remove(from: &next) { !harmlessFields.contains($0) && !marked.contains($0) }
        }
        remove(from: &next) { $0 == "host" }
        return next
    }

    /// The error for a redirect to a URL that can't be requested. It names the server's `Location`, since the target is
    /// right.
    package static func invalid(_ location: String, of request: Request) -> TernError {
        let place =
            location.isEmpty
            ? "an empty Location" : Redaction.excerpt(ofText: request.redaction.text(ofURL: location))
        return TernError(
            .tooManyRedirects,
            reason: "The server redirects to \(place), which isn't a valid http or https URL."
        )
    }

    private static func turnsIntoGet(_ method: HTTPMethod, by statusCode: Int) -> Bool {
        switch statusCode {
        case 301, 302: method == .post
        case 303: method != .head
        default: false
        }
    }

    /// Removes the fields for which `isGone` returns `true`.
    ///
    /// - Parameter isGone: Receives the name in lower case.
    private static func remove(from request: inout Request, where isGone: (String) -> Bool) {
        guard request.headers.contains(where: { isGone($0.name.lowercased()) }) else { return }
        request.headers = HTTPHeaders(request.headers.filter { !isGone($0.name.lowercased()) })
    }
}
