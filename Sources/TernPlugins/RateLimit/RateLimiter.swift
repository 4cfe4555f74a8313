import Tern

/// Decides when the calls of one host may be sent: in order, at the rate of a ``TokenBucket``, and within the server's
/// limit.
///
/// Calls wait in a queue. The call at the head of the queue waits until it may be sent. The other calls wait until they
/// are at the head. A call takes a token only when it leaves the queue, so that a cancelled call takes none.
struct RateLimiter<Waiter: Sendable>: HostState {
    /// The next action of a call.
    enum Step {
        /// The call sends its request. It must also resume the waiter, which belongs to the call that is now at the
        /// head.
        case pass(resuming: Waiter?)
        /// The call waits for this time, and then calls ``next(for:at:)``.
        case wait(ticket: Int, Duration)
        /// The call waits until it is at the head, and then calls ``next(for:at:)``.
        case queue(ticket: Int)
    }

    /// The requests that are left in the server's current window.
    private struct Allowance {
        var remaining: Int
        var resetAt: Duration
    }

    /// The calls that may pass after a pause of the server: one in the first second, two in the next one, then four,
    /// and so on.
    private struct Recovery {
        private static var step: Duration { .seconds(1) }

        private var count = 1
        private var left = 1
        /// The time from which twice as many calls may pass.
        private var next: Duration

        init(at now: Duration) {
            next = now + Self.step
        }

        /// The time until a further call may pass. Zero if it may pass now.
        mutating func delay(at now: Duration) -> Duration {
            // After the clock has jumped back, the second starts again.
            next = min(next, now + Self.step)
            if left == 0 {
                guard next <= now else { return next - now }
                count = min(2 * count, 1_000_000)
                left = count
                next = now + Self.step
            }
            return .zero
        }

        mutating func pass() { left -= 1 }
    }

    private var bucket: TokenBucket?
    private let maximumPause: Duration
    private var queue: WaitQueue<Waiter>
    private var allowance: Allowance?
    /// The time until which the server allows no request.
    private var pausedUntil: Duration?
    /// Limits the calls after a pause of the server, until no call waits. `nil` at other times, and with a bucket.
    /// Clients that sent all waiting requests at the end of a pause would overload the server again.
    private var recovery: Recovery?
    /// The requests without a response, which the server may not have counted yet.
    private var inFlight = 0

    /// - Parameters:
    ///   - bucket: `nil` if only the server limits the rate.
    ///   - maximumPause: The longest time for which the server can stop requests.
    ///   - firstTicket: The ticket of the first call that waits.
    init(bucket: TokenBucket?, maximumPause: Duration, firstTicket: Int = 1) {
        self.bucket = bucket
        queue = WaitQueue(firstTicket: firstTicket)
        self.maximumPause = max(.zero, maximumPause)
    }

    var isInUse: Bool { !queue.isEmpty || inFlight > 0 }

    // MARK: - Waiting

    /// Handles a new call.
    mutating func arrive(at now: Duration) -> Step {
        if queue.isEmpty, delay(at: now) == .zero { return pass(at: now) }
        return next(for: queue.append(), at: now)
    }

    /// Handles a call that has waited.
    mutating func next(for ticket: Int, at now: Duration) -> Step {
        guard queue.first == ticket else { return .queue(ticket: ticket) }
        let delay = delay(at: now)
        guard delay == .zero else { return .wait(ticket: ticket, delay) }
        queue.remove(ticket)
        return pass(at: now)
    }

    /// Suspends a call until it is at the head.
    ///
    /// - Returns: Whether the call is suspended. `false` if it is at the head, or if it was cancelled.
    mutating func suspend(_ ticket: Int, _ waiter: Waiter) -> Bool {
        guard queue.contains(ticket), queue.first != ticket else { return false }
        queue.suspend(ticket, waiter)
        return true
    }

    /// Cancels a call. A call can be cancelled several times.
    ///
    /// - Returns: The waiter of the call, and the waiter of the call that is now at the head. The caller must resume
    ///   both.
    mutating func cancel(_ ticket: Int) -> (cancelled: Waiter?, next: Waiter?) {
        let (wasThere, waiter) = queue.remove(ticket)
        return (waiter, wasThere ? resumeFirst() : nil)
    }

    // MARK: - Responses

    /// Handles the end of a request.
    ///
    /// - Parameter limit: The limit in its response, if there is one.
    mutating func end(_ limit: ServerLimit?, at now: Duration) {
        inFlight = max(0, inFlight - 1)
        guard let limit else { return }
        let resetAt = now + min(limit.reset, maximumPause)
        guard limit.remaining > 0 else {
            pausedUntil = max(pausedUntil ?? resetAt, resetAt)
            return
        }
        let remaining = max(0, limit.remaining - inFlight)
        // The response announces how many requests the server accepts.
        recovery = nil
        // Responses may arrive in another order than the server created them. Within one window, the number of
        // remaining requests only decreases. Servers round the time to seconds.
        if let old = allowance, old.resetAt > now, resetAt <= old.resetAt + .seconds(1) {
            allowance?.remaining = min(old.remaining, remaining)
        } else {
            allowance = Allowance(remaining: remaining, resetAt: resetAt)
        }
    }

    // MARK: - Private

    /// The time until a request may be sent. Zero if it may be sent now.
    private mutating func delay(at now: Duration) -> Duration {
        // After a clock has jumped back, the stored times can be later than any time that the server can set.
        let latest = now + maximumPause
        if let end = pausedUntil {
            if end > now { pausedUntil = min(end, latest) } else { endPause(at: now) }
        }
        if let window = allowance {
            if window.resetAt > now {
                allowance?.resetAt = min(window.resetAt, latest)
            } else {
                allowance = nil
                if window.remaining <= 0 { endPause(at: now) }
            }
        }
        let windowEnd = allowance.flatMap { $0.remaining > 0 ? nil : $0.resetAt } ?? now
        let pause = max((pausedUntil ?? now) - now, windowEnd - now)
        return max(pause, recovery?.delay(at: now) ?? .zero, bucket?.delay(at: now) ?? .zero)
    }

    private mutating func endPause(at now: Duration) {
        pausedUntil = nil
        if bucket == nil { recovery = Recovery(at: now) }
    }

    private mutating func pass(at now: Duration) -> Step {
        _ = bucket?.take(at: now)
        allowance?.remaining -= 1
        recovery?.pass()
        if queue.isEmpty { recovery = nil }
        inFlight += 1
        return .pass(resuming: resumeFirst())
    }

    private mutating func resumeFirst() -> Waiter? {
        queue.first.flatMap { queue.resume($0) }
    }
}
