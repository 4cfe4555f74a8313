import Testing

@testable import TernVirtualTime

/// The functions with which tasks begin, in reports.
struct TaskBeginningTests {
    private struct WrongOrder: Error {}

    /// Starts two tasks and expects them to end in that order.
    private actor Form {
        private(set) var events: [String] = []

        func submit() async {
            let saving = save()
            let closing = Task.detached { await self.add("closed") }
            await saving.value
            await closing.value
        }

        private nonisolated func save() -> Task<Void, Never> {
            Task.detached { await self.add("saved") }
        }

        private func add(_ event: String) {
            events.append(event)
        }
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test func reportNamesTheFunctionsInWhichTasksBegin() async throws {
        let failure = try #require(
            try await VirtualScheduler.firstFailure(seeds: 0...200) { _ in
                let form = Form()
                await form.submit()
                if await form.events != ["saved", "closed"] { throw WrongOrder() }
            }
        )
        #if os(Linux) && compiler(>=6.3)
            let tasks = ["save", "submit"].enumerated().map { index, function in
                "task \(index + 2) begins in TaskBeginningTests.Form.\(function)()"
            }
            #expect(failure.reorderings == ["at 0.0 seconds, task 3 ran before task 2"])
            #expect(failure.tasks == tasks)
            #expect(failure.description.contains("\n\(tasks[0]); \(tasks[1]).\n"))
        #else
            #expect(failure.tasks.isEmpty)
        #endif
    }

    private struct Feed {
        func start() -> Task<Void, any Error> {
            Task { try await load() }
        }

        func load() async throws {
            let _: Int = try await withCheckedThrowingContinuation { continuation in
                waiting.withLock { $0 = continuation }
            }
        }

        let waiting = Guarded<CheckedContinuation<Int, any Error>?>(nil)
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test func standstillNamesTheFunctionOfAWaitAndOfTheBeginning() async throws {
        let message = try await messageOfAStandstill()
        #if os(Linux) && compiler(>=6.3)
            #expect(message.contains(Self.report), "\(message)")
        #endif
    }

    #if os(Linux) && compiler(>=6.3)
        @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
        @Test func addressWithoutAFunctionDoesNotHideTheNamesOfOthers() async throws {
            let before = try await messageOfAStandstill()
            // The second lookup is the first one after the symbols of all libraries were read.
            for _ in 1...2 { #expect(FunctionNames(at: [1]).functions.isEmpty) }
            let after = try await messageOfAStandstill()

            #expect(before.contains(Self.report), "\(before)")
            #expect(after.contains(Self.report), "\(after)")
        }
    #endif

    #if os(Linux) && compiler(>=6.3)
        /// Tasks that begin on an actor, which isn't the scheduler's queue.
        private actor Loader {
            let feed = Feed()

            func startInActor() {
                Task {
                    _ = self
                    try await feed.load()
                }
            }

            @MainActor func startOnMainActor() {
                Task { try await feed.load() }
            }

            nonisolated func startOnGlobalActor() {
                Task { @ScheduledActor in try await feed.load() }
            }

            nonisolated func startImmediately() {
                Task.immediate { try await feed.load() }
            }
        }

        private static let beginnings: [(name: String, start: @Sendable (isolated Loader) async -> Void)] = [
            ("startInActor", { $0.startInActor() }),
            ("startOnMainActor", { await $0.startOnMainActor() }),
            ("startOnGlobalActor", { $0.startOnGlobalActor() }),
            ("startImmediately", { $0.startImmediately() }),
        ]

        @Test(arguments: beginnings.indices)
        func standstillNamesTheFunctionInWhichATaskOfAnActorBegins(index: Int) async throws {
            let (loader, scheduler) = (Loader(), VirtualScheduler())
            let (never, end) = AsyncStream.makeStream(of: Void.self)
            let error = await #expect(throws: TestKitError.self) {
                try await scheduler.run {
                    await Self.beginnings[index].start(loader)
                    for await _ in never {}
                }
            }
            let report = """
                task 2 waits for a continuation, in TaskBeginningTests.Feed.load(), begun in \
                TaskBeginningTests.Loader.\(Self.beginnings[index].name)()
                """
            #expect(error?.message.contains(report) == true, "\(error?.message ?? "")")
            loader.feed.waiting.withLock { $0 }?.resume(throwing: CancellationError())
            try await scheduler.runUntilIdle()
            withExtendedLifetime(end) {}
        }
    #endif

    private static let report = """
        task 2 waits for a continuation, in TaskBeginningTests.Feed.load(), begun in TaskBeginningTests.Feed.start()
        """

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    private func messageOfAStandstill() async throws -> String {
        let (feed, scheduler) = (Feed(), VirtualScheduler())
        let error = await #expect(throws: TestKitError.self) {
            try await scheduler.run { try await feed.start().value }
        }
        #expect(error?.code == .stalled)
        feed.waiting.withLock { $0 }?.resume(throwing: CancellationError())
        try await scheduler.runUntilIdle()
        return try #require(error?.message)
    }
}
