import TernTesting
import Testing

/// The functions of tasks in the report of an exploration.
struct ExplorationTasksTests {
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
                "task \(index + 2) begins in ExplorationTasksTests.Form.\(function)()"
            }
            #expect(failure.reorderings == ["at 0.0 seconds, task 3 went before task 2"])
            #expect(failure.tasks == tasks)
            #expect(failure.description.contains("\n\(tasks[0]); \(tasks[1]).\n"))
        #else
            #expect(failure.tasks.isEmpty)
        #endif
    }
}
