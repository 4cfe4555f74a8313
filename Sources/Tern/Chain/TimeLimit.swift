import Foundation

/// Ends an attempt that takes longer than the request's ``Request/timeout``, with ``TernError/Code/timedOut``.
///
/// The limit includes redirects and the body. For a streamed body, it also applies while the caller reads the stream.
final class TimeLimit: Stage {
    @inline(__always)
    func send(_ request: Request, next: NextStage) async throws(TernError) -> Response {
        guard let limit = request.timeout else { return try await next.send(request) }
        let deadline = Deadline(after: limit, on: next.context.clock)
        var request = request
        request.attributes[RequestDeadline.self] = deadline
        // What had arrived when the exchange failed, or was cancelled.
        let interrupted = Locked<Response?>(nil)
        do {
            var response = try await deadline.limit { [request] in
                do throws(TernError) {
                    return try await next.send(request)
                } catch {
                    interrupted.withLock { $0 = error.response }
                    throw error
                }
            }
            if let stream = response.stream { response.body = .stream(BodyStream(stream, until: deadline)) }
            return response
        } catch {
            // The timer of a cancelled call may end before the exchange.
            throw TernError(.wrapping(error, thrownBy: .transport), response: interrupted.withLock(\.self))
        }
    }
}

/// The time by which the response must be complete, for a transport that has to know why it was cancelled. `nil` if there
/// is none.
package enum RequestDeadline: RequestAttributeKey {
    package static let defaultValue: Deadline? = nil
}

extension BodyStream {
    /// A stream that ends at the deadline with `.timedOut`, unless its body is complete by then. The reader still
    /// receives the pieces that arrived before. If no reader is waiting at the deadline, the exchange ends with the
    /// next read.
    package init(_ stream: BodyStream, until deadline: Deadline) {
        self.init(LimitedBody(stream: stream, deadline: deadline))
    }

    private struct LimitedBody: BodySequence {
        let stream: BodyStream
        let deadline: Deadline

        var trailers: HTTPHeaders { stream.trailers }
        var metrics: Response.Metrics? { stream.metrics }

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
