import Foundation
import Tern

/// A simulated network between clients and stubs: round trips, a bandwidth that all transfers share, packet loss, and a
/// limited number of connections.
///
/// ```swift
/// let scheduler = VirtualScheduler()
/// let images = Provider<Images>.stub(clock: scheduler.clock) { .image(of: $0) }.link(.lte)
/// ```
///
/// Providers with the same link share its bandwidth and its connections:
///
/// ```swift
/// let phone = VirtualLink(.threeG, clock: scheduler.clock)
/// let (feed, pictures) = (feed.link(phone), pictures.link(phone))
/// ```
///
/// All times are exact to the nanosecond:
///
/// - A new connection takes a round trip, and with TLS a second round trip (RFC 8446, section 2). It stays open for the
///   next request to the same scheme, host and port, which then doesn't take these round trips. A connection whose
///   exchange failed or was cancelled is closed. Requests without a free connection wait in the order of their arrival.
/// - A request takes half a round trip, and its response takes the other half. The stub's delay and its gate come
///   between the two.
/// - A body takes its size divided by its share of the bandwidth. All transfers in the same direction at that time have
///   equal shares. Heads take no bandwidth.
/// - A body is sent in packets of 1,460 bytes. A head is one packet, and each round trip that opens a connection is one
///   packet. A lost packet arrives one round trip later. Each further consecutive loss takes twice as long as the
///   previous loss. Five consecutive losses end the exchange with `TernError.Code.connectionLost`. The seed determines
///   the lost packets: the same requests in the same order lose the same packets.
public final class VirtualLink: Sendable {
    private struct State {
        var traffic: LinkTraffic
        var wakeups = LinkWakeups()
    }

    /// The properties of the link, with every value in its valid range.
    public let profile: Profile
    private let clock: any Clock<Duration>
    private let elapsed: @Sendable () -> Duration
    private let state: Locked<State>

    /// - Parameters:
    ///   - profile: The properties of the network.
    ///   - seed: Determines the lost packets. 0 by default.
    ///   - clock: The clock for all delays. Use the clock of the providers; with another clock, their timeouts don't
    ///     match.
    public init(_ profile: Profile, seed: UInt64 = 0, clock: any Clock<Duration>) {
        self.profile = profile.inBounds
        self.clock = clock
        elapsed = Self.stopwatch(clock)
        state = Locked(State(traffic: LinkTraffic(profile.inBounds, seed: seed)))
    }

    /// Reads or changes the traffic at the current time.
    func change<Result: Sendable>(_ body: (inout LinkTraffic, Duration) -> Result) -> Result {
        let now = elapsed()
        return state.withLock { body(&$0.traffic, now) }
    }

    /// Waits for a duration.
    func wait(for duration: Duration) async throws {
        try await Waiting.wait(for: duration, on: clock)
    }

    /// Waits for a duration, or until the exchange is woken.
    ///
    /// - Returns: Whether the full duration has passed.
    func wait(for duration: Duration, orWakeupOf id: Int) async throws -> Bool {
        let hasPassed = try await withThrowingTaskGroup(of: Bool.self) { group in
            group.addTask {
                try await self.wait(for: duration)
                return true
            }
            group.addTask {
                await self.waitForWakeup(of: id)
                return false
            }
            defer { group.cancelAll() }
            return try await group.next() ?? false
        }
        try Task.checkCancellation()
        return hasPassed
    }

    /// Waits until the exchange is woken, or the task is cancelled. Returns at once if the exchange was woken before.
    func waitForWakeup(of id: Int) async {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let waits = state.withLock { state in
                    !Task.isCancelled && state.wakeups.wait(id, continuation)
                }
                if !waits { continuation.resume() }
            }
        } onCancel: {
            state.withLock { $0.wakeups.stop(id) }?.resume()
        }
    }

    /// Ends an exchange in any state, and wakes the exchanges that can continue.
    func end(_ id: Int, keepsConnection: Bool) {
        let now = elapsed()
        let woken = state.withLock { state in
            state.wakeups.remove(id)
            return state.wakeups.wake(state.traffic.end(id, keepsConnection: keepsConnection, at: now))
        }
        for continuation in woken { continuation.resume() }
    }

    // MARK: - Private

    private static func stopwatch<C: Clock>(_ clock: C) -> @Sendable () -> Duration where C.Duration == Duration {
        let start = clock.now
        return { start.duration(to: clock.now) }
    }
}
