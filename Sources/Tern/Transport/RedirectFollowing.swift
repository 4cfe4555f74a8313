/// Follows redirects by the rules of ``Redirect``.
struct RedirectFollowing<Next: Transport>: Transport {
    let next: Next
    let policy: TransportConfiguration.RedirectPolicy

    func send(_ request: Request) async throws -> Response {
        var request = request
        var redirects = 0
        var repetitions = 0
        while true {
            var response = try await next.send(request, afterRequests: repetitions)
            do {
                let following = try Redirect.next(after: response, to: request, count: redirects, under: policy)
                guard let following else {
                    if redirects > 0 { response.url = response.url ?? request.url }
                    return response
                }
                if let stream = response.stream { try await Self.discard(stream, status: response.statusCode) }
                repetitions = response.repetitions
                request.observe?(.redirected(status: response.statusCode, to: following))
                request = following
                redirects += 1
            } catch {
                throw response.counting(error)
            }
        }
    }

    /// Reads the body of a redirect to its end, so that the connection can be reused.
    ///
    /// - Throws: `TernError` with code `.bodyTooLarge`, and `CancellationError`.
    private static func discard(_ stream: BodyStream, status: Int) async throws {
        let tooLarge = TernError.bodyTooLarge(limit: Redirect.maximumBodyBytes, status: status)
        var bytes = 0
        for try await piece in stream {
            bytes += piece.count
            if bytes > Redirect.maximumBodyBytes { throw tooLarge }
        }
        try Task.checkCancellation()
    }
}
