import Tern

/// The virtual time to which a test double belongs.
///
/// A double works on its own queues and threads, outside of virtual time. While it sleeps on the scheduler's clock, or
/// waits for a gate, its client's wait is suspended, so that time advances.
struct DoubleTime: Sendable {
    /// `nil` without virtual time.
    private let observer: (any ExternalWaitObserver)?
    /// The number of external waits for a response of the double.
    private let waits: Int

    /// The virtual time of a server whose client marks its own waits.
    ///
    /// - Parameter clock: The clock of the double.
    init(of clock: any Clock<Duration>) {
        if #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) {
            observer = (clock as? VirtualClock)?.core
        } else {
            observer = nil
        }
        waits = 1
    }

    /// The virtual time of a double that marks the wait for its response itself. Must be called by the code that sends
    /// the request.
    ///
    /// - Parameter clock: The clock of the double. If it isn't a scheduler's clock, the scheduler of the calling code.
    init(ofClientWith clock: any Clock<Duration>) {
        if #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) {
            let core = (clock as? VirtualClock)?.core ?? SchedulerCore.onThisThread
            (observer, waits) = (core, CurrentScheduler.isOutside(of: core) ? 2 : 1)
        } else {
            (observer, waits) = (nil, 1)
        }
    }

    /// Starts an external wait for a response of the double.
    ///
    /// - Returns: A closure that ends the wait. `nil` without virtual time.
    func begin(_ description: @autoclosure () -> String) -> (@Sendable () -> Void)? {
        observer?.begin(description(), isBackground: true)
    }

    /// Suspends the external waits for a response that is never sent.
    ///
    /// - Returns: A closure that ends the suspension. `nil` without virtual time.
    func hold() -> (@Sendable () -> Void)? { observer?.hold(waits) }

    /// Runs work of the double, which suspends the external waits for its response while it sleeps or waits for a gate.
    func run<Value>(
        isolation: isolated (any Actor)? = #isolation,
        _ work: () async throws -> Value
    ) async rethrows -> Value {
        try await ExternalWait.$served.withValue(.init(observer: observer, count: waits)) {
            guard #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) else { return try await work() }
            return try await CurrentScheduler.$heldWaits.withValue(waits) { try await work() }
        }
    }
}
