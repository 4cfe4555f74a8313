import Foundation
import TernTesting
import TestDoubles
import Testing

@testable import Tern
@testable import TernHTTP

/// The requests that count, for random mixtures of layers that respond themselves, that send once, twice or in the
/// background, with redirects and lost connections.
@Suite(.timeLimit(.minutes(5)))
struct SendingCountTests {
    /// What happens in a call, in its order.
    private enum Step: Equatable {
        /// The request of the attempt, or one that follows a redirect.
        case hop
        case sent(isOfCall: Bool)
        /// A connection is lost. The request is sent again.
        case lost(isSent: Bool, isOfCall: Bool)
    }

    /// The random choices of one call, and what has happened in it.
    private struct Run {
        var choices: UInt64
        var steps: [Step] = []
        var losses = 0
        var redirects = 0

        mutating func isChosen(oneIn count: UInt64) -> Bool {
            choices = choices &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return (choices >> 33) % count == 0
        }

        mutating func response(_ text: String) -> Response {
            guard redirects < 10, isChosen(oneIn: 3) else { return .text(text) }
            redirects += 1
            return Response(statusCode: 302, headers: ["Location": "/\(redirects)"])
        }

        /// The number of the steps that count.
        var expectedCount: Int {
            var (count, hasSent, isRedirect) = (0, false, false)
            for step in steps {
                switch step {
                case .hop: isRedirect = hasSent
                case .sent(isOfCall: true):
                    if !isRedirect { count += 1 }
                    (hasSent, isRedirect) = (true, false)
                case .lost(isSent: true, isOfCall: true): count += 1
                case .sent, .lost: break
                }
            }
            return count
        }
    }

    private static let backgroundField = "X-Background"

    private struct RandomLayer: TransportLayer {
        let run: Locked<Run>

        func send(_ request: Request, hop: Hop, next: any Transport) async throws -> Response {
            if run.withLock({ $0.isChosen(oneIn: 4) }) { return run.withLock { $0.response("stored") } }
            if run.withLock({ $0.isChosen(oneIn: 4) }) {
                var refresh = request
                refresh.headers[backgroundField] = "1"
                _ = try await next.send(refresh, hop: Hop())
            }
            if run.withLock({ $0.isChosen(oneIn: 4) }) { _ = try await next.send(request, hop: hop) }
            return try await next.send(request, hop: hop)
        }
    }

    /// Notes a step, and passes the request on.
    private struct Mark: TransportLayer {
        let run: Locked<Run>
        let step: @Sendable (_ isOfCall: Bool) -> Step

        func send(_ request: Request, hop: Hop, next: any Transport) async throws -> Response {
            run.withLock { $0.steps.append(step(!request.headers.contains(backgroundField))) }
            return try await next.send(request, hop: hop)
        }
    }

    private static func transport(_ run: Locked<Run>) -> any Transport {
        RecordingTransport { request, _ in
            let isOfCall = !request.headers.contains(backgroundField)
            return try run.withLock { run in
                if run.losses < 3, run.isChosen(oneIn: 4) {
                    run.losses += 1
                    let isSent = run.isChosen(oneIn: 2)
                    run.steps.append(.lost(isSent: isSent, isOfCall: isOfCall))
                    throw ConnectionLoss(TernError(.connectionLost), mayBeProcessed: false, isSent: isSent)
                }
                run.losses = 0
                return run.response("sent")
            }
        }
    }

    @Test(arguments: 0...3, [false, true]) func everyMixtureCountsByTheRule(layers: Int, isStubbed: Bool) async throws {
        var counts: Set<Int> = []
        for seed in 0..<300 {
            let run = Locked(Run(choices: UInt64(seed)))
            var transport: any Transport = Self.transport(run)
            transport = transport.layered(Mark(run: run) { .sent(isOfCall: $0) })
            for _ in 0..<layers { transport = transport.layered(RandomLayer(run: run)) }
            transport = transport.layered(Mark(run: run) { _ in .hop })
            let journal = Journal()
            var provider = Provider<OpenTarget>(transport: transport)
            if isStubbed {
                provider = provider.stubbed { _ in
                    let response = run.withLock { $0.response("sample") }
                    return .text("sample", status: response.statusCode, headers: response.headers)
                }
            }

            let response = try await provider.recorded(in: journal).request(OpenTarget(validation: .none))

            let (steps, expected) = run.withLock { ($0.steps, $0.expectedCount) }
            #expect(response.attempts == expected, "\(steps)")
            #expect(journal.requests.count == expected, "\(steps)")
            if isStubbed { #expect(steps.count { $0 == .hop } == 1) }
            counts.insert(expected)
        }
        #expect(counts.count > (layers == 0 && isStubbed ? 0 : 1))
    }

    /// The connection of a sample has no earlier exchange, and the request of a stubbed call is given to its stub once.
    @Test func lossOfASampleIsNotRepeated() async throws {
        let loss = ConnectionLoss(TernError(.connectionLost), mayBeProcessed: false)
        let provider = Provider<OpenTarget>(returning: .networkError(loss))
        let error = await #expect(throws: TernError.self) { try await provider.request(OpenTarget()) }
        #expect(error?.code == .connectionLost)
        #expect(error?.attempts == 1)
    }
}
