/// The maximum delay of timers.
enum TimerJitter: Sendable, Equatable {
    case none
    case upTo(Duration)
    case fraction(Double)

    /// - Parameter duration: The duration for which a timer is set. A timer with a duration of zero is never late.
    func maximum(for duration: Duration) -> Duration {
        guard duration > .zero else { return .zero }
        switch self {
        case .none: return .zero
        case .upTo(let maximum): return min(maximum, .furthest / Choice.delaySteps)
        // Converting a product outside of the range of a duration would trap.
        case .fraction(let fraction):
            return fraction > 0 ? min(duration, .seconds(Int64(1) << 40)) * min(fraction, 1_000) : .zero
        }
    }
}
