import DeterminismPrograms
import Dispatch
import Foundation
import Tern

/// Runs programs in virtual time many times, one after the other and eight at a time, and counts their traces:
/// `swift run -c release benchmarks --determinism RUNS`. With `--busy`, other threads keep all cores busy.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
struct Determinism: Sendable {
    let runs: Int
    let isBusy: Bool

    /// - Returns: `nil` if the arguments don't contain `--determinism`.
    static func asked(by arguments: [String]) -> Determinism? {
        guard let place = arguments.firstIndex(of: "--determinism") else { return nil }
        let runs = arguments.dropFirst(place + 1).first.flatMap { Int($0) } ?? 1_000
        return Determinism(runs: max(2, runs), isBusy: arguments.contains("--busy"))
    }

    /// Prints a line for each program that has several traces, and a summary.
    ///
    /// - Returns: Whether all runs of each program have the same trace.
    func run() async throws -> Bool {
        let stop = Locked(false)
        if isBusy { keepCoresBusy(until: stop) }
        defer { stop.withLock { $0 = true } }

        var failures = 0
        let programs = DeterminismProgram.all
        for program in programs {
            let expected = try await program.trace()
            for width in [1, 8] {
                let others = try await program.differentTraces(from: expected, runs: runs, width: width)
                guard !others.isEmpty else { continue }
                failures += 1
                print("\(program.name), \(width) at a time: \(others.count) of \(runs) runs differ")
                print([expected, others[0]].map { $0.joined(separator: "\n") }.joined(separator: "\n--\n"))
            }
        }
        print("\(programs.count) programs, \(runs) runs each, alone and 8 at a time: \(failures) with several traces")
        return failures == 0
    }

    // MARK: - Private

    private func keepCoresBusy(until stop: Locked<Bool>) {
        for _ in 0..<ProcessInfo.processInfo.activeProcessorCount {
            Thread.detachNewThread { while !stop.withLock({ $0 }) {} }
        }
    }
}
