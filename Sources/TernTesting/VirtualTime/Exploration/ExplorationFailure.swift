import Foundation
import Tern

/// A body that fails under some order of its jobs.
public struct ExplorationFailure: Error, Sendable {
    /// The first seed that fails. `VirtualScheduler(seed:)` repeats the run.
    public let seed: UInt64
    /// The reorderings that are enough for the failure, one line each: jobs or timers that went before earlier ones.
    public let reorderings: [String]
    /// The number of reorderings in the run with the seed.
    public let reorderingsBefore: Int
    /// The error or the issues of the body.
    public let failure: String
}

extension ExplorationFailure: CustomStringConvertible {
    public var description: String {
        let cause =
            switch reorderings.count {
            case 0: "It also fails in the order in which the jobs arrive."
            case 1: "One reordering of \(reorderingsBefore) is enough:"
            default: "\(reorderings.count) reorderings of \(reorderingsBefore) are enough:"
            }
        let lines = ["Seed \(seed) fails: \(failure)", cause] + reorderings.map { "- \($0)" }
        return lines.joined(separator: "\n") + "\nRepeat it with the seeds \(seed)...\(seed)."
    }
}

extension ExplorationFailure: LocalizedError, CustomNSError {
    /// `Tern.ExplorationFailure`. It never changes.
    public static var errorDomain: String { "Tern.ExplorationFailure" }

    /// 1. It never changes.
    public var errorCode: Int { 1 }

    public var errorUserInfo: [String: Any] {
        BridgedError.userInfo(sentence, description: description)
    }

    /// One short sentence. ``description`` says more.
    public var errorDescription: String? { sentence }

    private var sentence: String { "The test fails under another order of its jobs." }
}
