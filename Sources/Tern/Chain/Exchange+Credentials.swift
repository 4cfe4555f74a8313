import Foundation

extension RequestContext {
    /// `nil` unless the last request had no credentials since its origin isn't trusted.
    package var untrustedOriginText: String? {
        untrustedURL.map { "no token: the origin \(Redaction.default.text(ofURL: Origin($0).text)) isn't trusted" }
    }
}

extension Exchange {
    /// The next step after a response with status 401 to a request without an `Authorization` field. `nil` for any
    /// other response, and for the general advice.
    func adviceOnCredentials(after response: Response) -> String? {
        guard response.statusCode == 401, let request = response.request, request.url.user == nil else { return nil }
        guard !request.headers.contains("Authorization") else {
            guard let url = response.url, !url.hasSameOrigin(asAnyOf: [request.url]) else { return nil }
            return "A redirect led to another origin, which doesn't receive the Authorization field. Request its URL "
                + "directly, and name its origin in the plugin's trustedOrigins."
        }
        guard let scheme = authorization.scheme else {
            // An API whose credentials are in another field has no challenge.
            guard response.headers.contains("WWW-Authenticate") else { return nil }
            return "The request had no Authorization field, since the target's `authorization` is `.none`. Set it to "
                + "the scheme that the server requires."
        }
        if let text = RequestContext(self).untrustedOriginText {
            return
                "The request had \(text). If the server may receive the credentials, give the endpoint closure its URL, or "
                + "name its origin in the plugin's trustedOrigins."
        }
        return
            "The request had no Authorization field. The target requires \(scheme) credentials, but no plugin has "
            + "added them: give the provider an AuthorizationPlugin."
    }
}
