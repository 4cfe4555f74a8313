import Foundation
import Tern

/// Stops requests to a host that fails, and regularly sends a test request to check whether the host has recovered.
///
/// ```swift
/// let github = Provider<GitHub>(plugins: [CircuitBreakerPlugin()])
/// ```
///
/// Each origin (scheme, host and port) has a circuit. By default, it opens when there are at least 5 outcomes, and at
/// least half of the last 10 were failures. While it is open, calls fail at once with `.overloaded`, and
/// `TernError.retryAfter` is the time until the next request can be sent. After 30 s, one request tests the host. If
/// it succeeds, the circuit closes; if not, it stays open for a further 30 s. ``CircuitPolicy`` defines these rules. A
/// failure response of another origin, to which a host has redirected a request, doesn't count as a failure of the host.
///
/// A test request succeeds as soon as the head of its response has arrived, if ``CircuitPolicy/outcome`` classifies the
/// response without its body as a success: the body may take long. If a test request has no outcome after
/// ``CircuitPolicy/openDuration``, such as a slow upload or a long poll, another request tests the host as well.
///
/// Place this plugin after a plugin that retries, so that it observes each attempt. A call that waits in the queue of a plugin
/// after this one has passed the circuit before, and is sent although the circuit has opened meanwhile. To stop such
/// calls, too, place the queue before this plugin.
///
/// Copies of a plugin share their circuits. Providers that use the same plugin share them, too, and should have the
/// same clock. A request that passes the same plugin twice counts once, at the first copy.
public struct CircuitBreakerPlugin: Plugin {
    private let policy: CircuitPolicy
    private let hosts: Locked<HostTable<CircuitBreaker>>
    private let stopwatch = SharedStopwatch()

    /// - Parameters:
    ///   - policy: The rules by which a circuit opens and closes.
    ///   - maximumHosts: The number of origins whose circuit is kept. 1,000 by default. If there are more, the least
    ///     recently used origin without running calls is removed.
    public init(_ policy: CircuitPolicy = CircuitPolicy(), maximumHosts: Int = 1_000) {
        self.policy = policy
        hosts = Locked(HostTable(maximumCount: maximumHosts) { _ in CircuitBreaker(policy) })
    }

    /// Sends the request if the circuit of its host is closed.
    ///
    /// - Throws: `TernError` with code `.overloaded` if the circuit is open.
    public func intercept(_ request: Request, context: RequestContext, next: Next) async throws -> Response {
        var request = request
        guard let passage = Passage.begin(of: &request, through: stopwatch) else {
            return try await next(request)
        }
        defer { passage.end() }
        let (host, admission, isProbe) = admission(to: request.url, on: context.clock)
        switch admission {
        case .reject(let retryAfter): throw overload(host, retryAfter)
        case .pass(let generation):
            var outcome = CircuitPolicy.Outcome.ignored
            // Whether the head of a response has settled the probe.
            let isSettled = Locked(false)
            defer { end(isSettled.withLock(\.self) ? nil : outcome, of: host, generation, on: context.clock) }
            do {
                let response: Response
                if isProbe {
                    response = try await next(request) { head in
                        guard self.outcome(head, of: host) == .success else { return }
                        let isFirst = isSettled.withLock { isSettled in
                            defer { isSettled = true }
                            return !isSettled
                        }
                        guard isFirst else { return }
                        hosts.withLock { $0.with(host) { $0.record(.success, generation: generation, at: .zero) } }
                    }
                } else {
                    response = try await next(request)
                }
                outcome = self.outcome(.success(response), of: host)
                return response
            } catch let error as TernError {
                outcome = self.outcome(.failure(error), of: host)
                throw error
            }
        }
    }

    // MARK: - Private

    private func admission(
        to url: URL,
        on clock: any Clock<Duration>
    ) -> (host: Origin, CircuitBreaker.Admission, isProbe: Bool) {
        let host = Origin(url)
        let time = stopwatch.elapsed(on: clock)
        let (admission, isProbe) = hosts.withLock { hosts in
            hosts.with(host) { ($0.admit(at: time), $0.isTesting) }
        }
        return (host, admission, isProbe)
    }

    /// The outcome for a host. A failure response of another origin is a success of the host that redirected the request
    /// to it.
    private func outcome(
        _ result: Result<Response, TernError>,
        of host: Origin
    ) -> CircuitPolicy.Outcome {
        let outcome = policy.outcome(result)
        let response: Response?
        switch result {
        case .success(let success): response = success
        case .failure(let error): response = error.response
        }
        return outcome == .failure && response?.isSent(by: host) == false ? .success : outcome
    }

    private func end(
        _ outcome: CircuitPolicy.Outcome?,
        of host: Origin,
        _ generation: Int,
        on clock: any Clock<Duration>
    ) {
        let time = outcome == .failure ? stopwatch.elapsed(on: clock) : .zero
        hosts.withLock { $0.with(host) { $0.end(outcome, generation: generation, at: time) } }
    }

    private func overload(_ host: Origin, _ retryAfter: Duration?) -> TernError {
        let failures = hosts.withLock { $0.with(host) { $0.lastFailures } }
        let cause =
            failures.map { "\($0.count) of the last \($0.of) requests failed" } ?? "the last test request failed"
        let next = retryAfter.map { "The next request is sent in \($0)." } ?? "A test request is running."
        return TernError(
            .overloaded,
            reason: "The circuit of \(host) is open, since \(cause). \(next)",
            advice: "Try again after that time (error.retryAfter), or show saved data.",
            retryAfter: retryAfter
        )
    }
}
