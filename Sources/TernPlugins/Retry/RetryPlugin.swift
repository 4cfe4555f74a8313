import Foundation
import Tern

/// Repeats attempts that failed for a transient reason, after a random delay that grows with each attempt.
///
/// ```swift
/// let github = Provider<GitHub>(plugins: [RetryPlugin()])
/// ```
///
/// The plugins after it in the array run once for each attempt. By default, it makes up to 3 attempts for an idempotent
/// request after the statuses 408, 425, 429, 500, 502, 503 and 504 and after errors of the connection. ``RetryPolicy``
/// defines these rules. A refresh that failed for one of these reasons is repeated as well, for any method, since the
/// server hasn't processed the request (``RefreshingAuthorizationPlugin``). The first of these policies applies: the policy of the call, in
/// `CallOptions.attributes[RetryPolicy.self]`; the policy of the target, from `policyOfTarget`; the policy of the
/// plugin.
///
/// A request whose body can't be sent twice (`RequestBody.isReplayable`) is never repeated, and neither is one with the
/// `cacheUse` `.onlyStored`. Further attempts have the `cacheUse` `.reload`, unless the call bypasses the cache. A cancelled call ends at
/// once, even during a delay. The error of the last attempt contains the errors of the earlier attempts in
/// `TernError.earlierFailures`.
///
/// Copies of a plugin share its ``RetryBudget``. Providers that use the same plugin share it, too, and should have the
/// same clock.
public struct RetryPlugin: Plugin {
    private let policy: RetryPolicy
    private let policyOfTarget: @Sendable (any TargetType) -> RetryPolicy?
    private let idempotencyKey: (@Sendable () -> String)?
    private let random: @Sendable () -> Double
    private let now: @Sendable () -> Date
    private let budget: Budget?

    /// - Parameters:
    ///   - policy: The policy for targets and calls without a policy.
    ///   - policyOfTarget: The policy of a target, or `nil` for `policy`.
    ///   - budget: The limit of all retries. `nil` for no limit.
    ///   - idempotencyKey: Creates the value of the `Idempotency-Key` field for requests that aren't idempotent and
    ///     don't have this field, so that they are retried, too. All attempts of a call have the same value. Use it for
    ///     servers that support the field. `nil`, the default, adds no field.
    ///   - random: The source of random delays, from 0 up to 1.
    ///   - now: The current date, for a date in `Retry-After` of a response without `Date`.
    public init(
        _ policy: RetryPolicy = RetryPolicy(),
        budget: RetryBudget? = RetryBudget(),
        idempotencyKey: (@Sendable () -> String)? = nil,
        random: @escaping @Sendable () -> Double = { .random(in: 0..<1) },
        now: @escaping @Sendable () -> Date = { Date() },
        policyOfTarget: @escaping @Sendable (any TargetType) -> RetryPolicy? = { _ in nil }
    ) {
        self.policy = policy
        self.policyOfTarget = policyOfTarget
        self.budget = budget.map(Budget.init)
        self.idempotencyKey = idempotencyKey
        self.random = random
        self.now = now
    }

    /// Sends the request until an attempt succeeds, or no further attempt is allowed.
    ///
    /// - Throws: The error of the last attempt, or `TernError` with code `.cancelled`.
    public func intercept(_ request: Request, context: RequestContext, next: Next) async throws -> Response {
        let policy = policy(of: request, context.target)
        var request = withIdempotencyKey(request)
        var call = RetryCall(policy: policy, request: request, clock: context.clock)
        budget?.add()
        while true {
            let failure: TernError
            do {
                return try await next(request)
            } catch let error as TernError {
                failure = error
            }
            guard let delay = await delay(after: failure, in: call), Task.isCancelled || takeRetry(context) else {
                throw failure.adding(earlierFailures: call.failures)
            }
            call.fail(failure, delay: delay)
            // The failure may be a stored response.
            if [.standard, .returnStored].contains(request.attributes.cacheUse) {
                request.attributes.cacheUse = .reload
            }
            do {
                // Throws at once if the call is cancelled already.
                try await Waiting.wait(for: delay, on: context.clock)
            } catch let error as TernError {
                throw error.adding(earlierFailures: call.failures)
            } catch {
                throw TernError(.cancelled, reason: "The call was cancelled while it waited for a further attempt.")
                    .adding(earlierFailures: call.failures)
            }
        }
    }

    // MARK: - Private

    private func policy(of request: Request, _ target: any TargetType) -> RetryPolicy {
        request.attributes[RetryPolicy.self] ?? policyOfTarget(target) ?? policy
    }

    /// The time until a further attempt. `nil` if there must be no further attempt.
    private func delay(after failure: TernError, in call: RetryCall) async -> Duration? {
        guard failure.code != .cancelled, call.canRetry(after: failure) else { return nil }
        let cause = cause(of: failure, call.policy)
        let limit = cause.response.flatMap { serverLimit(in: $0) }
        let proposal = call.proposal(
            after: cause,
            retryAfter: cause.retryAfter ?? limit?.reset,
            isLimited: limit != nil,
            random: random()
        )
        guard let decide = call.policy.decide else { return call.affordable(proposal.delay) }
        let attempt = RetryPolicy.FailedAttempt(
            error: failure,
            attempt: call.attempt,
            elapsed: call.elapsed,
            delay: call.affordable(proposal.delay)
        )
        switch await decide(attempt).kind {
        case .byPolicy: return call.affordable(proposal.delay)
        case .retry(let delay): return call.affordable(max(.zero, delay ?? proposal.forcedDelay))
        case .stop: return nil
        }
    }

    /// The cause of a failed refresh, unless the policy names the code `refreshFailed` itself; else the failure.
    private func cause(of failure: TernError, _ policy: RetryPolicy) -> TernError {
        guard failure.code == .refreshFailed, !policy.codes.contains(.refreshFailed), let cause = failure.underlying
        else { return failure }
        return TernError(wrapping: cause)
    }

    /// The time for which the server allows no further request. `nil` if the response states none.
    private func serverLimit(in response: Response) -> ServerLimit? {
        if let retryAfter = RetryAfter(response.headers, now: now) {
            return ServerLimit(remaining: 0, reset: retryAfter.delay)
        }
        let limit = ServerLimit(status: response.statusCode, response.headers, now: now)
        return limit?.remaining == 0 ? limit : nil
    }

    private func withIdempotencyKey(_ request: Request) -> Request {
        guard let idempotencyKey, !request.isIdempotent else { return request }
        var request = request
        request.headers["Idempotency-Key"] = idempotencyKey()
        return request
    }

    private func takeRetry(_ context: RequestContext) -> Bool {
        budget?.take(on: context.clock) ?? true
    }

    /// The remaining retries of all calls.
    private final class Budget: Sendable {
        /// The time in which the bucket gains as many retries as each call adds.
        private let timePerCall: Duration
        private let bucket: Locked<TokenBucket>
        private let stopwatch = SharedStopwatch()

        init(_ budget: RetryBudget) {
            let bucket = budget.bucket
            timePerCall = bucket.time(for: budget.retriesPerCall)
            self.bucket = Locked(bucket)
        }

        /// Adds the retries for one call.
        func add() {
            bucket.withLock { $0.advance(by: timePerCall) }
        }

        func take(on clock: any Clock<Duration>) -> Bool {
            let now = stopwatch.elapsed(on: clock)
            return bucket.withLock { $0.take(at: now) }
        }
    }
}
