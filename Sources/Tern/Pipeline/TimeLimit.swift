import Foundation

/// Ends an exchange that takes longer than the request's ``Request/timeout``, with ``TernError/Code/timedOut``.
///
/// The limit includes redirects and the body. For a streamed body, it also applies while the caller reads the stream.
struct TimeLimit<Next: Transport>: Transport {
    let next: Next
    let clock: Box<any Clock<Duration>>

    @inline(__always)
    func send(_ request: Request) async throws -> Response {
        guard let limit = request.timeout else { return try await next.send(request) }
        return try await send(request, within: limit)
    }

    // Not a part of `send`, where the closure's reference to `next` would cost time in each call without a limit.
    @inline(never)
    private func send(_ request: Request, within limit: Duration) async throws -> Response {
        var inner = request
        inner.timeout = nil
        let deadline = Deadline(after: limit, on: clock.value)
        // The attempts of an exchange that the deadline cancels. Its own error is discarded.
        let attempts = Locked(0)
        do {
            var response = try await deadline.limit { [inner] in
                do {
                    return try await next.send(inner)
                } catch let error as TernError {
                    attempts.withLock { $0 = error.attempts }
                    throw error
                }
            }
            if let stream = response.stream { response.body = .stream(BodyStream(stream, until: deadline)) }
            return response
        } catch let error as TernError {
            throw TernError(error, attempts: attempts.withLock(\.self))
        }
    }
}

extension BodyStream {
    /// A stream that ends at the deadline with `.timedOut`, unless its body is complete by then. The reader still
    /// receives the pieces that arrived before. If no reader is waiting at the deadline, the exchange ends with the
    /// next read.
    init(_ stream: BodyStream, until deadline: Deadline) {
        self.init(LimitedBody(stream: stream, deadline: deadline))
    }

    private struct LimitedBody: BodySequence {
        let stream: BodyStream
        let deadline: Deadline

        var trailers: HTTPHeaders { stream.trailers }
        var metrics: TransportMetrics? { stream.metrics }

        func next() async throws -> Data? {
            guard let error = deadline.passedError else { return try await deadline.limit { try await stream.next() } }
            stream.end(with: error)
            return try await stream.next()
        }

        func end(with error: TernError) {
            stream.end(with: error)
        }

        func abandon(with error: TernError) {
            stream.abandon(with: error)
        }
    }
}
