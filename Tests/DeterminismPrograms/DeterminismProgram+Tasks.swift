import TernTesting

/// Tasks, groups and cancellation.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
extension DeterminismProgram {
    static let tasks = [
        DeterminismProgram("ten children that yield") { _, record in
            await withTaskGroup(of: Void.self) { group in
                for child in 0..<10 {
                    group.addTask {
                        for round in 0..<3 {
                            record("\(child).\(round)")
                            await Task.yield()
                        }
                    }
                }
            }
        },
        DeterminismProgram("nested groups") { scheduler, record in
            let clock = scheduler.clock
            await withTaskGroup(of: Int.self) { outer in
                for tree in 0..<4 {
                    outer.addTask {
                        await withTaskGroup(of: Int.self) { inner in
                            for leaf in 0..<3 {
                                inner.addTask {
                                    try? await clock.sleep(for: .seconds((tree * leaf) % 3))
                                    record("\(tree).\(leaf)")
                                    return leaf
                                }
                            }
                            return await inner.reduce(tree, +)
                        }
                    }
                }
                for await sum in outer { record("sum \(sum)") }
            }
        },
        DeterminismProgram("detached tasks of several priorities") { _, record in
            let tasks = [TaskPriority.low, .high, .medium, .background].map { priority in
                Task.detached(priority: priority) {
                    record("\(priority.rawValue) begins")
                    await Task.yield()
                    record("\(priority.rawValue) ends")
                }
            }
            for task in tasks { await task.value }
        },
        DeterminismProgram("first of three wins") { scheduler, record in
            let clock = scheduler.clock
            let first = try await withThrowingTaskGroup(of: Int.self) { group in
                for seconds in [3, 1, 2] {
                    group.addTask {
                        do { try await clock.sleep(for: .seconds(seconds)) } catch { record("\(seconds) is cancelled") }
                        return seconds
                    }
                }
                defer { group.cancelAll() }
                return try await group.next() ?? 0
            }
            record("first \(first)")
        },
        DeterminismProgram("group that fails") { scheduler, record in
            let clock = scheduler.clock
            do {
                try await withThrowingTaskGroup(of: Void.self) { group in
                    for seconds in 1...5 {
                        group.addTask {
                            try await clock.sleep(for: .seconds(seconds))
                            record("\(seconds)")
                            if seconds == 3 { throw CancellationError() }
                        }
                    }
                    try await group.waitForAll()
                }
            } catch { record("failed") }
        },
        DeterminismProgram("tree of async let") { _, record in
            @Sendable func sum(_ depth: Int, _ path: String) async -> Int {
                record(path)
                guard depth > 0 else { return 1 }
                async let left = sum(depth - 1, path + "l")
                async let right = sum(depth - 1, path + "r")
                return await left + right
            }
            record("\(await sum(4, ""))")
        },
        DeterminismProgram("unstructured tasks that wait for each other") { _, record in
            var last = Task { record("0") }
            for number in 1..<8 {
                last = Task { [last] in
                    await last.value
                    await Task.yield()
                    record("\(number)")
                }
            }
            await last.value
        },
        DeterminismProgram("cancellation that races with an end") { scheduler, record in
            let clock = scheduler.clock
            let task = Task {
                do { try await clock.sleep(for: .seconds(1)) } catch { record("cancelled") }
                record("done, \(Task.isCancelled)")
            }
            try await clock.sleep(for: .seconds(1))
            task.cancel()
            await task.value
        },
    ]
}
