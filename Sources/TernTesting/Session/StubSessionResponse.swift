import Foundation
import Tern

/// A sample in the form that a session delivers.
struct StubSessionResponse: Sendable {
    let head: HTTPURLResponse
    let message: SampleResponse.Parts

    /// - Throws: The error of the sample; `TernError` with code `.malformedResponse` for an invalid status.
    init(_ sample: SampleResponse, to request: URLRequest) throws {
        let sample = try sample.message(for: Request(withoutStream: request))
        try sample.check()
        message = sample.parts
        guard let url = message.url ?? request.url,
            let head = StubHTTPURLResponse.make(url: url, status: message.status, headers: message.headers)
        else {
            let reason = "Foundation can't create a response with this status and these fields."
            throw TernError(.malformedResponse, reason: reason)
        }
        self.head = head
    }

    /// The request that follows a redirect. `nil` if this is the final response.
    ///
    /// - Parameter count: The number of redirects so far.
    /// - Throws: `URLError`, as a session does.
    func redirect(of request: URLRequest, count: Int) throws -> URLRequest? {
        guard Redirect.isRedirect(head.statusCode) else { return nil }
        guard count < Redirect.limit else { throw URLError(.httpTooManyRedirects) }
        let response = Response(statusCode: head.statusCode, headers: message.headers)
        do {
            return try Redirect.next(after: response, to: Request(withoutStream: request), count: count)
                .map { URLRequest($0) }
        } catch {
            let reason = [NSLocalizedDescriptionKey: error.reason]
            throw URLError(.redirectToNonExistentLocation, userInfo: reason)
        }
    }
}
