import Tern
import TernTesting
import TestDoubles

/// Bugs in streams, notifications and cancellation.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
extension ConcurrencyBug {
    static let streams = [
        continuedAfterCancellation, droppedLastElement, unsubscribedDuringDelivery, progressOutOfOrder,
        missedCancellation, debounceWithoutLastInput,
    ]

    private static let continuedAfterCancellation = ConcurrencyBug(
        name: "work that continues after its cancellation"
    ) { scheduler, isCorrect in
        let (isClosed, isLate, clock) = (Shared(false), Shared(false), scheduler.clock)
        let task = Task {
            try? await clock.sleep(for: .seconds(1))
            let closed = await isClosed.value
            if isCorrect, Task.isCancelled { return }
            await isLate.set(closed)
        }
        try await clock.sleep(for: .seconds(1))
        task.cancel()
        await isClosed.set(true)
        await task.value
        try Violation.unless(await !isLate.value, "shown after the view was closed")
    }

    private static let droppedLastElement = ConcurrencyBug(name: "dropped last element") { _, isCorrect in
        let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
        let sum = Shared(0)
        let reader = Task {
            for await number in stream { await sum.change { $0 += number } }
        }
        for number in 1...3 { continuation.yield(number) }
        continuation.finish()
        if isCorrect { await reader.value } else { for _ in 1...3 { await Task.yield() } }
        let total = await sum.value
        try Violation.unless(total == 6, "sum \(total)")
    }

    private static let unsubscribedDuringDelivery = ConcurrencyBug(
        name: "delivery to a listener that has unsubscribed"
    ) { _, isCorrect in
        let listeners = Shared<Set<Int>>([1, 2])
        let late = Shared(0)
        try await concurrently {
            for listener in await listeners.value.sorted() {
                if isCorrect {
                    // Checks and delivers in one step.
                    await listeners.change { _ = $0.contains(listener) }
                } else {
                    await Task.yield()
                    let isListening = await listeners.value.contains(listener)
                    await late.change { $0 += isListening ? 0 : 1 }
                }
            }
        } _: {
            await listeners.change { _ = $0.remove(2) }
        }
        try Violation.unless(await late.value == 0, "delivered after the listener had unsubscribed")
    }

    private static let progressOutOfOrder = ConcurrencyBug(name: "progress out of order") { _, isCorrect in
        let shown = Shared<[Int]>([])
        if isCorrect {
            let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
            for percent in [25, 50, 100] { continuation.yield(percent) }
            continuation.finish()
            for await percent in stream { await shown.change { $0.append(percent) } }
        } else {
            let updates = [25, 50, 100].map { percent in Task { await shown.change { $0.append(percent) } } }
            for update in updates { await update.value }
        }
        let all = await shown.value
        try Violation.unless(all == all.sorted(), "progress \(all)")
    }

    private static let missedCancellation = ConcurrencyBug(
        name: "cancellation between the check and the wait"
    ) { _, isCorrect in
        actor Waiter {
            private var isCancelled = false
            private var continuation: CheckedContinuation<Void, Never>?

            func wait(isCorrect: Bool) async {
                if isCorrect, isCancelled { return }
                await withCheckedContinuation { continuation = $0 }
            }

            func cancel() {
                isCancelled = true
                continuation?.resume()
                continuation = nil
            }
        }
        let waiter = Waiter()
        let task = Task {
            if Task.isCancelled { return }
            await Task.yield()
            await waiter.wait(isCorrect: isCorrect)
        }
        await Task.yield()
        task.cancel()
        await waiter.cancel()
        await task.value
    }

    private static let debounceWithoutLastInput = ConcurrencyBug(
        name: "debounce that loses the last input"
    ) { scheduler, isCorrect in
        actor Debounce {
            private var pending: String?
            private var timer: Task<Void, any Error>?
            let sent = Shared<[String]>([])

            func type(_ text: String, _ clock: VirtualClock, isCorrect: Bool) {
                pending = text
                guard timer == nil else { return }
                timer = Task {
                    repeat {
                        try await clock.sleep(for: .seconds(1))
                        guard let text = pending else { break }
                        if isCorrect { pending = nil }
                        await sent.change { $0.append(text) }
                        if !isCorrect { pending = nil }
                    } while pending != nil
                    timer = nil
                }
            }
        }
        let (debounce, clock) = (Debounce(), scheduler.clock)
        await debounce.type("s", clock, isCorrect: isCorrect)
        try await clock.sleep(for: .seconds(1))
        await debounce.type("swift", clock, isCorrect: isCorrect)
        try await scheduler.advance(by: .seconds(10))
        let sent = await debounce.sent.value
        try Violation.unless(sent.last == "swift", "sent \(sent)")
    }
}
