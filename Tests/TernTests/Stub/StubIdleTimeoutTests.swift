import Foundation
import Tern
import TernTesting
import TestDoubles
import Testing

/// A stub obeys the idle timeout of a request, as a live transport does.
@Suite(.timeLimit(.minutes(20)))
struct StubIdleTimeoutTests {
    private let clock = ManualClock()

    /// The errors of a collected and of a streamed call with an idle timeout of 5 s, after 5 s without a byte.
    private func errors(_ sample: SampleResponse) async -> [TernError] {
        let provider = Provider<OpenTarget>(
            endpointClosure: { Endpoint($0).responding(sample) },
            requestClosure: { endpoint, _ in
                var request = try endpoint.request()
                request.idleTimeout = .seconds(5)
                return request
            },
            stubClosure: Provider.immediatelyStub,
            clock: clock
        )
        var errors: [TernError] = []
        for isStreamed in [false, true] {
            let call = Task {
                guard isStreamed else {
                    _ = try await provider.request(OpenTarget())
                    return
                }
                for try await _ in try await provider.stream(OpenTarget()) {}
            }
            await clock.waitForSleepers(atLeast: 1)
            clock.advance(by: .seconds(5))
            do { try await call.value } catch { errors += [error as? TernError].compactMap { $0 } }
        }
        return errors
    }

    @Test(arguments: [
        SampleResponse.text("late").delayed(by: .seconds(10)), .text("held").held(by: SampleGate()),
        .text("held inside").held(by: SampleGate(), after: 4),
        .chunked([Data("a".utf8), Data("b".utf8)], every: .seconds(10)),
    ])
    func silenceEndsTheCall(sample: SampleResponse) async {
        let errors = await errors(sample)
        #expect(errors.map(\.code) == [.timedOut, .timedOut])
        #expect(errors.allSatisfy { $0.reason == "No bytes were sent or received for 5.0 seconds." })
    }

    @Test func chunksOfAStreamBeginAtIndexZero() async throws {
        let gate = SampleGate()
        let provider = Provider<OpenTarget>(returning: .text("abcdef").held(by: gate, after: 2))
        let stream = try await provider.stream(OpenTarget())
        gate.release()
        for try await chunk in stream { #expect(chunk.startIndex == 0) }
    }

    /// `ImmediateClock` ends all sleeps at once.
    @Test func shorterDelayDoesNotRaceWithTheIdleTimeout() async throws {
        let provider = Provider<OpenTarget>(
            endpointClosure: { Endpoint($0).responding(.text("a").delayed(by: .seconds(2))) },
            requestClosure: { endpoint, _ in
                var request = try endpoint.request()
                request.idleTimeout = .seconds(5)
                return request
            },
            stubClosure: Provider.delayedStub(.seconds(1)),
            clock: ImmediateClock()
        )
        for _ in 0..<100 { #expect(try await provider.request(OpenTarget()).statusCode == 200) }
    }
}
