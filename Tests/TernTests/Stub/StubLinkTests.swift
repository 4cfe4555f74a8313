import Foundation
import Tern
import TestDoubles
import Testing

@Suite(.timeLimit(.minutes(20)))
struct StubLinkTests {
    private let target = OpenTarget()

    private func provider(_ sample: SampleResponse, through link: RecordingLink) -> Provider<OpenTarget> {
        Provider<OpenTarget>(
            endpointClosure: { target in Endpoint(target).responding(sample) },
            stubClosure: Provider.immediatelyStub
        )
        .connected(through: link)
    }

    @Test func eachStepOfAnExchangeGoesThroughTheLink() async throws {
        let link = RecordingLink()
        let provider = provider(.chunked([Data(count: 3), Data(), Data(count: 4)]), through: link)

        let response = try await provider.request(target)

        #expect(response.data.count == 7)
        #expect(link.steps.dropFirst() == ["request", "head", "receive 3", "receive 4", "keep"])
        #expect(link.steps.first?.hasPrefix("connect ") == true)
    }

    @Test func bodyOfTheRequestIsSentInPieces() async throws {
        let link = RecordingLink()
        let told = Locked<[Int64]>([])
        let provider = Provider<OpenTarget>(
            endpointClosure: { target in
                var endpoint = Endpoint(target).responding(.status(204)).replacing(task: .data(Data(count: 20_000)))
                endpoint.method = .put
                return endpoint
            },
            stubClosure: Provider.immediatelyStub
        )

        _ = try await provider.connected(through: link).response(
            to: target,
            options: CallOptions { progress in
                told.withLock { $0.append(progress.sentBytes) }
            }
        )

        #expect(link.steps.dropFirst() == ["send 16384", "send 3616", "request", "head", "keep"])
        #expect(told.withLock { $0 } == [16_384, 20_000])
    }

    @Test func lossEndsTheBodyAndClosesTheConnection() async throws {
        let link = RecordingLink()
        let sample = SampleResponse.chunked([Data(count: 3), Data(count: 4)]).breakingOff(after: 5)

        #expect(await failure { try await provider(sample, through: link).request(target) }?.code == .connectionLost)

        #expect(link.steps.dropFirst() == ["request", "head", "receive 3", "receive 2", "close"])
    }

    @Test func failureOfTheSampleArrivesAfterTheRequest() async throws {
        let link = RecordingLink()
        let sample = SampleResponse.networkError(URLError(.timedOut))

        #expect(await failure { try await provider(sample, through: link).request(target) }?.code == .timedOut)

        #expect(link.steps.dropFirst() == ["request", "close"])
    }

    @Test func unacceptableStatusKeepsTheConnection() async throws {
        let link = RecordingLink()

        let error = await #expect(throws: TernError.self) {
            try await provider(.text("no", status: 404), through: link).request(target)
        }

        #expect(error?.response?.data == Data("no".utf8))
        #expect(link.steps.last == "keep")
    }

    @Test func bodyAboveTheLimitIsNotReceived() async throws {
        let link = RecordingLink()
        let provider = provider(.text("too much"), through: link).configured { $0.maximumBodyBytes = 7 }

        #expect(await failure { try await provider.request(target) }?.code == .bodyTooLarge)

        #expect(link.steps.dropFirst() == ["request", "head", "close"])
    }

    @Test(arguments: ["request", "head", "receive 4"])
    func errorOfTheLinkReachesTheCallAsATransportError(step: String) async throws {
        let link = RecordingLink(failingAt: step)

        let error = await #expect(throws: TernError.self) {
            try await provider(.text("body"), through: link).request(target)
        }

        #expect(error?.code == .connectionLost)
        #expect(link.steps.suffix(2) == [step, "close"])
    }

    @Test func sharedExchangeGoesThroughTheLink() async throws {
        let link = RecordingLink()
        let provider = Provider<OpenTarget>(
            endpointClosure: { target in Endpoint(target).responding(.text("body")) },
            stubClosure: Provider.immediatelyStub,
            trackInflights: true
        )
        .connected(through: link)

        #expect(try await provider.request(target).string() == "body")
        #expect(link.steps.dropFirst() == ["request", "head", "receive 4", "keep"])
    }

    @Test func callsOfCopiesHaveDifferentNumbers() async throws {
        let observer = NumberingObserver()
        let provider = Provider<OpenTarget>(
            endpointClosure: { target in Endpoint(target).responding(.text("body")) },
            stubClosure: Provider.immediatelyStub
        )
        .observed(by: observer)

        _ = try await provider.request(target)
        _ = try await provider.connected(through: RecordingLink()).request(target)
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
