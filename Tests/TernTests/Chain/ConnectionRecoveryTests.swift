import Foundation
import TernTesting
import TestDoubles
import Testing

@testable import Tern

/// Repetitions after a lost connection, which Tern decides for every transport.
@Suite(.timeLimit(.minutes(20)))
struct ConnectionRecoveryTests {
    private func provider(_ transport: ScriptedTransport) -> Provider<OpenTarget> {
        Provider<OpenTarget>(transport: transport)
    }

    private static func redirect(to location: String) -> ScriptedTransport.Step {
        { _ in Response(statusCode: 302, headers: ["Location": location]) }
    }

    private static let lost: ScriptedTransport.Step = { _ in
        throw ConnectionLoss(TernError(.connectionLost), isConnectionReused: true, isBodyReplayable: true)
    }

    private static let ok: ScriptedTransport.Step = { _ in Response(statusCode: 200, data: Data("ok".utf8)) }

    @Test func getIsSentAgainAfterALostConnection() async throws {
        let transport = ScriptedTransport(steps: [Self.lost, Self.redirect(to: "/b"), Self.lost, Self.ok])

        let response = try await provider(transport).request(OpenTarget())

        #expect(try response.string() == "ok")
        #expect(transport.requests.value.map(\.url.path) == ["/things", "/things", "/b", "/b"])
    }

    @Test func responseOfACallWithPluginsCountsEachSending() async throws {
        let transport = ScriptedTransport(steps: [Self.lost, Self.ok])
        let provider = Provider<OpenTarget>(transport: transport, plugins: [Hooks(), Hooks()])

        #expect(try await provider.request(OpenTarget()).attempts == 2)
    }

    @Test(arguments: [0, 1])
    func unacceptableStatusAfterALostConnectionCountsEachSending(plugins: Int) async throws {
        let unavailable: ScriptedTransport.Step = { _ in Response(statusCode: 503) }
        let transport = ScriptedTransport(steps: [Self.lost, unavailable])
        let observers = Array(repeating: Hooks(), count: plugins)
        let provider = Provider<OpenTarget>(transport: transport, plugins: observers)

        let error = try await #require(throws: TernError.self) { try await provider.request(OpenTarget()) }

        #expect(error.code == .unacceptableStatus)
        #expect(error.attempts == 2)
        #expect(error.response?.attempts == 2)
    }

    @Test func lostConnectionOfAPostIsAnErrorThatWarnsOfProcessing() async throws {
        let transport = ScriptedTransport(steps: [Self.lost, Self.ok])
        var target = OpenTarget()
        target.method = .post

        let error = await #expect(throws: TernError.self) { try await provider(transport).request(target) }

        #expect(error?.code == .connectionLost)
        #expect(error?.reason.contains("may have processed") == true)
        #expect(error?.attempts == 1)
        #expect(transport.requests.value.count == 1)
    }

    @Test func postThatTheServerDidNotProcessIsSentAgain() async throws {
        let refused: ScriptedTransport.Step = { _ in
            throw ConnectionLoss(TernError(.connectionLost), mayBeProcessed: false, isBodyReplayable: true)
        }
        let transport = ScriptedTransport(steps: [refused, refused, Self.ok])
        var target = OpenTarget()
        target.method = .post

        #expect(try await provider(transport).request(target).string() == "ok")
        #expect(transport.requests.value.count == 3)
    }

    @Test func lossDefaultsToTheReplayabilityOfTheBody() async throws {
        let refused: ScriptedTransport.Step = { _ in
            throw ConnectionLoss(TernError(.connectionLost), mayBeProcessed: false)
        }
        let once = RequestBody.stream(once: AsyncStream<Data> { $0.finish() })
        let replayable = ScriptedTransport(steps: [refused, Self.ok])
        let oneShot = ScriptedTransport(steps: [refused, Self.ok])

        #expect(try await provider(replayable).request(OpenTarget()).attempts == 2)
        let uploading = Provider<OpenTarget>(
            requestClosure: { endpoint, _ in
                var request = try endpoint.request()
                request.method = .post
                request.body = once
                return request
            },
            transport: oneShot
        )
        let error = await #expect(throws: TernError.self) { try await uploading.request(OpenTarget()) }

        #expect(replayable.requests.value.count == 2)
        #expect(oneShot.requests.value.count == 1)
        #expect(error?.reason.contains("didn't process") == true)
        #expect(error?.advice.contains("with a new body") == true)
    }

    @Test(arguments: [false, true]) func errorOfALaterSendingCountsTheEarlierOnes(isRedirected: Bool) async throws {
        let failed: ScriptedTransport.Step = { _ in throw URLError(.timedOut) }
        let steps = isRedirected ? [Self.lost, Self.redirect(to: "/b"), failed] : [Self.lost, failed]

        let error = await #expect(throws: TernError.self) {
            try await provider(ScriptedTransport(steps: steps)).request(OpenTarget())
        }

        #expect(error?.code == .timedOut)
        #expect(error?.attempts == 2)
    }

    @Test func lossOfASampleHasTheCodeOfALiveLoss() async throws {
        let sample = SampleResponse.networkError(ConnectionLoss(TernError(.connectionLost, reason: "It was reset.")))
        let error = await #expect(throws: TernError.self) {
            try await Provider<OpenTarget>(returning: sample).request(OpenTarget())
        }
        #expect(error?.code == .connectionLost)
        #expect(error?.reason.hasPrefix("It was reset.") == true)
    }
}
