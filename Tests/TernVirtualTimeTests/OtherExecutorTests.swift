import Dispatch
import TestRounds
import Testing

@testable import TernVirtualTime

#if os(Linux) && compiler(>=6.3)
    /// Time stands still while a task of a test is on an executor that isn't the scheduler's, however it came there.
    @Suite(.timeLimit(.minutes(20)))
    struct OtherExecutorTests {
        /// The ways in which code of a test comes to run on another executor. The work ends with the next element of the
        /// stream.
        enum Way: CaseIterable {
            case groupChildren, task, detachedTask, taskOfTask, actorTask, detachedActorTask, taskOfActor, asyncLet
            case scopedPreference, immediateTask, handover

            func work(_ work: @escaping @Sendable () async -> Void) async {
                let queue = QueueExecutor()
                switch self {
                case .groupChildren:
                    await withTaskGroup(of: Void.self) { group in
                        for _ in 0..<3 { group.addTask(executorPreference: queue) { await work() } }
                    }
                case .task: Task(executorPreference: queue) { await work() }
                case .detachedTask: Task.detached(executorPreference: queue) { await work() }
                case .taskOfTask:
                    Task.detached(executorPreference: queue) {
                        Task.detached(executorPreference: queue) { await work() }
                    }
                case .actorTask: Task { @QueueActor in await work() }
                case .detachedActorTask:
                    let onActor: @Sendable @QueueActor () async -> Void = { await work() }
                    Task.detached(operation: onActor)
                case .taskOfActor: await QueueActor.shared.start { await work() }
                case .asyncLet:
                    await withTaskExecutorPreference(queue) { await Self.runInChild(work) }
                case .scopedPreference: await withTaskExecutorPreference(queue) { await work() }
                case .immediateTask:
                    Task.immediate(executorPreference: queue) {
                        await Task.yield()
                        await work()
                    }
                case .handover:
                    let (pings, ping) = AsyncStream.makeStream(of: Int.self)
                    let (pongs, pong) = AsyncStream.makeStream(of: Int.self)
                    Task(executorPreference: queue) {
                        for await number in pings {
                            if number == 30 {
                                await work()
                                return pong.finish()
                            }
                            pong.yield(number)
                        }
                    }
                    Task(executorPreference: QueueExecutor()) { for await number in pongs { ping.yield(number + 1) } }
                    ping.yield(0)
                }
            }

            /// The parent waits for something else than its child.
            private static func runInChild(_ work: @escaping @Sendable () async -> Void) async {
                let (events, end) = AsyncStream.makeStream(of: Void.self)
                async let done: Void = finish(end, after: work)
                for await _ in events {}
                await done
            }

            private static func finish(
                _ end: AsyncStream<Void>.Continuation,
                after work: @escaping @Sendable () async -> Void
            ) async {
                await work()
                end.finish()
            }
        }

        @Test(arguments: Way.allCases) func timeStandsStillMeanwhile(way: Way) async throws {
            var wrong: [Duration] = []
            for _ in 0..<Rounds.count(200, part: 20) {
                let scheduler = VirtualScheduler()
                let times = Guarded<[Duration]>([])
                try await scheduler.run {
                    let timer = Task { try await scheduler.clock.sleep(for: .seconds(60)) }
                    await way.work {
                        for _ in 0..<3 {
                            await Task.yield()
                            await ScheduledObject().visit()
                        }
                        // Code of the library's tests may take a while, too.
                        Self.spin()
                        times.withLock { $0.append(scheduler.now) }
                    }
                    try await timer.value
                }
                let seen = times.withLock(\.self)
                if seen.isEmpty || seen.contains(where: { $0 != .zero }) {
                    wrong += seen.isEmpty ? [.seconds(-1)] : seen
                }
                #expect(scheduler.now == .seconds(60))
            }
            #expect(wrong == [])
        }

        private static func spin() {
            let end = ContinuousClock.now + .microseconds(200)
            while ContinuousClock.now < end {}
        }
    }

    private final class QueueExecutor: TaskExecutor, SerialExecutor {
        private let queue = DispatchQueue(label: "QueueExecutor")

        func enqueue(_ job: consuming ExecutorJob) {
            let job = UnownedJob(job)
            queue.async {
                job.runSynchronously(
                    isolatedTo: self.asUnownedSerialExecutor(),
                    taskExecutor: self.asUnownedTaskExecutor()
                )
            }
        }
    }

    @globalActor private actor QueueActor {
        static let shared = QueueActor()
        private let queue = QueueExecutor()
        nonisolated var unownedExecutor: UnownedSerialExecutor { queue.asUnownedSerialExecutor() }

        func start(_ work: @escaping @Sendable () async -> Void) {
            Task {
                _ = self
                await work()
            }
        }
    }
#endif
