/// When a sample response arrives: after its gate is released, and then after its delay.
package struct SampleArrival: Sendable {
    var gate: SampleGate?
    var delay = Duration.zero
    /// The clock of the delay. `nil` for the clock of the provider, stubbed session or server that sends the sample.
    var clock: (any Clock<Duration>)?

    /// The delay. `nil` if a gate or another clock determines the arrival as well.
    var fixedDelay: Duration? { gate == nil && clock == nil ? delay : nil }

    /// Returns when the response arrives.
    ///
    /// - Throws: `CancellationError` at once when the task is cancelled.
    package func wait(on clock: any Clock<Duration>) async throws {
        if let gate { try await gate.pass() }
        try await Waiting.wait(for: delay, on: self.clock ?? clock)
    }
}
