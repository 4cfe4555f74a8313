import Foundation
import Tern
import TernTesting
import Testing

@Suite(.timeLimit(.minutes(20)))
struct PictureTests {
    enum API: TargetType {
        case zen
        case search(String)

        var baseURL: URL { URL(string: "https://api.example.com")! }
        var path: String { "/zen" }
        var task: HTTPTask { if case .search(let text) = self { .query(["access_token": text]) } else { .plain } }
        var sampleData: Data { Data("hello".utf8) }
    }

    /// Two tasks that sleep, of which one makes a call, and one on the main actor that is never resumed.
    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    private static func stalledRun() async throws -> VirtualScheduler {
        let scheduler = VirtualScheduler()
        let journal = Journal(clock: scheduler.clock)
        let gate = SampleGate()
        await #expect(throws: TestKitError.self) {
            try await scheduler.run {
                let provider = Provider<API>(stubClosure: Provider.delayedStub(.seconds(2)), clock: scheduler.clock)
                    .recorded(in: journal)
                let load = Task(name: "load") {
                    try await scheduler.clock.sleep(for: .seconds(1))
                    _ = try await provider.request(.zen)
                }
                let wait = Task { @MainActor in try await gate.pass() }
                try await load.value
                try await wait.value
            }
        }
        return scheduler
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test func textShowsTasksWaitsAndCalls() async throws {
        let scheduler = try await Self.stalledRun()
        #expect(
            scheduler.picture() == """
                3 tasks until 3 s
                        0 s 1 s 3 s
                task 1  #.......#x
                “load”  #---#>--#<x
                task 3  @#......#@x
                “load”, 1 s to 3 s: GET https://api.example.com/zen -> 200
                # runs  @ runs on the main actor  > sends a request  < gets the response  x ends  - sleeps  . waits
                """
        )
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test func textShowsWhatEachTaskWaitsFor() async throws {
        let scheduler = VirtualScheduler()
        let (stream, end) = AsyncStream.makeStream(of: Int.self)
        try await scheduler.run {
            Task { try await scheduler.clock.sleep(for: .seconds(90 * 60)) }
            Task(name: "reader") { for await _ in stream {} }
            try await scheduler.clock.sleep(for: .milliseconds(1_500))
        }
        let lines = scheduler.picture().split(separator: "\n")

        try #require(lines.count == 6)
        #expect(lines[0] == "3 tasks until 1.5 s")
        #expect(lines[1].hasSuffix("0 s 1.5 s"))
        #expect(lines[3].contains("sleeps until 5400.0 seconds"))
        #expect(lines[4].hasPrefix("“reader”  #..."))
        #expect(lines[4].contains("  waits for"))
        end.finish()
        try await scheduler.advance(by: .seconds(90 * 60))
    }

    /// More tasks, calls and steps than a picture shows.
    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    private static func largeRun() async throws -> VirtualScheduler {
        let scheduler = VirtualScheduler()
        let journal = Journal(clock: scheduler.clock)
        let provider = Provider<API>(stubClosure: Provider.immediatelyStub, clock: scheduler.clock)
            .recorded(in: journal)
        try await scheduler.run {
            try await withThrowingTaskGroup(of: Void.self) { group in
                for number in 0..<10_000 {
                    group.addTask {
                        try await scheduler.clock.sleep(for: .seconds(number / 10))
                        if number % 100 == 0 { _ = try await provider.request(.zen) }
                    }
                }
                try await group.waitForAll()
            }
        }
        return scheduler
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test func textIsShortAfterManyTasks() async throws {
        let text = try await Self.largeRun().picture()
        let lines = text.split(separator: "\n")

        #expect(lines.count <= 12)
        #expect(lines.allSatisfy { $0.count <= 100 })
        #expect(lines[0].contains("of them not shown"))
        #expect(lines[0].contains("steps are omitted"))
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test func taskThatYieldsAgainAndAgainLeavesRoomForOthers() async throws {
        let scheduler = VirtualScheduler()
        try await scheduler.run {
            try await scheduler.clock.sleep(for: .seconds(1))
            for _ in 0..<2_500 { await Task.yield() }
        }
        #expect(!scheduler.picture().contains("omitted"))
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test func secretsOfRequestsAreRedacted() async throws {
        let scheduler = VirtualScheduler()
        let provider = Provider<API>(stubClosure: Provider.immediatelyStub, clock: scheduler.clock)
            .recorded(in: Journal())
        _ = try await scheduler.run { try await provider.request(.search("hunter2")) }

        let picture = scheduler.picture()
        #expect(picture.contains("GET https://api.example.com/zen?"))
        #expect(!picture.contains("hunter2"))
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test func pictureOfAnEmptySchedulerHasNoTasks() {
        #expect(VirtualScheduler().picture().hasPrefix("0 tasks until 0 s"))
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test func controlCharactersOfNamesAreReplaced() async throws {
        let name = "a\nb\u{1B}[31m\u{1}\u{7F}\u{202E}c\u{FFFE}"
        let scheduler = VirtualScheduler()
        try await scheduler.run {
            await Task(name: name) { try? await scheduler.clock.sleep(for: .seconds(1)) }.value
            await scheduler.outside(name) {}
        }
        let picture = scheduler.picture()

        #expect(picture.contains("a\u{FFFD}b\u{FFFD}[31m"))
        #expect(picture.split(separator: "\n", omittingEmptySubsequences: false).count == 5)
        #expect(!picture.unicodeScalars.contains { $0 != "\n" && $0.properties.generalCategory == .control })
    }
}
