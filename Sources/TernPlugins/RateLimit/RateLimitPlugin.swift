import Foundation
import Tern

/// Sends requests to each host at a limited rate, in the order of the calls, and obeys the limits that servers set.
///
/// ```swift
/// let github = Provider<GitHub>(plugins: [RateLimitPlugin(10, per: .seconds(1))])
/// ```
///
/// Requests to one origin (scheme, host and port) share a token bucket: `burst` requests can be sent at once, and then
/// one request per `interval` divided by `count`. Further calls wait on the provider's clock, in the order of their
/// arrival. A cancelled call leaves the queue at once and takes no request from the bucket.
///
/// A response can reduce the rate: with `Retry-After` or `retry-after-ms` if its status is 403, 429 or 503, with
/// `RateLimit` and `RateLimit-Policy` (draft-ietf-httpapi-ratelimit-headers, versions 07 to 10), with
/// `RateLimit-Remaining` and `RateLimit-Reset` of older versions, with `X-RateLimit-Remaining` and `X-RateLimit-Reset`,
/// or with the fields of Discord, OpenAI and Anthropic. The guide has a table of them. When no request is left, all calls to the origin wait, at most for
/// `maximumPause`. Then they continue at the rate of the bucket. Without a bucket, one call continues in the first
/// second, two in the next one, then four, and so on, until no call waits or a response announces the number of
/// requests that are left. A response with a positive `Age`, or that a cache had stored (`Response.cache`), changes
/// nothing.
///
/// The queue has no limit: precede this plugin by ``DeadlinePlugin``, so that calls don't wait for too long. The timeouts
/// of targets and calls begin after the queue.
///
/// Place this plugin after a plugin that retries, so that each attempt counts. Copies of a plugin share their state.
/// Providers that use the same plugin share it, too, and should have the same clock. A request that passes
/// the same plugin twice counts once, at the first copy.
public struct RateLimitPlugin: Plugin {
    private typealias Continuation = CheckedContinuation<Void, any Error>

    private let hosts: Locked<HostTable<RateLimiter<Continuation>>>
    private let stopwatch = SharedStopwatch()
    private let now: @Sendable () -> Date

    /// Creates a plugin that applies a limit, together with the limits that servers set.
    ///
    /// - Parameters:
    ///   - count: The number of requests in each `interval`, on average. Values below 1 mean 1.
    ///   - interval: The time for `count` requests.
    ///   - burst: The number of requests that can be sent at once after a pause. `count` by default. 1 sends requests
    ///     at equal intervals.
    ///   - maximumPause: The longest time for which a response can stop further requests. 60 s by default.
    ///   - maximumHosts: The number of origins whose state is kept. 1,000 by default. If there are more, the least
    ///     recently used origin without running calls is removed.
    ///   - now: The current date, for a date in `Retry-After` of a response without `Date`.
    public init(
        _ count: Int,
        per interval: Duration,
        burst: Int? = nil,
        maximumPause: Duration = .seconds(60),
        maximumHosts: Int = 1_000,
        now: @escaping @Sendable () -> Date = { Date() }
    ) {
        let count = max(1, count)
        let bucket = TokenBucket(capacity: burst ?? count, interval: interval / count)
        self.init(bucket, maximumPause, maximumHosts, now)
    }

    /// Creates a plugin that applies only the limits that servers set.
    ///
    /// - Parameters:
    ///   - maximumPause: The longest time for which a response can stop further requests. 60 s by default.
    ///   - maximumHosts: The number of origins whose state is kept. 1,000 by default.
    ///   - now: The current date, for a date in `Retry-After` of a response without `Date`.
    public init(
        maximumPause: Duration = .seconds(60),
        maximumHosts: Int = 1_000,
        now: @escaping @Sendable () -> Date = { Date() }
    ) {
        self.init(nil, maximumPause, maximumHosts, now)
    }

