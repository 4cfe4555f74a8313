import Foundation
import Tern
import TernTesting

/// The heights that a double can stand at, and the engines below it.
enum FidelityLane: Hashable, CaseIterable {
    case stub
    case session
    case sockets(Engine)

    static var allCases: [FidelityLane] { [.stub, .session] + Engine.allCases.map(FidelityLane.sockets) }

    /// What the others are compared with.
    static var reference: FidelityLane { .sockets(Engine.allCases.last ?? .urlSession) }
}

/// The double of one lane for one scenario, and the provider that asks it.
struct FidelityDouble: Sendable {
    let scenario: FidelityScenario
    let clock = ManualClock()
    /// Where an answer waits that isn't to come.
    let gate = SampleGate()
    let baseURL: URL
    private let server: LoopbackServer
    private let closedPort: ClosedLoopbackPort

    init(_ scenario: FidelityScenario) throws {
        self.scenario = scenario
        closedPort = try ClosedLoopbackPort()
        server = try LoopbackServer { [gate, scenario] request in
            guard request.path != "/moved" else { return .json(FidelityScenario.Answer.user) }
            let attempt = request.headers["X-Attempt"].flatMap(Int.init) ?? 1
            return Self.sample(forAttempt: attempt, of: scenario, gate: gate)
        }
        if case .refused = scenario.answers[0] { baseURL = closedPort.url } else { baseURL = server.url }
    }

    func provider(on lane: FidelityLane, plugins: [any Plugin]) throws -> Provider<LiveTarget> {
        switch lane {
        case .stub:
            return Provider(
                endpointClosure: { [self, attempts = Locked(0)] target in
                    Endpoint(target).responding(
                        sample(
                            forAttempt: attempts.withLock {
                                $0 += 1
                                return $0
                            }
                        )
                    )
                },
                stubClosure: Provider.immediatelyStub,
                plugins: plugins,
                clock: clock
            )
        case .session:
            // The provider's journal is the one to compare.
            let stub = StubSession(journal: nil) { [self, attempts = Locked(0)] request in
                if request.url.hasSuffix("/moved") { return Self.sample(for: .response(), gate: gate) }
                return sample(
                    forAttempt: attempts.withLock {
                        $0 += 1
                        return $0
                    }
                )
            }
            return Provider(
                transport: URLSessionTransport(configuration: stub.configuration),
                plugins: plugins,
                clock: clock
            )
        case .sockets(let engine):
            return Provider(transport: try engine.transport(), plugins: plugins, clock: clock)
        }
    }

    private func sample(forAttempt attempt: Int) -> SampleResponse {
        Self.sample(forAttempt: attempt, of: scenario, gate: gate)
    }

    /// The response to an attempt, at every height.
    private static func sample(
        forAttempt attempt: Int,
        of scenario: FidelityScenario,
        gate: SampleGate
    ) -> SampleResponse {
        let sample = Self.sample(for: scenario.answer(toAttempt: attempt), gate: gate)
        return switch scenario.cancellation {
        case .whileTheServerThinks: sample.held(by: gate)
        case .insideTheBody: sample.held(by: gate, after: FidelityScenario.Answer.user.count / 2)
        case .beforeTheCall, .inAPlugin, nil: sample
        }
    }

    private static func sample(for answer: FidelityScenario.Answer, gate: SampleGate) -> SampleResponse {
        switch answer {
        case .response(let status, let body, let type):
            .chunked([body], status: status, headers: type.map { ["Content-Type": $0] } ?? [:]).inPieces(2)
        case .redirect(let status):
            .status(status, headers: ["Location": "/moved"])
        case .broken(let count):
            .chunked([FidelityScenario.Answer.user], headers: ["Content-Type": "application/json"])
                .breakingOff(after: count)
        case .hungUp:
            .networkError(URLError(.networkConnectionLost))
        case .refused:
            .networkError(URLError(.cannotConnectToHost))
        case .silence:
            .status(500).held(by: gate)
        }
    }
}
