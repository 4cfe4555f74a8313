import Foundation

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
extension VirtualScheduler {
    /// The failure of an operation under some order of its jobs.
    public struct ExplorationFailure: Error, Sendable {
        /// The first seed that fails. With the random strategy and without jitter, `VirtualScheduler(seed:)` repeats
        /// the run. With an exhaustive strategy, the seed only numbers the run, and ``replay`` repeats it.
        public let seed: UInt64
        /// The strategy as it is written in code, such as `.random`.
        public let strategy: String
        /// The changes of the order that are sufficient for the failure, one line each: jobs and timers that ran before
        /// earlier ones, and timers that were late.
        public let reorderings: [String]
        /// The tasks in ``reorderings``, with the functions in which they begin, one line each. Empty if the runtime
        /// doesn't provide the functions. It provides them only on Linux since Swift 6.3.
        public let tasks: [String]
        /// The number of changes in the run with the seed.
        public let reorderingsBefore: Int
        /// The reduced run, for ``Strategy/replay(_:)``. Empty if the order of arrival also fails.
        public let replay: String
        /// The error or the issues of the operation.
        public let failure: String
        /// The first difference between the run and its repetition. `nil` if they don't differ. If they differ, some
        /// code isn't under the scheduler's control, and the cause of the failure may be neither the seed nor the
        /// reorderings.
        public let divergence: String?
        /// Whether the seed selects the run.
        let isSeeded: Bool
        /// The code in which the operation waited when it couldn't continue. Empty if it could.
        let hang: [UInt]

        /// The line of a file at which the operation waited when it couldn't continue. `nil` if it could, or if the line
        /// isn't known. It is known only on Linux since Swift 6.3, and with debug information.
        package func lineOfHang(in filePath: String) -> Int? { FunctionNames.line(of: filePath, at: hang) }
    }
}

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
extension VirtualScheduler.ExplorationFailure: CustomStringConvertible {
    private static let maximumLines = 20

    public var description: String {
        let cause =
            switch reorderings.count {
            case 0: "It also fails in the order in which the jobs arrive."
            case 1: "One change of \(reorderingsBefore) is sufficient:"
            default: "\(reorderings.count) changes of \(reorderingsBefore) are sufficient:"
            }
        let lines =
            [(isSeeded ? "Seed \(seed) fails: " : "An order fails: ") + failure] + (divergence.map { [$0] } ?? []) + [
                cause
            ]
        let reduced = isSeeded && replay.isEmpty ? nil : "the reduced run with `strategy: .replay(\"\(replay)\")`"
        let ways = (isSeeded ? ["the seeds \(seed)...\(seed)"] : []) + (reduced.map { [$0] } ?? [])
        let advice = "Repeat it with \(ways.joined(separator: ", or "))."
        let changes = reorderings.countingRepetitions
        let rest = changes.count > Self.maximumLines ? ["and \(changes.count - Self.maximumLines) more"] : []
        let list = (changes.prefix(Self.maximumLines) + rest).map { "- \($0)" }
        let beginnings = tasks.isEmpty ? [] : [tasks.prefix(Self.maximumLines).joined(separator: "; ") + "."]
        return (lines + list + beginnings + [advice]).joined(separator: "\n")
    }
}

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
extension VirtualScheduler.ExplorationFailure: LocalizedError, CustomNSError {
    /// `Tern.ExplorationFailure`. It never changes.
    public static var errorDomain: String { "Tern.ExplorationFailure" }

    /// 1. It never changes.
    public var errorCode: Int { 1 }

    public var errorUserInfo: [String: Any] {
        bridgedUserInfo(sentence, description: description)
    }

    /// One short sentence. ``description`` contains the details.
    public var errorDescription: String? { sentence }

    private var sentence: String { "The test fails under another order of its jobs." }
}

extension [String] {
    /// The lines, with consecutive equal lines combined into one line.
    fileprivate var countingRepetitions: [String] {
        var groups: [(line: String, count: Int)] = []
        for line in self {
            if groups.last?.line == line { groups[groups.count - 1].count += 1 } else { groups.append((line, 1)) }
        }
        return groups.map { $0.count > 1 ? "\($0.line), \($0.count) times" : $0.line }
    }
}
