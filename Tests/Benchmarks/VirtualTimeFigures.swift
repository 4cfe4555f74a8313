import Tern
import TernTesting

/// The real time that virtual time needs, and whether every run has the same trace.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
enum VirtualTimeFigures {
    static func report(scale: Double) -> Report {
        Report("Virtual time") {
            [
                try await line("sleeps of an hour, side by side", Int(10_000 * scale), sleeps),
                try await line("runs of an empty body", Int(10_000 * scale), runs),
                try await line("jobs, one after the other", Int(100_000 * scale), jobs),
                try await line("tasks, one after the other", Int(100_000 * scale), tasks),
                try await line("hops to the main actor and back", Int(1_000 * scale), hops),
                try await line("seeds of a small scenario", Int(200 * scale), seeds),
                "different traces in \(Int(1_000 * scale)) runs of a timeline  \(try await traces(Int(1_000 * scale)))",
            ]
        }
    }

    private static func line(
        _ title: String,
        _ count: Int,
        _ body: @escaping @Sendable (Int) async throws -> Void
    ) async throws -> String {
        try await body(max(1, count / 10))
        let time = try await ContinuousClock().measure { try await body(count) }
        return "\(count) \(title)  \((time / .milliseconds(1) * 10).rounded() / 10) ms"
    }

    @Sendable private static func sleeps(_ count: Int) async throws {
        let scheduler = VirtualScheduler()
        try await scheduler.run {
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 0..<count { group.addTask { try await scheduler.clock.sleep(for: .seconds(3_600)) } }
                try await group.waitForAll()
            }
        }
    }

    @Sendable private static func jobs(_ count: Int) async throws {
        try await VirtualScheduler().run {
            // Two tasks, because one that yields 10,000 times in a row counts as an endless loop.
            await withTaskGroup(of: Void.self) { group in
                for _ in 0..<2 {
                    group.addTask { for _ in 0..<count / 2 { await Task.yield() } }
                }
            }
        }
    }

    @Sendable private static func runs(_ count: Int) async throws {
        for _ in 0..<count { try await VirtualScheduler().run {} }
    }

    @Sendable private static func tasks(_ count: Int) async throws {
        try await VirtualScheduler().run {
            for _ in 0..<count { await Task {}.value }
        }
    }

    @Sendable private static func hops(_ count: Int) async throws {
        try await VirtualScheduler().run {
            for _ in 0..<count { await hop() }
        }
    }

    @MainActor private static func hop() {}

    @Sendable private static func seeds(_ count: Int) async throws {
        _ = try await VirtualScheduler.firstFailure(seeds: 0..<UInt64(count)) { scheduler in
            try await withThrowingTaskGroup(of: Void.self) { group in
                for number in 0..<5 {
                    group.addTask { try await scheduler.clock.sleep(for: .seconds(number % 2)) }
                }
                try await group.waitForAll()
            }
        }
    }

    /// Enough concurrent runs to keep both cores busy.
    private static func traces(_ count: Int) async throws -> Int {
        let traces = try await withThrowingTaskGroup(of: EventTimeline<Int>.self) { group in
            for _ in 0..<count {
                group.addTask {
                    let scheduler = VirtualScheduler()
                    return try await scheduler.run {
                        let numbers = scheduler.hot([.next(0, 1), .next(10, 2), .completed(20)])
                        return try await scheduler.record(numbers).finished()
                    }
                }
            }
            return try await group.reduce(into: [EventTimeline<Int>]()) { $0.append($1) }
        }
        return traces.reduce(into: [EventTimeline<Int>]()) { if !$0.contains($1) { $0.append($1) } }.count
    }
}
