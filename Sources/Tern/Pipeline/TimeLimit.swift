import Foundation

/// Ends an exchange that takes longer than the request's ``Request/timeout``, with ``TernError/Code/timedOut``.
///
/// The limit includes redirects and the body, also that of a stream, which the reader still reads after this has returned.
struct TimeLimit<Next: Transport>: Transport {
    let next: Next
    let clock: any Clock<Duration>

    @inline(__always)
    func send(_ request: Request) async throws -> Response {
        guard let limit = request.timeout else { return try await next.send(request) }
        var inner = request
        inner.timeout = nil
        let deadline = Deadline(after: limit, on: clock)
        var response = try await deadline.limit { [inner] in try await next.send(inner) }
        if let stream = response.stream { response.body = .stream(BodyStream(stream, until: deadline)) }
        return response
    }
}

/// The time at which an exchange has to be complete.
struct Deadline: Sendable {
    private let clock: any Clock<Duration>
    private let error: TernError
    private let remaining: @Sendable () -> Duration

    init(after limit: Duration, on clock: any Clock<Duration>) {
        self.clock = clock
        error = TernError(.timedOut, reason: "The response was not complete after \(limit).")
        remaining = Self.remaining(of: limit, on: clock)
    }

    /// Runs `operation`, and cancels it at the deadline.
    ///
    /// - Throws: What `operation` throws; `TernError` with code `.timedOut` at the deadline.
    func limit<Value: Sendable>(_ operation: @escaping @Sendable () async throws -> Value) async throws -> Value {
        try await Waiting.limit(remaining(), on: clock, error: error, operation: operation)
    }

    private static func remaining(
        of limit: Duration,
        on clock: some Clock<Duration>
    ) -> @Sendable () -> Duration {
        let start = clock.now
        return { limit - start.duration(to: clock.now) }
    }
}

extension BodyStream {
    /// A stream that fails with `.timedOut` where its reader waits at the deadline, or reads after it.
    init(_ stream: BodyStream, until deadline: Deadline) {
        self.init(LimitedBody(stream: stream, deadline: deadline))
    }

    private struct LimitedBody: BodySequence {
        let stream: BodyStream
        let deadline: Deadline

        var trailers: HTTPHeaders { stream.trailers }
        var metrics: TransportMetrics? { stream.metrics }

        func next() async throws -> Data? {
            try await deadline.limit {
                var iterator = stream.makeAsyncIterator()
                return try await iterator.next()
            }
        }
    }
}
