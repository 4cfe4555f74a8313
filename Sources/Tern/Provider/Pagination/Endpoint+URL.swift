import Foundation

extension Endpoint {
    /// Replaces the URL and the query of the endpoint with `url`.
    ///
    /// - Throws: `TernError` with code `.invalidURL` for a URL with another origin. Its server must not receive the
    ///   credentials from this endpoint's fields and from plugins.
    mutating func move(to url: URL) throws(TernError) {
        try URLJoin.checkJoined(self.url)
        let own = try URLJoin.url(from: self.url)
        let text = URLReference.withoutFragment(url)
        let destination = try URLJoin.url(from: text)
        guard own.hasSameOrigin(as: destination) else {
            let shown = Redaction.text(ofURL: text).prefix(500)
            let ownShown = Redaction.text(ofURL: self.url).prefix(500)
            throw TernError(
                .invalidURL,
                reason:
                    "The URL of the call's options, \(shown), has another origin than \(ownShown).",
                advice:
                    "Use a target and a provider for the other origin, since this request has credentials for its own."
            )
        }
        self.url = text
        task = task.withoutQuery
    }
}
