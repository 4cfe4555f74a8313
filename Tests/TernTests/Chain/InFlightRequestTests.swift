import Foundation
import Tern
import TernPlugins
import TernTesting
import TestDoubles
import Testing

@Suite(.timeLimit(.minutes(20)))
struct InFlightRequestTests {
    typealias Call = Task<Response, any Error>

    /// A call that is running, and the progress updates that it has received.
    struct Caller {
        let call: Call
        let progress: Watched<[TransferProgress]>
    }

    let transport = RecordingTransport()
    let clock = ManualClock()
    let first = TransferProgress(receivedBytes: 1)

    func provider(_ plugins: any Plugin...) -> Provider<OpenTarget> {
        Provider(transport: transport, plugins: plugins, trackInflights: true, clock: clock)
    }

    func start(_ target: OpenTarget = OpenTarget(), on provider: Provider<OpenTarget>) -> Caller {
        let progress = Watched<[TransferProgress]>([])
        return Caller(
            call: Call { try await provider.response(to: target, options: CallOptions { progress.append($0) }) },
            progress: progress
        )
    }

    /// The first call; its request is running and has made progress, so that a call which joins receives that update at
    /// once.
    func lead(_ target: OpenTarget = OpenTarget(), on provider: Provider<OpenTarget>) async -> Caller {
        let leader = start(target, on: provider)
        await transport.waitForRequests(atLeast: 1)
        transport.report(first)
        return leader
    }

    /// A call that has joined the first one's request.
    func follow(_ target: OpenTarget = OpenTarget(), on provider: Provider<OpenTarget>) async -> Caller {
        let follower = start(target, on: provider)
        await follower.progress.entries(atLeast: 1)
        return follower
    }

    func code(of call: Call) async throws -> TernError.Code {
        try await #require(throws: TernError.self) { try await call.value }.code
    }

    // MARK: - Sharing

