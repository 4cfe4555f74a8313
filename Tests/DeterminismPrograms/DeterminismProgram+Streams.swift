import TernTesting

/// Streams between tasks.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
extension DeterminismProgram {
    static let streams = [
        DeterminismProgram("three writers and one reader") { scheduler, record in
            let (stream, continuation) = AsyncStream.makeStream(of: String.self)
            let clock = scheduler.clock
            let reader = Task { for await text in stream { record(text) } }
            await withTaskGroup(of: Void.self) { group in
                for writer in 1...3 {
                    group.addTask {
                        for number in 0..<4 {
                            try? await clock.sleep(for: .milliseconds(writer * 100))
                            continuation.yield("\(writer).\(number)")
                        }
                    }
                }
            }
            continuation.finish()
            await reader.value
        },
        DeterminismProgram("buffer that drops the oldest") { scheduler, record in
            let (stream, continuation) = AsyncStream.makeStream(of: Int.self, bufferingPolicy: .bufferingNewest(2))
            let clock = scheduler.clock
            let reader = Task {
                for await number in stream {
                    record("\(number)")
                    try? await clock.sleep(for: .seconds(2))
                }
            }
            for number in 0..<8 {
                continuation.yield(number)
                try await clock.sleep(for: .milliseconds(700))
            }
            continuation.finish()
            await reader.value
        },
        DeterminismProgram("reader that is cancelled") { scheduler, record in
            let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
            let clock = scheduler.clock
            continuation.onTermination = { record("terminated: \($0)") }
            let reader = Task { for await number in stream { record("\(number)") } }
            for number in 0..<3 {
                continuation.yield(number)
                try await clock.sleep(for: .seconds(1))
            }
            reader.cancel()
            await reader.value
        },
        DeterminismProgram("ticker and timeout") { scheduler, record in
            let clock = scheduler.clock
            let ticks = AsyncStream<Int> { continuation in
                let task = Task {
                    for tick in 0..<10 {
                        try await clock.sleep(for: .milliseconds(300))
                        continuation.yield(tick)
                    }
                    continuation.finish()
                }
                continuation.onTermination = { _ in task.cancel() }
            }
            let reader = Task { for await tick in ticks { record("\(tick)") } }
            try await clock.sleep(for: .milliseconds(1_500))
            reader.cancel()
            await reader.value
        },
        DeterminismProgram("two readers of one stream") { _, record in
            let (numbers, continuation) = AsyncStream.makeStream(of: Int.self)
            let (shared, forward) = AsyncStream.makeStream(of: String.self)
            await withTaskGroup(of: Void.self) { group in
                group.addTask {
                    for await number in numbers {
                        forward.yield("a\(number)")
                        forward.yield("b\(number)")
                    }
                    forward.finish()
                }
                group.addTask { for await text in shared { record(text) } }
                for number in 0..<5 {
                    continuation.yield(number)
                    await Task.yield()
                }
                continuation.finish()
            }
        },
        DeterminismProgram("pipeline of four stages") { _, record in
            var input = AsyncStream<Int> { continuation in
                for number in 0..<5 { continuation.yield(number) }
                continuation.finish()
            }
            for stage in 1...4 {
                let (output, continuation) = AsyncStream.makeStream(of: Int.self)
                Task { [input] in
                    for await number in input {
                        record("\(stage): \(number)")
                        continuation.yield(number + 1)
                    }
                    continuation.finish()
                }
                input = output
            }
            for await number in input { record("\(number)") }
        },
        DeterminismProgram("debounce") { scheduler, record in
            let clock = scheduler.clock
            var last: Task<Void, Never>?
            for (text, pause) in [("s", 100), ("sw", 400), ("swi", 100), ("swift", 600)] {
                last?.cancel()
                last = Task {
                    guard (try? await clock.sleep(for: .milliseconds(300))) != nil else {
                        return record("\(text) dropped")
                    }
                    record(text)
                }
                try await clock.sleep(for: .milliseconds(pause))
            }
        },
    ]
}
