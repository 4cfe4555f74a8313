import Foundation

/// The number of rounds of long tests. `swift test` runs a part of them, so that the suite is fast. With
/// `TERN_TEST_ROUNDS=all` in the environment, as in CI, the tests run all rounds.
package enum Rounds {
    /// Whether this is a complete run.
    package static let areComplete = ProcessInfo.processInfo.environment["TERN_TEST_ROUNDS"] == "all"

    /// - Parameters:
    ///   - all: The number of rounds of a complete run.
    ///   - part: The number of rounds of `swift test`.
    package static func count(_ all: Int, part: Int) -> Int {
        areComplete ? all : part
    }

    /// The seeds of an exploration that finds no failure: a tenth of them by default.
    package static func seeds(_ all: UInt64) -> Range<UInt64> {
        0..<(areComplete ? all : all / 10)
    }
}
