#if os(Linux)
    import TernHTTP
    import Foundation

    /// The response to a request, as the engine's thread received it.
    ///
    /// ``response(to:)`` converts it on the caller's thread.
    final class CurlResult: Sendable {
        typealias Outcome = Result<CurlResult, any Error>
        typealias Continuation = Box<CheckedContinuation<CurlResult, any Error>>

        let metrics: Response.Metrics
        let trailers: HTTPHeaders
        private let head: CurlHead
        private let body: Response.Body
        private let isDecoded: Bool

        /// - Parameter isDecoded: Whether the content codings of the body are removed.
        init(
            _ head: CurlHead,
            _ body: Response.Body,
            isDecoded: Bool,
            trailers: HTTPHeaders,
            _ metrics: Response.Metrics
        ) {
            self.head = head
            self.body = body
            self.isDecoded = isDecoded
            self.trailers = trailers
            self.metrics = metrics
        }

        func response(to request: Request) -> Response {
            var response = Response(
                statusCode: head.statusCode,
                headers: head.headers,
                body: body,
                trailers: trailers,
                url: request.url,
                metrics: metrics
            )
            if isDecoded { response.isDecoded = true }
            return response
        }
    }
#endif
