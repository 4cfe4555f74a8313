import Foundation
import Tern
import TernTesting
import TestDoubles
import Testing

/// The longest silence of a call, set by a route or by the options of a call.
@Suite(.timeLimit(.minutes(20)))
struct IdleTimeoutTests {
    private enum Changes: RoutedTarget {
        case all
        case watch

        var baseURL: URL { OpenTarget().baseURL }

        var route: HTTPRoute {
            switch self {
            case .all: .get("/changes")
            case .watch: .get("/changes").query(["watch": true]).idleTimeout(.seconds(3_600))
            }
        }
    }

    private let transport = RecordingTransport { _ in .text("ok") }

    @Test func routeAndOptionsOverrideTheRequest() async throws {
        let provider = Provider<Changes>(
            requestClosure: { endpoint, _ in
                var request = try endpoint.request()
                request.idleTimeout = .seconds(5)
                return request
            },
            transport: transport
        )

        _ = try await provider.request(.all)
        _ = try await provider.request(.watch)
        _ = try await provider.request(.all, options: CallOptions(idleTimeout: .seconds(7)))
        _ = try await provider.request(.watch, options: CallOptions(idleTimeout: .seconds(7)))
        _ = try await Provider<Changes>(transport: transport).request(.all)

        let times: [Duration?] = [.seconds(5), .seconds(3_600), .seconds(7), .seconds(7), nil]
        #expect(transport.requests.map(\.idleTimeout) == times)
    }

    @Test func targetAroundTheRoutedOneKeepsIt() async throws {
        _ = try await Provider<MultiTarget>(transport: transport).request(MultiTarget(Changes.watch))
        // The long form of an endpoint has no route.
        let long = Provider<Changes>(
            endpointClosure: { Endpoint(url: URL(target: $0).absoluteString, sampleResponseClosure: { .status(204) }) },
            transport: transport
        )
        _ = try await long.request(.watch)

        #expect(transport.requests.map(\.idleTimeout) == [.seconds(3_600), .seconds(3_600)])
    }

    @Test func explanationShowsIt() async {
        let provider = Provider<Changes>()
        #expect(await provider.explain(.watch).limits.idleTimeout == .seconds(3_600))
        let options = CallOptions(idleTimeout: .seconds(7))
        #expect(await provider.explain(.watch, options: options).limits.idleTimeout == .seconds(7))
        #expect(await "\(provider.explain(.watch, options: options))".contains("idle timeout 7.0 seconds"))
    }

    @Test func timeThatIsNotPositiveIsAnError() async {
        let error = await #expect(throws: TernError.self) {
            try await Provider<Changes>(transport: transport).request(.all, options: CallOptions(idleTimeout: .zero))
        }
        #expect(error?.code == .timedOut)
        #expect(transport.requests.isEmpty)
    }

    @Test func quietStreamEndsWithAnErrorThatNamesTheSetting() async throws {
        let clock = ManualClock()
        let quiet = SampleResponse.events([ServerSentEvent(data: "1")]).stayingOpen(until: SampleGate())
        let provider = Provider<Changes>.stub(clock: clock, journal: nil) { _ in quiet }
        let call = Task {
            for try await _ in try await provider.stream(.all, options: CallOptions(idleTimeout: .seconds(90))) {}
        }
        await clock.waitForSleepers(atLeast: 1)

        clock.advance(by: .seconds(90))

        let error = await #expect(throws: TernError.self) { try await call.value }
        #expect(error?.code == .timedOut)
        #expect(error?.reason == "No bytes were sent or received for 90.0 seconds.")
        #expect(error?.advice.contains("idleTimeout") == true)
    }

    /// The text of each engine names the setting, too.
    @Test(arguments: Engine.allCases) func silentServerEndsTheCall(on engine: Engine) async throws {
        let server = try LoopbackServer { _ in .status(204).held(by: SampleGate()) }
        let options = CallOptions(idleTimeout: .seconds(1))

        let error = await #expect(throws: TernError.self) {
            try await engine.provider().request(LiveTarget(server, "/"), options: options)
        }

        #expect(error?.code == .timedOut)
        #expect(error?.reason.contains("1.0 seconds") == true)
        #expect(error?.advice.contains("idleTimeout") == true)
    }
}
