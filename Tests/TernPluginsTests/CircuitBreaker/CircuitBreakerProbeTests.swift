import Foundation
import Tern
import TernPlugins
import TernTesting
import TestDoubles
import Testing

/// The time at which a test request has an outcome, in virtual time.
@Suite(.timeLimit(.minutes(20)))
struct CircuitBreakerProbeTests {
    enum Form: CaseIterable, Sendable { case collected, file, stream }

    /// The first second after the beginning of a slow test request at which another request is sent.
    ///
    /// - Parameter slow: The response to the test request.
    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    private static func firstSuccess(
        _ policy: CircuitPolicy = CircuitPolicy(),
        besides slow: SampleResponse,
        in form: Form = .collected,
        on scheduler: VirtualScheduler
    ) async throws -> Int? {
        let isBroken = Watched(true)
        let provider = Provider<OpenTarget>.stub(
            plugins: [CircuitBreakerPlugin(policy)],
            clock: scheduler.clock,
            journal: nil
        ) { target in
            isBroken.value ? .status(500) : target.path == "/slow" ? slow : .status(200)
        }
        for _ in 0..<5 { _ = try? await provider.request(OpenTarget()) }
        isBroken.update { $0 = false }
        try await scheduler.clock.sleep(for: .seconds(30))
        let folder = FileManager.default.temporaryDirectory.appending(path: "tern-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let probe = Task {
            switch form {
            case .collected: _ = try await provider.request(OpenTarget(path: "/slow"))
            case .file: _ = try await provider.download(OpenTarget(path: "/slow"), to: .file(folder))
            case .stream: for try await _ in try await provider.stream(OpenTarget(path: "/slow")) {}
            }
        }
        defer { probe.cancel() }
        for second in 1...100 {
            try await scheduler.clock.sleep(for: .seconds(1))
            if (try? await provider.request(OpenTarget())) != nil { return second }
        }
        return nil
    }

    private static func slow(status: Int = 200) -> SampleResponse {
        .chunked(Array(repeating: Data("piece".utf8), count: 50), every: .seconds(1), status: status)
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test(.virtualTime, arguments: Form.allCases, [200, 404]) func headSettlesTheProbeInEveryForm(
        form: Form,
        status: Int
    ) async throws {
        let scheduler = try #require(VirtualScheduler.current)
        #expect(try await Self.firstSuccess(besides: Self.slow(status: status), in: form, on: scheduler) == 1)
    }

    /// It opens the circuit again for 30 s when its body has arrived.
    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test(.virtualTime) func headOfAFailureIsNoSuccess() async throws {
        let scheduler = try #require(VirtualScheduler.current)
        let slow = SampleResponse.chunked([Data("a".utf8), Data("b".utf8)], every: .seconds(9), status: 503)
        #expect(try await Self.firstSuccess(besides: slow, on: scheduler).map { $0 > 30 } == true)
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test(.virtualTime) func policyClassifiesTheHeadAsItsResponse() async throws {
        let scheduler = try #require(VirtualScheduler.current)
        var policy = CircuitPolicy()
        policy.outcome = { result in
            if case .failure(let error) = result, error.response?.statusCode == 404 { return .failure }
            return CircuitPolicy.defaultOutcome(of: result)
        }
        let first = try await Self.firstSuccess(policy, besides: Self.slow(status: 404), on: scheduler)
        #expect(first.map { $0 >= 30 } == true)
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test(.virtualTime) func longPollKeepsOthersOutForTheOpenDuration() async throws {
        let scheduler = try #require(VirtualScheduler.current)
        let poll = SampleResponse.status(200).delayed(by: .seconds(600))
        #expect(try await Self.firstSuccess(besides: poll, on: scheduler) == 30)
    }

    /// The response of a test request is that of any other call, with its limit and its progress.
    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test(.virtualTime) func probeIsCollectedAsUsual() async throws {
        let scheduler = try #require(VirtualScheduler.current)
        let isBroken = Watched(true)
        let provider = Provider<OpenTarget>.stub(
            plugins: [CircuitBreakerPlugin()],
            clock: scheduler.clock
        ) { _ in isBroken.value ? .status(500) : .chunked([Data("ab".utf8), Data("c".utf8)]) }
        for _ in 0..<5 { _ = try? await provider.request(OpenTarget()) }
        isBroken.update { $0 = false }
        try await scheduler.clock.sleep(for: .seconds(30))
        let received = Watched<[Int64]>([])

        let response = try await provider.request(
            OpenTarget(),
            options: CallOptions(progress: { progress in received.append(progress.receivedBytes) })
        )

        #expect(response.data == Data("abc".utf8))
        #expect(response.request?.delivery.isCollected == true)
        #expect(received.value.last == 3)
    }
}
