import Foundation
import Tern
import Testing

@Suite(.timeLimit(.minutes(5)))
struct StubCarrierTests {
    private let target = OpenTarget()

    private func provider(_ sample: SampleResponse, by carrier: RecordingCarrier) -> Provider<OpenTarget> {
        Provider<OpenTarget>(
            endpointClosure: { target in Endpoint(target).responding(sample) },
            stubClosure: Provider.immediatelyStub
        )
        .carried(by: carrier)
    }

    @Test func eachStepOfAnExchangeIsCarried() async throws {
        let carrier = RecordingCarrier()
        let provider = provider(.chunked([Data(count: 3), Data(), Data(count: 4)]), by: carrier)

        let response = try await provider.request(target)

        #expect(response.data.count == 7)
        #expect(carrier.steps.dropFirst() == ["request", "head", "receive 3", "receive 4", "keep"])
        #expect(carrier.steps.first?.hasPrefix("connect ") == true)
    }

    @Test func bodyOfTheRequestIsSentInPieces() async throws {
        let carrier = RecordingCarrier()
        let told = Locked<[Int64]>([])
        let provider = Provider<OpenTarget>(
            endpointClosure: { target in
                var endpoint = Endpoint(target).responding(.status(204)).replacing(task: .data(Data(count: 20_000)))
                endpoint.method = .put
                return endpoint
            },
            stubClosure: Provider.immediatelyStub
        )

        _ = try await provider.carried(by: carrier).response(
            to: target,
            options: CallOptions { progress in
                told.withLock { $0.append(progress.sentBytes) }
            }
        )

        #expect(carrier.steps.dropFirst() == ["send 16384", "send 3616", "request", "head", "keep"])
        #expect(told.withLock { $0 } == [16_384, 20_000])
    }

    @Test func lossEndsWhatIsCarriedAndTheConnection() async throws {
        let carrier = RecordingCarrier()
        let sample = SampleResponse.chunked([Data(count: 3), Data(count: 4)]).breakingOff(after: 5)

        let error = await #expect(throws: TernError.self) { try await provider(sample, by: carrier).request(target) }

        #expect(error?.code == .connectionLost)
        #expect(carrier.steps.dropFirst() == ["request", "head", "receive 3", "receive 2", "close"])
    }

    @Test func failureOfTheSampleComesOnceTheRequestIsThere() async throws {
        let carrier = RecordingCarrier()
        let sample = SampleResponse.networkError(URLError(.timedOut))

        let error = await #expect(throws: TernError.self) { try await provider(sample, by: carrier).request(target) }

        #expect(error?.code == .timedOut)
        #expect(carrier.steps.dropFirst() == ["request", "close"])
    }

    @Test func unacceptableStatusKeepsTheConnection() async throws {
        let carrier = RecordingCarrier()

        let error = await #expect(throws: TernError.self) {
            try await provider(.text("no", status: 404), by: carrier).request(target)
        }

        #expect(error?.response?.data == Data("no".utf8))
        #expect(carrier.steps.last == "keep")
    }

    @Test func bodyAboveTheLimitIsNotReceived() async throws {
        let carrier = RecordingCarrier()
        let provider = provider(.text("too much"), by: carrier).configured { $0.maximumBodyBytes = 7 }

        let error = await #expect(throws: TernError.self) { try await provider.request(target) }

        #expect(error?.code == .bodyTooLarge)
        #expect(carrier.steps.dropFirst() == ["request", "head", "close"])
    }

    @Test(arguments: ["request", "head", "receive 4"])
    func errorOfTheCarrierIsTheTransports(step: String) async throws {
        let carrier = RecordingCarrier(failingAt: step)

        let error = await #expect(throws: TernError.self) {
            try await provider(.text("body"), by: carrier).request(target)
        }

        #expect(error?.code == .connectionLost)
        #expect(carrier.steps.suffix(2) == [step, "close"])
    }

    @Test func exchangeThatOthersMayJoinIsCarried() async throws {
        let carrier = RecordingCarrier()
        let provider = Provider<OpenTarget>(
            endpointClosure: { target in Endpoint(target).responding(.text("body")) },
            stubClosure: Provider.immediatelyStub,
            trackInflights: true
        )
        .carried(by: carrier)

        #expect(try await provider.request(target).string() == "body")
        #expect(carrier.steps.dropFirst() == ["request", "head", "receive 4", "keep"])
    }

    @Test func callsOfCopiesHaveDifferentNumbers() async throws {
        let observer = NumberingObserver()
        let provider = Provider<OpenTarget>(
            endpointClosure: { target in Endpoint(target).responding(.text("body")) },
            stubClosure: Provider.immediatelyStub
        )
        .observed(by: observer)

        _ = try await provider.request(target)
        _ = try await provider.carried(by: RecordingCarrier()).request(target)
        _ = try await provider.configured { $0.maximumBodyBytes = 10 }.request(target)

        #expect(Set(observer.numbers.withLock { $0 }).count == 3)
    }
}

private final class NumberingObserver: ExchangeObserver {
    let numbers = Locked<[Int]>([])

    func observe(_ event: ExchangeEvent, of context: RequestContext) {
        if case .began = event { numbers.withLock { $0.append(context.id) } }
    }
}
