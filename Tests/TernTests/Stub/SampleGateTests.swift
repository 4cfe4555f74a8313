import Foundation
import Tern
import TestDoubles
import Testing

@Suite(.timeLimit(.minutes(20)))
struct SampleGateTests {
    private let gate = SampleGate()

    private var provider: Provider<OpenTarget> {
        Provider(returning: .text("passed").held(by: gate))
    }

    @Test func responseIsHeldUntilTheRelease() async throws {
        let log = Watched<[String]>([])
        let provider = provider

        async let response: Void = {
            let text = try await provider.request(OpenTarget()).string()
            log.append(text)
        }()
        await gate.waitForArrivals(atLeast: 1)
        log.append("released")
        gate.release()
        try await response

        #expect(log.value == ["released", "passed"])
    }

    @Test func aGateThatIsReleasedStaysOpen() async throws {
        gate.release()
        gate.release()

        #expect(try await provider.request(OpenTarget()).string() == "passed")
        #expect(try await provider.request(OpenTarget()).string() == "passed")
    }

    @Test func oneReleaseReleasesAllHeldCalls() async throws {
        let provider = provider

        let texts = try await withThrowingTaskGroup(of: String.self) { group in
            for _ in 0..<10 { group.addTask { try await provider.request(OpenTarget()).string() } }
            await gate.waitForArrivals(atLeast: 10)
            gate.release()
            return try await group.reduce(into: []) { $0.append($1) }
        }

        #expect(texts == Array(repeating: "passed", count: 10))
    }

    @Test func cancellingWhileHeldEndsTheCallAtOnce() async throws {
        let provider = provider
        let call = Task { () throws(TernError) in try await provider.request(OpenTarget()) }

        await gate.waitForArrivals(atLeast: 1)
        call.cancel()

        let error = try await #require(throws: TernError.self) { try await call.value }
        #expect(error.code == .cancelled)
        #expect(error.attempts == 1)
    }

    @Test func arrivalsIncludeCancelledAndReleasedCalls() async throws {
        let provider = provider
        let call = Task { try await provider.request(OpenTarget()) }
        await gate.waitForArrivals(atLeast: 1)
        call.cancel()
        _ = await call.result
        gate.release()
        _ = try await provider.request(OpenTarget())

        await gate.waitForArrivals(atLeast: 2)
        await gate.waitForArrivals(atLeast: 0)
    }

    @Test func waitForArrivalsEndsWithItsTask() async {
        let gate = gate
        let waiting = Task { await gate.waitForArrivals(atLeast: 1) }

        waiting.cancel()

        await waiting.value
    }

    @Test func aGateHoldsErrorsToo() async throws {
        let gate = gate
        let provider = Provider<OpenTarget>(returning: .networkError(URLError(.networkConnectionLost)).held(by: gate))
        let call = Task { () throws(TernError) in try await provider.request(OpenTarget()) }

        await gate.waitForArrivals(atLeast: 1)
        gate.release()

        #expect(await failure { try await call.value }?.code == .connectionLost)
    }
}
