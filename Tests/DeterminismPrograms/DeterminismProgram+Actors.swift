import TernTesting

/// Actors, the main actor, and tasks that they make.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
extension DeterminismProgram {
    private actor Account {
        var balance = 0

        func add(_ amount: Int) -> Int {
            balance += amount
            return balance
        }

        /// Re-entrant: another call may come between the two halves.
        func addSlowly(_ amount: Int, clock: VirtualClock) async -> Int {
            let before = balance
            try? await clock.sleep(for: .seconds(1))
            balance = before + amount
            return balance
        }

        func task(_ body: @escaping @Sendable () async -> Void) -> Task<Void, Never> {
            Task {
                balance += 1
                await body()
                balance += 1
            }
        }
    }

    private actor Semaphore {
        private var free: Int
        private var waiters: [CheckedContinuation<Void, Never>] = []

        init(_ free: Int) {
            self.free = free
        }

        func enter() async {
            if free > 0 {
                free -= 1
                return
            }
            await withCheckedContinuation { waiters.append($0) }
        }

        func leave() {
            if waiters.isEmpty { free += 1 } else { waiters.removeFirst().resume() }
        }
    }

    static let actors = [
        DeterminismProgram("tasks that yield after a call of an actor") { _, record in
            let account = Account()
            let tasks = (0..<5).map { number in
                Task {
                    let balance = await account.add(number)
                    await Task.yield()
                    record("\(number): \(balance)")
                }
            }
            for task in tasks { await task.value }
        },
        DeterminismProgram("re-entrant actor") { scheduler, record in
            let (account, clock) = (Account(), scheduler.clock)
            await withTaskGroup(of: Int.self) { group in
                for amount in 1...4 { group.addTask { await account.addSlowly(amount, clock: clock) } }
                for await balance in group { record("\(balance)") }
            }
        },
        DeterminismProgram("tasks of an actor") { _, record in
            let account = Account()
            var tasks: [Task<Void, Never>] = []
            for number in 0..<4 {
                tasks.append(
                    await account.task {
                        await Task.yield()
                        record("\(number): \(await account.balance)")
                    }
                )
            }
            for task in tasks { await task.value }
        },
        DeterminismProgram("two actors that call each other") { _, record in
            let (one, other) = (Account(), Account())
            async let there: Void = {
                for _ in 0..<5 { record("there \(await one.add(await other.add(1)))") }
            }()
            async let back: Void = {
                for _ in 0..<5 { record("back \(await other.add(await one.add(1)))") }
            }()
            _ = await (there, back)
        },
        DeterminismProgram("semaphore of continuations") { scheduler, record in
            let (semaphore, clock) = (Semaphore(2), scheduler.clock)
            await withTaskGroup(of: Void.self) { group in
                for number in 0..<6 {
                    group.addTask {
                        await semaphore.enter()
                        record("\(number) enters")
                        try? await clock.sleep(for: .milliseconds(100 * (number % 3)))
                        await semaphore.leave()
                    }
                }
            }
        },
        DeterminismProgram("hops to the main actor and back") { _, record in
            await withTaskGroup(of: Void.self) { group in
                for number in 0..<4 {
                    group.addTask {
                        await MainActor.run { record("\(number) on main") }
                        await Task.yield()
                        record("\(number) off main")
                    }
                }
            }
        },
        DeterminismProgram("main actor tasks that yield") { _, record in
            let tasks = (0..<4).map { number in
                Task { @MainActor in
                    for round in 0..<3 {
                        record("\(number).\(round)")
                        await Task.yield()
                    }
                }
            }
            for task in tasks { await task.value }
        },
    ]
}
