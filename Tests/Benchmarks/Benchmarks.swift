import Foundation

/// Ratios measured in one run, as a table: `swift run -c release benchmarks`. `--brief` only shows that it runs.
@main
struct Benchmarks {
    static func main() async throws {
        let isBrief = CommandLine.arguments.contains("--brief")
        // Off the main actor, where every call would pay for two hops.
        try await Task.detached { try await run(scale: isBrief ? 0.02 : 1) }.value
    }

    private static func run(scale: Double) async throws {
        for comparison in StubComparisons.all(scale: scale) + (try LiveComparisons().all(scale: scale)) {
            print(Table.text(title: comparison.title, rows: try await comparison.rows()))
        }
        print(try await Memory.growthOverStubs(scale: scale))
    }
}
