import Foundation

extension Duration {
    /// The duration of any number of seconds: 0 for a negative number and NaN, at most 30 years.
    init(limiting seconds: TimeInterval) {
        self = .seconds(seconds > 0 ? min(seconds, 1e9) : 0)
    }
}
