/// When a sample response arrives: after its gate is released, and then after its delay.
///
/// A class, because most samples have neither a gate nor a delay, and a reference takes less space than both fields.
package final class SampleArrival: Sendable {
    private let gate: SampleGate?
    private let delay: Duration
    /// The clock of the delay. `nil` for the clock of the provider, stubbed session or server that sends the sample.
    private let clock: (any Clock<Duration>)?

    init(gate: SampleGate? = nil, delay: Duration = .zero, on clock: (any Clock<Duration>)? = nil) {
        self.gate = gate
        self.delay = delay
        self.clock = clock
    }

    func held(by gate: SampleGate) -> SampleArrival {
        SampleArrival(gate: gate, delay: delay, on: clock)
    }

    func delayed(by delay: Duration, on clock: (any Clock<Duration>)?) -> SampleArrival {
        SampleArrival(gate: gate, delay: delay, on: clock)
    }

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