    @Test func equalCallsShareOneRequest() async throws {
        let provider = provider()
        var callers = [await lead(on: provider)]
        for _ in 1..<10 { callers.append(await follow(on: provider)) }

        transport.respond(with: .text("shared"))

        for caller in callers { #expect(try await caller.call.value.string() == "shared") }
        #expect(transport.requests.count == 1)
    }

    @Test func queriesWithEqualBodiesShareOneRequest() async throws {
        let provider = provider(RetryPlugin())
        func target(_ name: String) -> OpenTarget { OpenTarget(method: .query, task: .json(["name": name])) }
        let leader = await lead(target("a"), on: provider)
        let follower = await follow(target("a"), on: provider)
        let other = start(target("b"), on: provider)
        await transport.waitForRequests(atLeast: 2)

        transport.respond(0, with: .text("a"))
        transport.respond(1, with: .text("b"))

        for caller in [leader, follower] { #expect(try await caller.call.value.string() == "a") }
        #expect(try await other.call.value.string() == "b")
        #expect(transport.requests.count == 2)
    }

    @Test func callsWithAndWithoutDecodingShareNoRequest() async throws {
        let provider = provider()
        let decoded = await lead(on: provider)
        let encoded = Call { try await provider.response(to: OpenTarget(), options: CallOptions(decoding: .none)) }
        await transport.waitForRequests(atLeast: 2)

        transport.respond(0, with: .text("decoded"))
        transport.respond(1, with: .text("encoded"))

        #expect(try await decoded.call.value.string() == "decoded")
        #expect(try await encoded.value.string() == "encoded")
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test func equalStubbedCallsEvaluateOneSample() async throws {
        let evaluations = Watched(0)
        let gate = SampleGate()
        let provider = Provider<OpenTarget>(
            endpointClosure: {
                Endpoint($0).responding(
                    {
                        evaluations.update { $0 += 1 }
                        return .text("shared").held(by: gate)
                    }()
                )
            },
            stubClosure: Provider.immediatelyStub,
            trackInflights: true
        )
        // On one thread and in order, so that each call runs until it waits before the barrier runs.
        let executor = QueueExecutor()
        let calls = (0..<10).map { _ in
            Call(executorPreference: executor) { try await provider.request(OpenTarget()) }
        }
        await Task(executorPreference: executor) {}.value

        gate.release()

        for call in calls { #expect(try await call.value.string() == "shared") }
        #expect(evaluations.value == 1)
    }

    @Test(
        arguments: [
            (OpenTarget(headers: ["Accept": "a/b", "X": "1"]), OpenTarget(headers: ["x": "1", "accept": "a/b"])),
            (OpenTarget(validation: .none), OpenTarget(validation: .successCodes)),
            (OpenTarget(task: .query(["a": 1])), OpenTarget(path: "things?a=1")),
            (OpenTarget(timeout: nil), OpenTarget(timeout: .seconds(60))),
            (OpenTarget(method: .head), OpenTarget(method: .head)),
            (OpenTarget(task: .json([1])), OpenTarget(task: .json([1]))),
        ]
    )
    func requestsThatAreEqualOnTheWireAreShared(one: OpenTarget, other: OpenTarget) async throws {
        let provider = provider()
        let leader = await lead(one, on: provider)
        let follower = await follow(other, on: provider)

        transport.respond()

        #expect(try await leader.call.value.statusCode == 200)
        #expect(try await follower.call.value.statusCode == 200)
        #expect(transport.requests.count == 1)
    }

    @Test(
        arguments: [
            (OpenTarget(), OpenTarget(headers: ["X": "1"])),
            (OpenTarget(headers: ["X": "1"]), OpenTarget(headers: ["X": "2"])),
            (OpenTarget(headers: ["X": "a"]), OpenTarget(headers: ["X": "A"])),
            (OpenTarget(headers: ["Authorization": "Bearer a"]), OpenTarget(headers: ["Authorization": "Bearer b"])),
            (OpenTarget(), OpenTarget(path: "/Things")),
            (OpenTarget(), OpenTarget(task: .query(["a": 1]))),
            (OpenTarget(), OpenTarget(task: .data(Data()))),
            (OpenTarget(task: .json([1])), OpenTarget(task: .json([2]))),
            (OpenTarget(), OpenTarget(method: .head)),
            (OpenTarget(method: .post), OpenTarget(method: .post)),
            (OpenTarget(method: .put), OpenTarget(method: .put)),
            (OpenTarget(method: .delete), OpenTarget(method: .delete)),
            (OpenTarget(method: "PURGE"), OpenTarget(method: "PURGE")),
        ]
    )
    func requestsThatDifferOnTheWireOrAreNotSafeAreSentTwice(one: OpenTarget, other: OpenTarget) async throws {
        let provider = provider()
        let calls = [start(one, on: provider), start(other, on: provider)]

        await transport.waitForRequests(atLeast: 2)
        transport.respond(0)
        transport.respond(1)

        for caller in calls { #expect(try await caller.call.value.statusCode == 200) }
    }

    @Test func nothingIsSharedByDefault() async throws {
        let provider = Provider<OpenTarget>(transport: transport)
        let calls = [start(on: provider), start(on: provider)]

        await transport.waitForRequests(atLeast: 2)
        transport.respond(0)
        transport.respond(1)

        for caller in calls { _ = try await caller.call.value }
    }

    @Test func stubbedAndLiveCallsDoNotShare() async throws {
        let gate = SampleGate()
        let transport = transport
        let provider = Provider<OpenTarget>(
            endpointClosure: { Endpoint($0).responding(.text("stubbed").held(by: gate)) },
            stubClosure: { $0.timeout == nil ? .immediate : .never },
            transport: transport,
            trackInflights: true,
            clock: clock
        )
        let stubbed = start(OpenTarget(), on: provider)
        await gate.waitForArrivals(atLeast: 1)
        let live = start(OpenTarget(timeout: .seconds(60)), on: provider)
        await transport.waitForRequests(atLeast: 1)

        transport.respond(with: .text("live"))
        gate.release()

        #expect(try await stubbed.call.value.string() == "stubbed")
        #expect(try await live.call.value.string() == "live")
    }

    @Test func everyCallIsValidatedByItsOwnTarget() async throws {
        let provider = provider()
        let leader = await lead(OpenTarget(validation: .none), on: provider)
        let follower = await follow(OpenTarget(), on: provider)

        transport.respond(with: .text("no", status: 404))

        #expect(try await leader.call.value.statusCode == 404)
        #expect(try await code(of: follower.call) == .unacceptableStatus)
    }

    // MARK: - The end

    @Test func responseEndsTheSharing() async throws {
        let provider = provider()
        let leader = await lead(on: provider)
        transport.respond()
        _ = try await leader.call.value

        let next = start(on: provider)
        await transport.waitForRequests(atLeast: 2)
        transport.respond(1, with: .text("anew"))

        #expect(try await next.call.value.string() == "anew")
    }

    @Test func errorReachesEveryCallerAndEndsTheSharing() async throws {
        let provider = provider()
        let leader = await lead(on: provider)
        let follower = await follow(on: provider)

        transport.fail(with: URLError(.networkConnectionLost))

        #expect(try await code(of: leader.call) == .connectionLost)
        #expect(try await code(of: follower.call) == .connectionLost)

        let next = start(on: provider)
        await transport.waitForRequests(atLeast: 2)
        transport.respond(1)
        #expect(try await next.call.value.statusCode == 200)
    }

    @Test func retriesOfSharedCallsShareAgain() async throws {
        let provider = provider(RetryingPlugin(attempts: 2))
        let leader = await lead(on: provider)
        let follower = await follow(on: provider)

        transport.fail(with: URLError(.networkConnectionLost))
        await transport.waitForRequests(atLeast: 2)
        transport.report(first, for: 1)
        await leader.progress.entries(atLeast: 2)
        await follower.progress.entries(atLeast: 2)
        transport.respond(1)

        #expect(try await leader.call.value.statusCode == 200)
        #expect(try await follower.call.value.statusCode == 200)
        #expect(transport.requests.count == 2)
    }
}

/// Runs its tasks one after another, in the order in which they become ready.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
private final class QueueExecutor: TaskExecutor {
    private let queue = DispatchQueue(label: "QueueExecutor")

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}
