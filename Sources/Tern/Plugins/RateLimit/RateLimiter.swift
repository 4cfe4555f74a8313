/// When the calls of one host may be sent: in order, at the rate of a ``TokenBucket``, and as the server allows.
///
/// Calls wait in a queue. The call at its head waits for time to pass, and the others for their turn. A call takes a
/// token only when it leaves the queue, so that a cancelled call takes none.
struct RateLimiter<Waiter: Sendable>: HostState {
    /// What a call has to do.
    enum Step {
        /// Send the request. The waiter is that of the call that is now at the head, and has to be resumed.
        case pass(resuming: Waiter?)
        /// Wait for this time, and then ask again.
        case wait(ticket: Int, Duration)
        /// Wait for its turn, and then ask again.
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
        /// When twice as many calls may pass.
        private var next: Duration

        init(at now: Duration) {
            next = now + Self.step
        }

        /// The time until a further call may pass. Zero if it may.
        mutating func delay(at now: Duration) -> Duration {
            // After the clock has jumped back, the second begins anew.
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
    /// Without a bucket, from the end of the server's pause until no call waits. Clients that send all waiting requests
    /// at this time would overload the server again.
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

    /// A call arrives.
    mutating func arrive(at now: Duration) -> Step {
        if queue.isEmpty, delay(at: now) == .zero { return pass(at: now) }
        return next(for: queue.append(), at: now)
    }

    /// A call asks again.
    mutating func next(for ticket: Int, at now: Duration) -> Step {
        guard queue.first == ticket else { return .queue(ticket: ticket) }
        let delay = delay(at: now)
        guard delay == .zero else { return .wait(ticket: ticket, delay) }
        queue.remove(ticket)
        return pass(at: now)
    }

    /// A call suspends until its turn.
    ///
    /// - Returns: Whether it does. `false` if it is its turn, or if the call was cancelled.
    mutating func suspend(_ ticket: Int, _ waiter: Waiter) -> Bool {
        guard queue.contains(ticket), queue.first != ticket else { return false }
        queue.suspend(ticket, waiter)
        return true
    }

    /// A call is cancelled. It can be cancelled several times.
    ///
    /// - Returns: The waiter of the call, and of the call that is now at the head. Both have to be resumed.
    mutating func cancel(_ ticket: Int) -> (cancelled: Waiter?, next: Waiter?) {
        let (wasThere, waiter) = queue.remove(ticket)
        return (waiter, wasThere ? resumeFirst() : nil)
    }

    // MARK: - Responses

    /// A request has ended.
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
        // The server has said how many requests it accepts.
        recovery = nil
        // Responses may arrive in another order than they were made. In one window, the number only falls. Servers
        // round the time to seconds.
        if let old = allowance, old.resetAt > now, resetAt <= old.resetAt + .seconds(1) {
            allowance?.remaining = min(old.remaining, remaining)
        } else {
            allowance = Allowance(remaining: remaining, resetAt: resetAt)
        }
    }

    // MARK: - Private

    /// The time until a request may be sent. Zero if it may be.
    private mutating func delay(at now: Duration) -> Duration {
        // After a clock has jumped back, the times are further away than the server can set them.
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
