import Tern
import TernTesting
import TestDoubles

/// Bugs in shared state.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
extension ConcurrencyBug {
    static let state = [
        lostUpdate, checkThenAct, aba, publishedBeforeItIsReady, doubleClose, unlockNotAwaited, priorityInversion,
        lostWakeup, overwrittenBuffer,
    ]

    private static let lostUpdate = ConcurrencyBug(name: "lost update in a re-entrant actor") { _, isCorrect in
        actor Account {
            var balance = 0
            let audit = Shared(0)

            func deposit(isCorrect: Bool) async {
                let old = balance
                await audit.change { $0 += 1 }
                balance = (isCorrect ? balance : old) + 1
            }
        }
        let account = Account()
        try await concurrently {
            await account.deposit(isCorrect: isCorrect)
        } _: {
            await account.deposit(isCorrect: isCorrect)
        }
        let balance = await account.balance
        try Violation.unless(balance == 2, "balance \(balance)")
    }

    private static let checkThenAct = ConcurrencyBug(name: "check, then act") { _, isCorrect in
        let seats = Shared(1)
        @Sendable func book() async {
            if isCorrect {
                await seats.change { if $0 > 0 { $0 -= 1 } }
            } else if await seats.value > 0 {
                await seats.change { $0 -= 1 }
            }
        }
        try await concurrently(book, book)
        let left = await seats.value
        try Violation.unless(left == 0, "\(left) seats")
    }

    private static let aba = ConcurrencyBug(name: "a value that changes and changes back (ABA)") { _, isCorrect in
        struct Top {
            var value = "a"
            var version = 0

            mutating func set(_ value: String) {
                self.value = value
                version += 1
            }
        }
        let top = Shared(Top())
        let wasReplaced = Shared(false)
        try await concurrently {
            let seen = await top.value
            await Task.yield()
            let isReplaced = await top.change { top in
                guard isCorrect ? top.version == seen.version : top.value == seen.value else { return false }
                defer { top.set("c") }
                return top.version != seen.version
            }
            await wasReplaced.set(isReplaced)
        } _: {
            await top.change { $0.set("b") }
            await top.change { $0.set("a") }
        }
        try Violation.unless(await !wasReplaced.value, "replaced a value that had changed")
    }

    private static let publishedBeforeItIsReady = ConcurrencyBug(name: "published before it is ready") { _, isCorrect in
        let listeners = Shared(0)
        let received = Shared(0)
        let setup = Task { await listeners.change { $0 += 1 } }
        if isCorrect { await setup.value }
        let count = await listeners.value
        await received.change { $0 += count }
        await setup.value
        try Violation.unless(await received.value == 1, "an event without a listener")
    }

    private static let doubleClose = ConcurrencyBug(name: "double close") { scheduler, isCorrect in
        actor File {
            var isOpen = true
            var closes = 0

            func close(_ clock: VirtualClock, isCorrect: Bool) async throws {
                guard isOpen else { return }
                if isCorrect { isOpen = false }
                try await clock.sleep(for: .seconds(1))
                isOpen = false
                closes += 1
            }
        }
        let (file, clock) = (File(), scheduler.clock)
        try await concurrently {
            try await file.close(clock, isCorrect: isCorrect)
        } _: {
            try await clock.sleep(for: .seconds(1))
            try await file.close(clock, isCorrect: isCorrect)
        }
        try Violation.unless(await file.closes == 1, "closed twice")
    }

    private static let unlockNotAwaited = ConcurrencyBug(name: "unlock in a `defer` without `await`") { _, isCorrect in
        let isLocked = Shared(false)
        @Sendable func work() async -> Bool {
            let wasLocked = await isLocked.change { isLocked in
                defer { isLocked = true }
                return isLocked
            }
            if wasLocked { return false }
            defer { if !isCorrect { Task { await isLocked.set(false) } } }
            await Task.yield()
            if isCorrect { await isLocked.set(false) }
            return true
        }
        _ = await work()
        try Violation.unless(await work(), "still locked")
    }

    private static let priorityInversion = ConcurrencyBug(name: "urgent work behind other work") { _, isCorrect in
        let queue = Shared<[Int]>([])
        let done = Shared<[Int]>([])
        try await concurrently {
            for priority in [1, 1, 9] { await queue.change { $0.append(priority) } }
        } _: {
            while await done.value.count < 3 {
                let (next, isUrgentLeft) = await queue.change { queue -> (Int?, Bool) in
                    if isCorrect { queue.sort(by: >) }
                    let next = queue.isEmpty ? nil : queue.removeFirst()
                    return (next, next == 1 && queue.contains(9))
                }
                try Violation.unless(!isUrgentLeft, "urgent work waits")
                if let next { await done.change { $0.append(next) } } else { await Task.yield() }
            }
        }
    }

    private static let lostWakeup = ConcurrencyBug(name: "lost wakeup") { _, isCorrect in
        actor Gate {
            var isOpen = false
            private var waiter: CheckedContinuation<Void, Never>?

            func wait(checksAgain: Bool) async {
                if checksAgain, isOpen { return }
                await withCheckedContinuation { waiter = $0 }
            }

            func open() {
                isOpen = true
                waiter?.resume()
                waiter = nil
            }
        }
        let gate = Gate()
        try await concurrently {
            let isOpen = await gate.isOpen
            await Task.yield()
            if !isOpen { await gate.wait(checksAgain: isCorrect) }
        } _: {
            await gate.open()
        }
    }

    /// The reader has to stay behind while the writer goes around the whole buffer.
    private static let overwrittenBuffer = ConcurrencyBug(
        name: "a slow reader of a ring buffer",
        strategy: .priorities(depth: 2)
    ) { _, isCorrect in
        struct Ring {
            var slots = Array(0..<8)
            var isReading = true
        }
        let ring = Shared(Ring())
        try await concurrently {
            await Task.yield()
            let first = await ring.change { ring in
                ring.isReading = false
                return ring.slots[0]
            }
            try Violation.unless(first == 0, "read \(first) instead of 0")
        } _: {
            for number in 1...16 {
                var isWritten = false
                while !isWritten {
                    await Task.yield()
                    isWritten = await ring.change { ring in
                        if isCorrect, ring.isReading { return false }
                        if number >= 8 { ring.slots[number % 8] = number }
                        return true
                    }
                }
            }
        }
    }
}
