import Foundation

/// Ratios measured in one run, as tables: `swift run -c release benchmarks`.
///
/// `--brief` only checks that it runs; `--only TEXT` runs the tables with that text in the title. `--mutations SECONDS`
/// makes calls to a server with mutated responses instead, see ``Mutations``. `--determinism RUNS` repeats programs in
/// virtual time, see ``Determinism``.
@main
struct Benchmarks {
    static func main() async throws {
        let arguments = CommandLine.arguments
        if arguments.contains(LiveServer.argument) { return try LiveServer.serve() }
        #if os(Linux)
            if let mutations = Mutations.asked(by: arguments) { return try await mutations.runAndExit() }
        #endif
        let isBrief = arguments.contains("--brief")
        #if os(Linux)
            if isBrief, try await !Mutations.brief.run() { exit(1) }
        #endif
        if #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) {
            if let determinism = Determinism.asked(by: arguments) {
                let isDetermined = try await Task.detached { try await determinism.run() }.value
                exit(isDetermined ? 0 : 1)
            }
        }
        let only = arguments.firstIndex(of: "--only").flatMap { arguments.dropFirst($0 + 1).first }
        // Off the main actor, since every call from the main actor would need two hops.
        try await Task.detached { try await run(scale: isBrief ? 0.02 : 1, only: only) }.value
    }

    private static func run(scale: Double, only: String?) async throws {
        let server = try LiveServer()
        defer { server.stop() }
        let comparisons =
            try StubComparisons.all(scale: scale) + PluginComparisons.all(scale: scale)
            + CassetteComparisons.all() + StreamComparisons.all(scale: scale)
        let stubs =
            comparisons.map(Report.init) + [
                RateLimitFigures.report(scale: scale), EventThroughput.report(scale: scale),
                ImageFigures.report(scale: scale),
            ] + CacheFigures.reports(scale: scale)
        let live = try LiveReports(server: server.url, scale: scale).all()
        var reports = stubs + live + [StubGrowth.report(scale: scale)]
        // Virtual time comes last, since its hook slows every later job.
        if #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) {
            reports += [ImageScrollFigures.report(scale: scale), VirtualTimeFigures.report(scale: scale)]
        }
        for report in reports where only.map(report.title.contains) ?? true {
            let lines = try await report.lines()
            print("\n" + ([report.title] + lines.map { "  \($0)" }).joined(separator: "\n"))
        }
    }
}
