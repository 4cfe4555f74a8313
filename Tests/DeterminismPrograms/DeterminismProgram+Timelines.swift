import Foundation
import Tern
import TernTesting

/// Timelines, and programs of several subjects.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
extension DeterminismProgram {
    private actor Cache {
        private var running: [Int: Task<Int, any Error>] = [:]

        func value(_ id: Int, load: @escaping @Sendable () async throws -> Int) async throws -> Int {
            if let task = running[id] { return try await task.value }
            let task = Task { try await load() }
            running[id] = task
            return try await task.value
        }
    }

    static let timelines = [
        DeterminismProgram("two hot sequences") { scheduler, record in
            let letters = try scheduler.hot("a-b-c-|")
            let digits = try scheduler.hot("-1-2-3|")
            async let one: Void = { for try await letter in letters { record("\(letter)") } }()
            async let other: Void = { for try await digit in digits { record("\(digit)") } }()
            _ = try await (one, other)
        },
        DeterminismProgram("events at the same time") { scheduler, record in
            let sequences = try (0..<4).map { _ in try scheduler.hot("-x-x|") }
            try await withThrowingTaskGroup(of: Void.self) { group in
                for (number, sequence) in sequences.enumerated() {
                    group.addTask { for try await value in sequence { record("\(number): \(value)") } }
                }
                try await group.waitForAll()
            }
        },
        DeterminismProgram("cold sequence for three subscribers") { scheduler, record in
            let numbers = scheduler.cold([.next(1, 1), .next(2, 2), .completed(3)])
            try await withThrowingTaskGroup(of: Void.self) { group in
                for start in 0..<3 {
                    group.addTask {
                        try await scheduler.clock.sleep(for: .seconds(start))
                        for try await number in numbers { record("\(start): \(number)") }
                    }
                }
                try await group.waitForAll()
            }
        },
        DeterminismProgram("recording that stops") { scheduler, record in
            let numbers = scheduler.hot([.next(1, 1), .next(5, 2), .next(9, 3)])
            let recording = scheduler.record(numbers)
            try await scheduler.advance(to: 6)
            recording.stop()
            record("\(recording.events)")
        },
        DeterminismProgram("cache that loads once") { scheduler, record in
            let (cache, shop) = (Cache(), scheduler.shop())
            await withTaskGroup(of: Void.self) { group in
                for caller in 0..<6 {
                    group.addTask {
                        let value = try? await cache.value(caller % 2 + 1) {
                            record("loads \(caller % 2 + 1)")
                            return try await shop.value(.item(caller % 2 + 1)).id
                        }
                        record("\(caller): \(value ?? 0)")
                    }
                }
            }
        },
        DeterminismProgram("work of a background task") { scheduler, record in
            let clock = scheduler.clock
            let observer = await scheduler.background {
                Task {
                    while (try? await clock.sleep(for: .seconds(2))) != nil { record("observed") }
                }
            }
            try await clock.sleep(for: .seconds(7))
            observer.cancel()
            await observer.value
        },
        DeterminismProgram("everything at once") { scheduler, record in
            let (shop, clock) = (scheduler.shop(), scheduler.clock)
            let letters = try scheduler.hot("a--b--c|")
            let (stream, continuation) = AsyncStream.makeStream(of: String.self)
            await withTaskGroup(of: Void.self) { group in
                group.addTask { for await text in stream { record(text) } }
                try? await withThrowingTaskGroup(of: Void.self) { writers in
                    writers.addTask { for try await letter in letters { continuation.yield("\(letter)") } }
                    writers.addTask {
                        for id in 1...3 { continuation.yield("\((try? await shop.value(.item(id)).id) ?? 0)") }
                    }
                    writers.addTask {
                        for _ in 0..<3 {
                            try await clock.sleep(for: .seconds(3))
                            await MainActor.run { _ = continuation.yield("main") }
                        }
                    }
                    try await writers.waitForAll()
                }
                continuation.finish()
            }
        },
    ]
}
