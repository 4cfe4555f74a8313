/// Follows redirects by the rules of ``Redirect``. A redirect of a stub isn't followed.
final class Redirects: Stage {
    let policy: RedirectPolicy

    init(policy: RedirectPolicy) {
        self.policy = policy
    }

    @inline(__always)
    func send(_ request: Request, next: NextStage) async throws(TernError) -> Response {
        var next = next
        let policy = next.exchange.stub == nil ? policy : .never
        next.hop.followsRedirects = policy != .never
        next.exchange.pass(isRedirect: false, in: next.context.attempt)
        var response = try await next.send(request)
        var request = request
        var count = 0
        while let following = try Redirect.next(after: response, to: request, count: count, under: policy) {
            response = try await Self.send(following, after: response, next)
            request = following
            count += 1
        }
        return response
    }

    /// Sends the request that a redirect asks for.
    private static func send(
        _ request: Request,
        after redirect: Response,
        _ next: NextStage
    ) async throws(TernError) -> Response {
        let url = URLReference.withoutFragment(request.url)
        do { try URLJoin.check(url, shownBy: request.redaction) } catch { throw invalid(request) }
        if let stream = redirect.stream { try await discard(stream, status: redirect.statusCode) }
        next.observe(.redirected(status: redirect.statusCode, to: request))
        next.exchange.pass(isRedirect: true, in: next.context.attempt)
        do throws(TernError) {
            return try await next.send(request)
        } catch {
            // An engine may refuse more URLs.
            throw error.code == .invalidURL ? invalid(request) : error
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
