import Tern
import TernTesting
import TestDoubles

/// Bugs in code that makes requests.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
extension ConcurrencyBug {
    static let requests = [
        doubleRefresh, outdatedSearch, orderOfTwoDelays, cacheStampede, duplicateRetry, timeoutAndResponse,
        samePageTwice,
    ]

    private static let doubleRefresh = ConcurrencyBug(name: "token refreshed twice") { scheduler, isCorrect in
        actor Session {
            var refreshes = 0
            private var token = 0
            private var refresh: Task<Void, any Error>?

            func load(_ clock: VirtualClock, isCorrect: Bool) async throws {
                let sent = token
                try await clock.sleep(for: .seconds(1))
                if isCorrect, token != sent { return }
                if let refresh { return try await refresh.value }
                let task = Task {
                    refreshes += 1
                    try await clock.sleep(for: .seconds(1))
                    token += 1
                    refresh = nil
                }
                refresh = task
                try await task.value
            }
        }
        let (session, clock) = (Session(), scheduler.clock)
        try await concurrently {
            try await session.load(clock, isCorrect: isCorrect)
        } _: {
            try await clock.sleep(for: .seconds(1))
            try await session.load(clock, isCorrect: isCorrect)
        }
        let refreshes = await session.refreshes
        try Violation.unless(refreshes == 1, "\(refreshes) refreshes")
    }

    /// Both searches take 2 s, and begin 1 s apart: without jitter, they end in the order in which they begin.
    private static let outdatedSearch = ConcurrencyBug(
        name: "outdated search result",
        jitter: .upTo(.seconds(2))
    ) { scheduler, isCorrect in
        let (shown, clock) = (Shared(""), scheduler.clock)
        var search: Task<Void, Never>?
        for text in ["s", "swift"] {
            if isCorrect { search?.cancel() }
            search = Task {
                guard (try? await clock.sleep(for: .seconds(2))) != nil else { return }
                await shown.change { if !isCorrect || !Task.isCancelled { $0 = text } }
            }
            try await scheduler.advance(by: .seconds(1))
        }
        try await scheduler.advance(by: .seconds(10))
        let result = await shown.value
        try Violation.unless(result == "swift", "shows \(result)")
    }

    private static let orderOfTwoDelays = ConcurrencyBug(
        name: "order of two delays",
        jitter: .fraction(1)
    ) { scheduler, isCorrect in
        let (saved, clock) = (Shared(false), scheduler.clock)
        let save = Task {
            try await clock.sleep(for: .seconds(2))
            await saved.set(true)
        }
        if isCorrect { try await save.value }
        try await scheduler.advance(by: .seconds(1))
        try await clock.sleep(for: .seconds(2))
        try Violation.unless(await saved.value, "published before it was saved")
    }

    private static let cacheStampede = ConcurrencyBug(name: "cache stampede") { scheduler, isCorrect in
        actor Cache {
            var loads = 0
            private var value: Int?
            private var load: Task<Int, any Error>?

            func get(_ clock: VirtualClock, isCorrect: Bool) async throws -> Int {
                if let value { return value }
                if let load { return try await load.value }
                let task = Task {
                    loads += 1
                    try await clock.sleep(for: .seconds(1))
                    return 42
                }
                if isCorrect { load = task }
                value = try await task.value
                return 42
            }
        }
        let (cache, clock) = (Cache(), scheduler.clock)
        try await concurrently {
            _ = try await cache.get(clock, isCorrect: isCorrect)
        } _: {
            try await clock.sleep(for: .seconds(1))
            _ = try await cache.get(clock, isCorrect: isCorrect)
        }
        try Violation.unless(await cache.loads == 1, "loaded twice")
    }

    private static let duplicateRetry = ConcurrencyBug(
        name: "retry that creates a duplicate",
        jitter: .fraction(1)
    ) { scheduler, isCorrect in
        let (orders, clock) = (Shared<[String]>([]), scheduler.clock)
        @Sendable func send(key: String) async throws {
            await orders.change { if !isCorrect || !$0.contains(key) { $0.append(key) } }
            try await clock.sleep(for: .seconds(2))
        }
        let isInTime = try await withThrowingTaskGroup(of: Bool.self) { group in
            group.addTask {
                try await send(key: "one")
                return true
            }
            group.addTask {
                try await clock.sleep(for: .seconds(3))
                return false
            }
            defer { group.cancelAll() }
            return try await group.next() ?? false
        }
        if !isInTime { try await send(key: "one") }
        let count = await orders.value.count
        try Violation.unless(count == 1, "\(count) orders")
    }

    private static let timeoutAndResponse = ConcurrencyBug(name: "timeout and response at once") {
        scheduler,
        isCorrect in
        let (results, clock) = (Shared<[String]>([]), scheduler.clock)
        @Sendable func finish(_ result: String) async {
            await results.change { if !isCorrect || $0.isEmpty { $0.append(result) } }
        }
        let timeout = Task {
            guard (try? await clock.sleep(for: .seconds(1))) != nil else { return }
            await finish("timeout")
        }
        try await clock.sleep(for: .seconds(1))
        timeout.cancel()
        await finish("response")
        await timeout.value
        let all = await results.value
        try Violation.unless(all.count == 1, "finished with \(all)")
    }

    private static let samePageTwice = ConcurrencyBug(name: "same page loaded twice") { scheduler, isCorrect in
        actor Feed {
            var pages: [Int] = []
            private var next = 1
            private var isLoading = false

            func loadNext(_ clock: VirtualClock, isCorrect: Bool) async throws {
                if isCorrect, isLoading { return }
                isLoading = true
                let page = next
                try await clock.sleep(for: .seconds(1))
                pages.append(page)
                next = page + 1
                isLoading = false
            }
        }
        let (feed, clock) = (Feed(), scheduler.clock)
        try await concurrently {
            try await feed.loadNext(clock, isCorrect: isCorrect)
        } _: {
            try await clock.sleep(for: .seconds(1))
            try await feed.loadNext(clock, isCorrect: isCorrect)
        }
        let pages = await feed.pages
        try Violation.unless(Set(pages).count == pages.count, "pages \(pages)")
    }
}
