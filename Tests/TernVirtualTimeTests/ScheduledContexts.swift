@testable import TernVirtualTime

/// The ways in which code of a test comes to run in a task.
@available(macOS 26, iOS 26, tvOS 26, watchOS 26, *)
enum ScheduledContext: String, CaseIterable {
    case body, asyncLet, groupChild, discardingGroupChild
    case task, detachedTask, immediateTask, immediateDetachedTask, taskInDetachedTask
    case mainActorTask, taskOfMainActor, globalActorTask, taskOfActor

    /// Those that use no actor which other tests use, too.
    static let own = allCases.filter { $0 != .globalActorTask }

    func run(_ work: @escaping @Sendable () async -> Void) async {
        switch self {
        case .body: await work()
        case .asyncLet:
            async let done: Void = work()
            await done
        case .groupChild:
            await withTaskGroup(of: Void.self) { group in
                group.addTask { await work() }
                await group.waitForAll()
            }
        case .discardingGroupChild: await withDiscardingTaskGroup { $0.addTask { await work() } }
        case .task: await Task { await work() }.value
        case .detachedTask: await Task.detached { await work() }.value
        case .immediateTask: await Task.immediate { await work() }.value
        case .immediateDetachedTask: await Task.immediateDetached { await work() }.value
        case .taskInDetachedTask: await Task.detached { await Task { await work() }.value }.value
        case .mainActorTask: await Task { @MainActor in await work() }.value
        case .taskOfMainActor: await Self.taskOfMainActor(work).value
        case .globalActorTask: await Task { @ScheduledActor in await work() }.value
        case .taskOfActor: await ScheduledObject().task(work).value
        }
    }

    @MainActor private static func taskOfMainActor(_ work: @escaping @Sendable () async -> Void) -> Task<Void, Never> {
        Task { await work() }
    }
}

/// The ways in which a task suspends.
@available(macOS 26, iOS 26, tvOS 26, watchOS 26, *)
enum ScheduledSuspension: String, CaseIterable {
    case yield, actorHop, yieldAfterActorHop, mainActorHop, globalActorHop, concurrentCall
    case continuation, stream, taskValue, groupNext, asyncLetValue
    case virtualSleep, taskSleep, clockSleep

    /// Those that use no actor which other tests use, too.
    static let own = allCases.filter { $0 != .globalActorHop }

    /// The virtual duration of one suspension in seconds.
    var seconds: Int { [.virtualSleep, .taskSleep, .clockSleep].contains(self) ? 1 : 0 }

    func suspend(_ object: ScheduledObject, clock: VirtualClock) async {
        switch self {
        case .yield: await Task.yield()
        case .actorHop: await object.visit()
        case .yieldAfterActorHop:
            await object.visit()
            await Task.yield()
        case .mainActorHop: await MainActor.run {}
        case .globalActorHop: await ScheduledActor.shared.visit()
        case .concurrentCall: await Self.concurrentCall()
        case .continuation:
            await withCheckedContinuation { continuation in
                _ = Task { continuation.resume() }
            }
        case .stream:
            let (stream, continuation) = AsyncStream.makeStream(of: Void.self)
            Task {
                continuation.yield()
                continuation.finish()
            }
            for await _ in stream {}
        case .taskValue: await Task { await Task.yield() }.value
        case .groupNext:
            await withTaskGroup(of: Void.self) { group in
                group.addTask { await Task.yield() }
                await group.next()
            }
        case .asyncLetValue:
            async let value: Void = Task.yield()
            await value
        case .virtualSleep: try? await clock.sleep(for: .seconds(1))
        case .taskSleep: try? await Task.sleep(for: .seconds(1))
        case .clockSleep: try? await ContinuousClock().sleep(for: .seconds(1))
        }
    }

    @concurrent private static func concurrentCall() async {}
}

@globalActor actor ScheduledActor {
    static let shared = ScheduledActor()

    func visit() {}
}

@globalActor actor SharedActor {
    static let shared = SharedActor()

    func visit() {}
}

actor ScheduledObject {
    private(set) var visits = 0

    func visit() { visits += 1 }

    func task(_ work: @escaping @Sendable () async -> Void) -> Task<Void, Never> {
        Task {
            visits += 1
            await work()
        }
    }
}