    private init(
        _ bucket: TokenBucket?,
        _ maximumPause: Duration,
        _ maximumHosts: Int,
        _ now: @escaping @Sendable () -> Date
    ) {
        let pause = min(maximumPause, Waiting.forever)
        hosts = Locked(
            HostTable(maximumCount: maximumHosts) { firstTicket in
                RateLimiter(bucket: bucket, maximumPause: pause, firstTicket: firstTicket)
            }
        )
        self.now = now
    }

    /// Waits until the request may be sent, and sends it.
    ///
    /// - Throws: `TernError` with code `.cancelled` at once when the call is cancelled while it waits.
    public func intercept(_ request: Request, context: RequestContext, next: Next) async throws -> Response {
        var request = request
        guard let passage = Passage.begin(of: &request, through: stopwatch) else {
            return try await next(request)
        }
        defer { passage.end() }
        let host = Origin(request.url)
        try await pass(host, in: context)
        do {
            let response = try await next(request)
            end(host, limit(in: response, of: host), on: context.clock)
            return response
        } catch {
            let response = (error as? TernError)?.response
            end(host, response.flatMap { limit(in: $0, of: host) }, on: context.clock)
            throw error
        }
    }

    // MARK: - Private

    /// - Returns: `nil` if the request was redirected to another origin, to which the limit belongs, or if the response
    ///   comes from a cache (RFC 9111, section 5.1), whose limit is out of date.
    private func limit(in response: Response, of host: Origin) -> ServerLimit? {
        guard !response.isStored, let limit = ServerLimit(status: response.statusCode, response.headers, now: now)
        else { return nil }
        let age = response.headers.first(for: "Age").flatMap { RetryAfter.duration(ofDigits: $0) } ?? .zero
        return response.isSent(by: host) && age == .zero ? limit : nil
    }

    private func end(_ host: Origin, _ limit: ServerLimit?, on clock: any Clock<Duration>) {
        // Without a limit, the time isn't used.
        let time = limit == nil ? .zero : stopwatch.elapsed(on: clock)
        update(host) { $0.end(limit, at: time) }
    }

    private func update<Result: Sendable>(
        _ host: Origin,
        _ event: (inout RateLimiter<Continuation>) -> Result
    ) -> Result {
        hosts.withLock { $0.with(host, event) }
    }

    /// Waits until a request to this host may be sent.
    private func pass(_ host: Origin, in context: RequestContext) async throws {
        let arrival = stopwatch.elapsed(on: context.clock)
        var step = update(host) { $0.arrive(at: arrival) }
        while true {
            let waiting: Int
            switch step {
            case .pass(let waiter):
                waiter?.resume()
                return
            case .wait(let ticket, let delay):
                waiting = ticket
                context.willWait()
                try await leaving(host, ticket) { try await Waiting.wait(for: delay, on: context.clock) }
            case .queue(let ticket):
                waiting = ticket
                context.willWait()
                try await leaving(host, ticket) { try await turn(of: ticket, host) }
            }
            let time = stopwatch.elapsed(on: context.clock)
            step = update(host) { $0.next(for: waiting, at: time) }
        }
    }

    /// Waits, and leaves the queue if the call is cancelled.
    private func leaving(
        _ host: Origin,
        _ ticket: Int,
        _ wait: nonisolated(nonsending) () async throws -> Void
    ) async throws {
        let leave = { @Sendable in
            let (cancelled, next) = update(host) { $0.cancel(ticket) }
            cancelled?.resume(throwing: CancellationError())
            next?.resume()
        }
        do {
            try await withTaskCancellationHandler {
                try await wait()
                try Task.checkCancellation()
            } onCancel: {
                leave()
            }
        } catch {
            // A clock may throw its own errors.
            leave()
            throw error
        }
    }

    private func turn(of ticket: Int, _ host: Origin) async throws {
        try await withCheckedThrowingContinuation { (continuation: Continuation) in
            let isSuspended = update(host) { $0.suspend(ticket, continuation) }
            if !isSuspended { continuation.resume() }
        }
    }
}
