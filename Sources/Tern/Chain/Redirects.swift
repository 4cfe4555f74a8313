/// Follows redirects by the rules of ``Redirect``. A redirect of a stub isn't followed.
final class Redirects: Stage {
    let policy: RedirectPolicy

    init(policy: RedirectPolicy) {
        self.policy = policy
    }

    @inline(__always)
    func send(_ request: Request, next: NextStage) async throws(TernError) -> Response {
        var (request, next) = (request, next)
        let policy = next.exchange.stub == nil ? policy : .never
        next.hop.followsRedirects = policy != .never
        var count = 0
        while true {
            next.exchange.pass(isRedirect: count > 0, in: next.context.attempt)
            let response: Response
            do throws(TernError) {
                response = try await next.send(request)
            } catch {
                // An engine may refuse more URLs.
                throw count > 0 && error.code == .invalidURL ? Self.invalid(request) : error
            }
            guard let following = try Redirect.next(after: response, to: request, count: count, under: policy) else {
                return response
            }
            let url = URLReference.withoutFragment(following.url)
            do { try URLJoin.check(url, shownBy: request.redaction) } catch { throw Self.invalid(following) }
            if let stream = response.stream { try await Self.discard(stream, status: response.statusCode) }
            next.observe(.redirected(status: response.statusCode, to: following))
            request = following
            count += 1
        }
    }

    /// The error for a redirect whose URL can't be requested.
    private static func invalid(_ request: Request) -> TernError {
        Redirect.invalid(request.url.absoluteString, of: request)
    }

    /// Reads the body of a redirect to its end, so that the connection can be reused.
    ///
    /// - Throws: `TernError` with code `.bodyTooLarge`, and `.cancelled`.
    private static func discard(_ stream: BodyStream, status: Int) async throws(TernError) {
        let limit = Redirect.maximumBodyBytes
        do {
            var bytes = 0
            for try await piece in stream {
                bytes += piece.count
                if bytes > limit { throw TernError.bodyTooLarge(limit: limit, status: status) }
            }
            try Task.checkCancellation()
        } catch {
            throw .wrapping(error, thrownBy: .transport)
        }
    }
}
