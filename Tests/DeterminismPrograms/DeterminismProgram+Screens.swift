import Tern
import TernTesting

/// View models on the main actor.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
extension DeterminismProgram {
    /// Searches for the latest text, and loads items.
    @MainActor private final class Screen {
        private let shop: Provider<Shop>
        private let clock: VirtualClock
        private let record: Recorder
        private var search: Task<Void, Never>?
        private var pages: [Int: Task<Void, Never>] = [:]

        init(_ scheduler: VirtualScheduler, _ record: Recorder) {
            (shop, clock, self.record) = (scheduler.shop(), scheduler.clock, record)
        }

        func type(_ text: String) {
            search?.cancel()
            search = Task {
                guard (try? await clock.sleep(for: .milliseconds(300))) != nil else { return }
                let found = try? await shop.request(.search(text)).data.count
                guard !Task.isCancelled else { return }
                record("\(text): \(found ?? 0)")
            }
        }

        func load(page: Int) {
            guard pages[page] == nil else { return record("page \(page) is loading") }
            pages[page] = Task {
                let item = try? await shop.value(.item(page))
                record("page \(page): \(item?.id ?? 0)")
                pages[page] = nil
            }
        }

        func poll(_ count: Int) async {
            for _ in 0..<count {
                record("polled \((try? await shop.value(.order(1)).id) ?? 0)")
                try? await clock.sleep(for: .seconds(5))
            }
        }

        func close() async {
            search?.cancel()
            await search?.value
            for page in pages.keys.sorted() { await pages[page]?.value }
        }
    }

    static let screens = [
        DeterminismProgram("search while typing") { scheduler, record in
            let screen = await Screen(scheduler, record)
            for (text, pause) in [("a", 100), ("ap", 500), ("app", 299), ("apple", 300)] {
                await screen.type(text)
                try await scheduler.advance(by: .milliseconds(pause))
            }
            await screen.close()
        },
        DeterminismProgram("pages that overtake each other") { scheduler, record in
            let screen = await Screen(scheduler, record)
            for page in [3, 2, 1, 2] { await screen.load(page: page) }
            await screen.close()
        },
        DeterminismProgram("polling beside a search") { scheduler, record in
            let screen = await Screen(scheduler, record)
            async let polling: Void = screen.poll(3)
            await screen.type("pear")
            try await scheduler.clock.sleep(for: .seconds(5))
            await screen.type("plum")
            await polling
            await screen.close()
        },
        DeterminismProgram("two screens of one scheduler") { scheduler, record in
            let screens = [await Screen(scheduler, record), await Screen(scheduler, record)]
            await withTaskGroup(of: Void.self) { group in
                for (number, screen) in screens.enumerated() {
                    group.addTask {
                        await screen.load(page: 1 + number)
                        await screen.load(page: 2 - number)
                        await screen.close()
                    }
                }
            }
        },
        DeterminismProgram("time that the test moves") { scheduler, record in
            let screen = await Screen(scheduler, record)
            await screen.load(page: 2)
            try await scheduler.advance(by: .seconds(1))
            record("nothing yet")
            try await scheduler.advanceToNextTimer()
            try await scheduler.runUntilIdle()
            await screen.close()
        },
    ]
}
