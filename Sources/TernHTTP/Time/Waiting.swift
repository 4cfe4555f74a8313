/// The only functions with which Tern waits for time to pass.
package enum Waiting {
    /// The longest finite wait: 100 years. Longer durations mean forever, since clocks overflow not far above.
    package static let forever = Duration.seconds(Int64(100) * 365 * 24 * 60 * 60)

    /// Waits on `clock`. Returns at once if the duration isn't positive.
    ///
    /// An error of the clock ends the call that waits. So an error never shortens a delay or removes a limit.
    ///
    /// - Throws: `CancellationError` at once when the task is cancelled. `TernError` with code `.pluginFailed` and the
    ///   clock's error in `underlying` if the clock throws another error.
    package static func wait(for duration: Duration, on clock: any Clock<Duration>) async throws {
        try Task.checkCancellation()
        guard duration > .zero else { return }
        do {
            try await clock.sleep(for: min(duration, forever))
        } catch {
            // Some clocks throw their own errors for a cancellation.
            try Task.checkCancellation()
            if error is CancellationError { throw error }
            throw TernError(
                .pluginFailed,
                reason: "The provider's clock, \(type(of: clock)), threw an error while the call waited.",
                advice: "See error.underlying for the error of the clock.",
                underlying: error
            )
        }
    }

    /// Runs `operation`, and cancels it when `limit` has passed on `clock`.
    ///
    /// - Parameter error: The error to throw when `limit` has passed. By default `TernError` with code `.timedOut`.
    /// - Throws: The errors of `operation`, or `error`.
    package static func limit<Value: Sendable>(
        _ limit: Duration,
        on clock: any Clock<Duration>,
        error: TernError? = nil,
        operation: @escaping @Sendable () async throws -> Value
    ) async throws -> Value {
        guard limit < forever else { return try await operation() }
        let timedOut = error ?? TernError(.timedOut, reason: "The response was not complete after \(limit).")
        guard limit > .zero else { throw timedOut }
        return try await withThrowingTaskGroup(of: Value.self) { group in
            group.addTask { try await operation() }
            group.addTask {
                try await wait(for: limit, on: clock)
                throw timedOut
            }
            defer { group.cancelAll() }
            guard let value = try await group.next() else { throw CancellationError() }
            return value
        }
    }
}
