import Foundation
import Tern

/// A network between stubs and those who ask them: round trips, a bandwidth that all transfers share, loss, and few
/// connections.
///
/// ```swift
/// let scheduler = VirtualScheduler()
/// let images = Provider<Images>.stub(clock: scheduler.clock) { .image(of: $0) }.link(.lte)
/// ```
///
/// Providers that are given the same link share its bandwidth and its connections:
///
/// ```swift
/// let phone = VirtualLink(.threeG, clock: scheduler.clock)
/// let (feed, pictures) = (feed.link(phone), pictures.link(phone))
/// ```
///
/// All times are exact to the nanosecond:
///
/// - A new connection costs a round trip, and with TLS another one (RFC 8446, section 2). It is kept for the next
///   request to the same scheme, host and port, which doesn't pay for it again. One whose exchange failed or was
///   cancelled is closed. Requests that find no connection free wait in the order in which they came.
/// - A request goes out in half a round trip, and its answer comes back in the other half. In between are the stub's
///   delay and its gate.
/// - A body takes its bytes, divided by its share of the bandwidth. The share is the same for all that goes in the same
///   direction at that time. Heads weigh nothing.
/// - A body goes in packets of 1,460 bytes; a head, and each round trip of a connection being made, is one packet. A
///   lost one comes a round trip later; lost again, two more; and so on, each time twice as long. Lost five times in a
///   row, it ends the exchange with `TernError.Code.connectionLost`. The seed chooses which, and the same requests in the
///   same order lose the same ones.
public final class VirtualLink: Sendable {
    private struct State {
        var traffic: LinkTraffic
        var bells = LinkBells()
    }

    /// What it is like, in the bounds of what a link can be.
    public let profile: Profile
    private let clock: any Clock<Duration>
    private let elapsed: @Sendable () -> Duration
    private let state: Locked<State>

    /// - Parameters:
    ///   - seed: Chooses which packets are lost.
    ///   - clock: What it waits on. That of the providers which use it, or else their timeouts don't fit.
    public init(_ profile: Profile, seed: UInt64 = 0, clock: any Clock<Duration>) {
        self.profile = profile.inBounds
        self.clock = clock
        elapsed = Self.stopwatch(clock)
        state = Locked(State(traffic: LinkTraffic(profile.inBounds, seed: seed)))
    }

    /// Changes the traffic, or looks at it, as it is now.
    func change<Result: Sendable>(_ body: (inout LinkTraffic, Duration) -> Result) -> Result {
        let now = elapsed()
        return state.withLock { body(&$0.traffic, now) }
    }

    /// Waits for time to pass.
    func wait(for duration: Duration) async throws {
        try await Waiting.wait(for: duration, on: clock)
    }

    /// Waits for time to pass, or until somebody wakes the exchange.
    ///
    /// - Returns: Whether the time has passed.
    func wait(for duration: Duration, orBellOf id: Int) async throws -> Bool {
        let hasPassed = try await withThrowingTaskGroup(of: Bool.self) { group in
            group.addTask {
                try await self.wait(for: duration)
                return true
            }
            group.addTask {
                await self.bell(of: id)
                return false
            }
            defer { group.cancelAll() }
            return try await group.next() ?? false
        }
        try Task.checkCancellation()
        return hasPassed
    }

    /// Returns when somebody wakes the exchange, or has done so, or when the task is cancelled.
    func bell(of id: Int) async {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let waits = state.withLock { state in
                    !Task.isCancelled && state.bells.wait(id, continuation)
                }
                if !waits { continuation.resume() }
            }
        } onCancel: {
            state.withLock { $0.bells.stop(id) }?.resume()
        }
    }

    /// Ends an exchange, wherever it is, and wakes those whom that concerns.
    func end(_ id: Int, keepsConnection: Bool) {
        let now = elapsed()
        let woken = state.withLock { state in
            state.bells.remove(id)
            return state.bells.ring(state.traffic.end(id, keepsConnection: keepsConnection, at: now))
        }
        for continuation in woken { continuation.resume() }
    }

    // MARK: - Private

    private static func stopwatch<C: Clock>(_ clock: C) -> @Sendable () -> Duration where C.Duration == Duration {
        let start = clock.now
        return { start.duration(to: clock.now) }
    }
}
