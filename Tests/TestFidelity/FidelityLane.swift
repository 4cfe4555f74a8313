import Foundation
import Tern
import TernTesting
import TernURLSession
import TestDoubles

/// The levels of a double, and the engines below it.
package enum FidelityLane: Hashable, CaseIterable, Sendable {
    case stub
    case session
    case sockets(Engine)

    package static var allCases: [FidelityLane] { [.stub, .session] + Engine.allCases.map(FidelityLane.sockets) }

    /// The reference for the other lanes.
    package static var reference: FidelityLane { .sockets(Engine.allCases.last ?? .urlSession) }
}

extension FidelityLane: CustomStringConvertible {
    package var description: String {
        switch self {
        case .stub: "a stub"
        case .session: "a stubbed session"
        case .sockets(let engine): "sockets with \(engine)"
        }
    }
}

/// The double of one lane for one scenario, and the provider that uses it.
struct FidelityDouble: Sendable {
    let scenario: FidelityScenario
    let clock = ManualClock()
    /// Holds responses that must not arrive.
    let gate = SampleGate()
    let baseURL: URL
    private let server: LoopbackServer
    private let closedPort: ClosedLoopbackPort

    init(_ scenario: FidelityScenario) throws {
        self.scenario = scenario
        closedPort = try ClosedLoopbackPort()
        server = try LoopbackServer { [gate, scenario, requests = Locked(0)] request in
            guard request.path != "/moved" else { return .json(FidelityScenario.Reply.user) }
            let number = requests.withLock {
                $0 += 1
                return $0
            }
            // A download may send two requests in one attempt.
            let attempt = scenario.download == nil ? request.headers["X-Attempt"].flatMap(Int.init) ?? 1 : number
            return Self.sample(forAttempt: attempt, of: scenario, gate: gate)
        }
        if case .refused = scenario.replies[0] { baseURL = closedPort.url } else { baseURL = server.url }
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
            // The journal of the provider is compared.
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
                transport: try URLSessionTransport(configuration: stub.configuration),
                plugins: plugins,
                clock: clock
            )
        case .sockets(let engine):
            return Provider(transport: try engine.transport(), plugins: plugins, clock: clock)
        }
    }

    /// The bodies that the server received. Empty without a server.
    var receivedBodies: [Data] { server.requests.map(\.body) }

    private func sample(forAttempt attempt: Int) -> SampleResponse {
        Self.sample(forAttempt: attempt, of: scenario, gate: gate)
    }

    /// The response to an attempt, at every height.
    private static func sample(
        forAttempt attempt: Int,
        of scenario: FidelityScenario,
        gate: SampleGate
    ) -> SampleResponse {
        let sample = Self.sample(for: scenario.reply(toAttempt: attempt), gate: gate)
        return switch scenario.cancellation {
        case .whileTheServerThinks: sample.held(by: gate)
        case .insideTheBody: sample.held(by: gate, after: FidelityScenario.Reply.user.count / 2)
        case .beforeTheCall, .inAPlugin, nil: sample
        }
    }

    private static func file(
        status: Int = 200,
        body: Data = FidelityScenario.Reply.user,
        headers: HTTPHeaders = [:],
        servesRanges: Bool = true,
        end: Int?
    ) -> SampleResponse {
        let fields: HTTPHeaders = [
            "Content-Type": "application/json", "Content-Length": "\(body.count)", "ETag": "\"v1\"",
        ]
        var sample = SampleResponse.chunked([body], status: status, headers: fields.merging(headers)).inPieces(2)
        if servesRanges { sample = sample.servingRanges() }
        return end.map { sample.breakingOff(after: $0) } ?? sample
    }

    /// Leaves the partial file of an interrupted download, which every lane then continues.
    func leavePartialFile(of bytes: Int, of target: LiveTarget, to destination: Request.DownloadDestination) async {
        let interrupted = Provider<LiveTarget>(returning: Self.file(end: bytes))
        _ = try? await interrupted.download(target, to: destination)
    }

    private static func sample(for reply: FidelityScenario.Reply, gate: SampleGate) -> SampleResponse {
        switch reply {
        case .response(let status, let body, let type):
            .chunked([body], status: status, headers: type.map { ["Content-Type": $0] } ?? [:]).inPieces(2)
        case .redirect(let status):
            .status(status, headers: ["Location": "/moved"])
        case .broken(let count):
            .chunked([FidelityScenario.Reply.user], headers: ["Content-Type": "application/json"])
                .breakingOff(after: count)
        case .closed:
            .networkError(URLError(.networkConnectionLost))
        case .refused:
            .networkError(URLError(.cannotConnectToHost))
        case .silence:
            .status(500).held(by: gate)
        case .file(let status, let body, let headers, let servesRanges, let end):
            file(status: status, body: body, headers: headers, servesRanges: servesRanges, end: end)
        }
    }
}
