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
/// A response can reduce the rate: with `Retry-After` if its status is 403, 429 or 503, with `RateLimit` and
/// `RateLimit-Policy` (draft-ietf-httpapi-ratelimit-headers, versions 07 to 10), with `RateLimit-Remaining` and
/// `RateLimit-Reset` of older versions, or with `X-RateLimit-Remaining` and `X-RateLimit-Reset`. A reset is a number of
/// seconds or a time since 1970. When no request is left, all calls to the origin wait, at most for
/// `maximumPause`. Then they continue at the rate of the bucket. Without a bucket, one call continues in the first
/// second, two in the next one, then four, and so on, until no call waits or a response announces the number of
/// requests that are left. A response with a positive `Age` comes from a cache, and changes nothing.
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
    /// The limit without those of servers, as text. `nil` if there is none.
    private let rate: String?

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
        let burst = burst ?? count
        let bucket = TokenBucket(capacity: burst, interval: interval / count)
        let rate = "sends \(count) requests per \(interval) to each host, and at most \(max(1, burst)) at once"
        self.init(bucket, rate, maximumPause, maximumHosts, now)
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
        self.init(nil, nil, maximumPause, maximumHosts, now)
    }

    private init(
        _ bucket: TokenBucket?,
        _ rate: String?,
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
        self.rate = rate
    }

    /// Waits until the request may be sent, and sends it.
    ///
    /// - Throws: `TernError` with code `.cancelled` at once when the call is cancelled while it waits.
    public func intercept(_ request: Request, context: RequestContext, next: Next) async throws -> Response {
        if let rate { context.note(limit: rate) }
        var request = request
        guard !context.isExplanation, let passage = Passage.begin(of: &request, through: stopwatch) else {
            return try await next(request)
        }
        defer { passage.end() }
        let (host, wait) = arrive(request, on: context.clock)
        if let wait {
            context.willWait()
            try await waitForTurn(wait, host, on: context.clock)
        }
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

    /// The next wait of a call in the queue.
    private enum Wait {
        case time(ticket: Int, Duration)
        case turn(ticket: Int)
    }

    /// - Returns: The host, and the first wait of the call. `nil` if the request may be sent.
    private func arrive(_ request: Request, on clock: any Clock<Duration>) -> (host: Origin, Wait?) {
        let host = Origin(request.url)
        let time = stopwatch.elapsed(on: clock)
        return (host, perform(hosts.withLock { $0.with(host) { $0.arrive(at: time) } }))
    }

    private func next(for ticket: Int, _ host: Origin, on clock: any Clock<Duration>) -> Wait? {
        let time = stopwatch.elapsed(on: clock)
        return perform(hosts.withLock { $0.with(host) { $0.next(for: ticket, at: time) } })
    }

    /// - Returns: The next wait of the call. `nil` if the request may be sent.
    private func perform(_ step: RateLimiter<Continuation>.Step) -> Wait? {
        switch step {
        case .pass(let waiter):
            waiter?.resume()
            return nil
        case .wait(let ticket, let delay): return .time(ticket: ticket, delay)
        case .queue(let ticket): return .turn(ticket: ticket)
        }
    }

    /// - Returns: `nil` if the request was redirected to another origin, to which the limit belongs, or if the response
    ///   comes from a cache (RFC 9111, section 5.1), whose limit is out of date.
    private func limit(in response: Response, of host: Origin) -> ServerLimit? {
        guard let limit = ServerLimit(status: response.statusCode, response.headers, now: now) else { return nil }
        let age = response.headers.first(for: "Age").flatMap { RetryAfter.duration(ofDigits: $0) } ?? .zero
        return response.isSent(by: host) && age == .zero ? limit : nil
    }

    private func end(_ host: Origin, _ limit: ServerLimit?, on clock: any Clock<Duration>) {
        // Without a limit, the time isn't used.
        let time = limit == nil ? .zero : stopwatch.elapsed(on: clock)
        hosts.withLock { $0.with(host) { $0.end(limit, at: time) } }
    }

    /// Waits until a request to this host may be sent.
    private func waitForTurn(_ first: Wait, _ host: Origin, on clock: any Clock<Duration>) async throws {
        var wait: Wait? = first
        while let current = wait {
            let ticket: Int
            switch current {
            case .time(let waiting, let delay):
                ticket = waiting
                try await cancelling(ticket, of: host) { try await Waiting.wait(for: delay, on: clock) }
            case .turn(let waiting):
                ticket = waiting
                try await cancelling(ticket, of: host) { try await turn(of: ticket, host) }
            }
            wait = next(for: ticket, host, on: clock)
        }
    }

    /// Waits, and leaves the queue if the call is cancelled.
    private func cancelling(
        _ ticket: Int,
        of host: Origin,
        _ wait: nonisolated(nonsending) () async throws -> Void
    ) async throws {
        do {
            try await withTaskCancellationHandler {
                try await wait()
                try Task.checkCancellation()
            } onCancel: {
                leave(ticket, host)
            }
        } catch {
            // A clock may throw its own errors.
            leave(ticket, host)
            throw error
        }
    }

    private func leave(_ ticket: Int, _ host: Origin) {
        let (cancelled, next) = hosts.withLock { $0.with(host) { $0.cancel(ticket) } }
        cancelled?.resume(throwing: CancellationError())
        next?.resume()
    }

    private func turn(of ticket: Int, _ host: Origin) async throws {
        try await withCheckedThrowingContinuation { (continuation: Continuation) in
            let isSuspended = hosts.withLock { $0.with(host) { $0.suspend(ticket, continuation) } }
            if !isSuspended { continuation.resume() }
        }
    }
}
