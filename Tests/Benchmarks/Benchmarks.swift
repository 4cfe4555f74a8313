import Foundation

/// Ratios measured in one run, as tables: `swift run -c release benchmarks`.
///
/// `--brief` only shows that it runs; `--only TEXT` runs the tables whose titles hold that text.
@main
struct Benchmarks {
    static func main() async throws {
        let arguments = CommandLine.arguments
        let isBrief = arguments.contains("--brief")
        let only = arguments.firstIndex(of: "--only").flatMap { arguments.dropFirst($0 + 1).first }
        // Off the main actor, where every call would pay for two hops.
        try await Task.detached { try await run(scale: isBrief ? 0.02 : 1, only: only) }.value
    }

    private static func run(scale: Double, only: String?) async throws {
        let comparisons = StubComparisons.all(scale: scale) + (try LiveComparisons().all(scale: scale))
        for comparison in comparisons where only.map(comparison.title.contains) ?? true {
            print(Table.text(title: comparison.title, rows: try await comparison.rows()))
        }
        if only == nil { print(try await Memory.growthOverStubs(scale: scale)) }
    }
}
