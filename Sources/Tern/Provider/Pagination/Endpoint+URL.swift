import Foundation

extension Endpoint {
    /// Replaces the URL and the query by those of `url`.
    ///
    /// - Throws: `TernError` with code `.invalidURL` for a URL of another origin, whose server must not receive the
    ///   credentials of this endpoint's fields and plugins.
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
