import Foundation
import TestDoubles
import Testing

@testable import TernHTTP
@testable import TernURLSession

/// Challenges of Apple's session, in every order.
@Suite(.timeLimit(.minutes(20)))
struct ChallengeResponderTests {
    private typealias Outcome = ChallengeResponder.Outcome
    private typealias Challenge = URLSessionTransport.Challenge

    private let request: Request

    init() throws {
        request = Request(url: try #require(URL(string: "https://api.example/a")))
    }

    /// The outcomes of challenges, in their order.
    private struct Outcomes {
        private let stream: AsyncStream<Outcome>
        private let continuation: AsyncStream<Outcome>.Continuation
        private let received = Locked<[Outcome]>([])

        init() {
            (stream, continuation) = AsyncStream.makeStream()
        }

        var all: [Outcome] { received.withLock(\.self) }

        @Sendable func add(_ outcome: Outcome) {
            received.withLock { $0.append(outcome) }
            continuation.yield(outcome)
        }

        func next() async -> Outcome? {
            var iterator = stream.makeAsyncIterator()
            return await iterator.next()
        }
    }

    private func challenge(_ method: Challenge.Method, isProxy: Bool = false, failures: Int = 0) -> Challenge {
        Challenge(
            method: method,
            host: isProxy ? "proxy.example" : "api.example",
            isProxy: isProxy,
            previousFailures: failures,
            request: request
        )
    }

    private func responder(
        _ change: (inout ChallengeRules) -> Void = { _ in },
        handler: (@Sendable (Challenge) async -> URLSessionTransport.ChallengeResponse)? = nil
    ) -> ChallengeResponder {
        var rules = ChallengeRules()
        change(&rules)
        return ChallengeResponder(rules: rules, handler: handler)
    }

    private func server(_ problem: TernError? = nil) -> ChallengeResponder.Server {
        ChallengeResponder.Server(certificates: { [Data("leaf".utf8)] }, evaluate: { $0(problem) })
    }

    private func start() async throws -> (Task<Response, any Error>, SimulatedTask, URLSessionTransfer) {
        let (simulation, tasks) = Simulation.make()
        let call = Task { [request] in try await simulation.transport.send(request, hop: Hop()) }
        var iterator = tasks.makeAsyncIterator()
        let task = try #require(await iterator.next())
        return (call, task, try #require(task.transfer))
    }

    @Test func trustAndThenTheIdentityAreGiven() async throws {
        let (call, task, transfer) = try await start()
        let outcomes = Outcomes()
        let responder = responder {
            ($0.hasTrustRules, $0.hasIdentity) = (true, true)
        }
        responder.respond(to: challenge(.serverTrust), server(), of: transfer, completion: outcomes.add)
        responder.respond(to: challenge(.clientCertificate), of: transfer, completion: outcomes.add)
        task.head()
        task.complete()
        #expect(try await call.value.statusCode == 200)
        #expect(outcomes.all == [.trustServer, .configuredIdentity])
    }

    @Test func refusedServerIsTheErrorOfTheCall() async throws {
        let (call, task, transfer) = try await start()
        let outcomes = Outcomes()
        let problem = TernError(.tlsFailed, reason: "no")
        responder { $0.hasTrustRules = true }
            .respond(to: challenge(.serverTrust), server(problem), of: transfer, completion: outcomes.add)
        // The session reports its own cancellation.
        task.complete(URLError(.cancelled))
        let error = await #expect(throws: TernError.self) { try await call.value }
        #expect(error?.code == .tlsFailed && error?.reason == "no")
        #expect(outcomes.all == [.cancel])
    }

    @Test func trustEvaluatedAfterACancellationHasOneOutcome() async throws {
        let (call, task, transfer) = try await start()
        let outcomes = Outcomes()
        let evaluations = Locked<[@Sendable (TernError?) -> Void]>([])
        let server = ChallengeResponder.Server(
            certificates: { [] },
            evaluate: { completion in evaluations.withLock { $0.append(completion) } }
        )
        responder { $0.hasTrustRules = true }
            .respond(to: challenge(.serverTrust), server, of: transfer, completion: outcomes.add)
        call.cancel()
        await #expect(throws: CancellationError.self) { try await call.value }
        task.complete(URLError(.cancelled))
        for evaluation in evaluations.withLock(\.self) { evaluation(TernError(.tlsFailed)) }
        #expect(outcomes.all == [.cancel])
    }

    @Test func credentialsRefusedByAProxyAreGivenOnce() async throws {
        let (call, task, transfer) = try await start()
        let outcomes = Outcomes()
        let credentials = ChallengeRules.Credentials(user: "user", password: "password")
        let responder = responder { $0.proxyCredentials = credentials }
        let response = SimulatedTask.head(407, ["Proxy-Authenticate": "Basic"])
        for failures in 0...1 {
            responder.respond(
                to: challenge(.basic, isProxy: true, failures: failures),
                proxyResponse: response,
                of: transfer,
                completion: outcomes.add
            )
        }
        task.complete(URLError(.cancelled))
        let error = await #expect(throws: TernError.self) { try await call.value }
        #expect(error?.code == .proxyFailed && error?.response?.statusCode == 407)
        #expect(outcomes.all == [.credentials(credentials, isKept: true), .cancel])
    }

    @Test func handlerReceivesTheCertificatesAndItsCredentialsAreNotKept() async throws {
        let (call, task, transfer) = try await start()
        let outcomes = Outcomes()
        let responder = responder(handler: { challenge in
            challenge.method == .serverTrust && challenge.certificates == [Data("leaf".utf8)]
                ? .trustServer : .credentials(user: "guest", password: "a")
        })
        responder.respond(to: challenge(.serverTrust), server(), of: transfer, completion: outcomes.add)
        #expect(await outcomes.next() == .trustServer)
        responder.respond(to: challenge(.digest), of: transfer, completion: outcomes.add)
        #expect(await outcomes.next() == .credentials(.init(user: "guest", password: "a"), isKept: false))
        task.head()
        task.complete()
        #expect(try await call.value.statusCode == 200)
    }

    @Test func handlerIsNotCalledMoreOftenThanItsLimit() async throws {
        let (call, task, transfer) = try await start()
        let outcomes = Outcomes()
        let calls = Locked(0)
        let responder = responder(handler: { _ in
            calls.withLock { $0 += 1 }
            return .trustServer
        })
        for _ in 0..<ChallengeRules.maximumHandlerCalls {
            responder.respond(to: challenge(.serverTrust), server(), of: transfer, completion: outcomes.add)
            #expect(await outcomes.next() == .trustServer)
        }
        responder.respond(to: challenge(.serverTrust), server(), of: transfer, completion: outcomes.add)
        #expect(await outcomes.next() == .cancel)
        task.complete(URLError(.cancelled))
        #expect(await failure { try await call.value }?.code == .tlsFailed)
        #expect(calls.withLock(\.self) == ChallengeRules.maximumHandlerCalls)
    }

    @Test func handlerThatIsCancelledStillHasOneOutcome() async throws {
        let (call, task, transfer) = try await start()
        let outcomes = Outcomes()
        let (begun, begin) = AsyncStream.makeStream(of: Void.self)
        let responder = responder(handler: { _ in
            begin.finish()
            let (never, end) = AsyncStream.makeStream(of: Void.self)
            for await _ in never { end.finish() }
            return .refuse(reason: "late")
        })
        responder.respond(to: challenge(.basic), of: transfer, completion: outcomes.add)
        for await _ in begun {}
        call.cancel()
        await #expect(throws: CancellationError.self) { try await call.value }
        #expect(await outcomes.next() == .cancel)
        task.complete(URLError(.cancelled))
        #expect(outcomes.all == [.cancel])
    }

    @Test func challengeOfAnEndedCallDoesNotReachTheHandler() async throws {
        let (call, task, transfer) = try await start()
        let outcomes = Outcomes()
        let responder = responder(handler: { _ in
            Issue.record("The handler was called.")
            return .trustServer
        })
        call.cancel()
        await #expect(throws: CancellationError.self) { try await call.value }
        responder.respond(to: challenge(.serverTrust), server(), of: transfer, completion: outcomes.add)
        task.complete(URLError(.cancelled))
        #expect(outcomes.all == [.cancel])
        #expect(ChallengeResponder.lateOutcome(for: .serverTrust) == .cancel)
        #expect(ChallengeResponder.lateOutcome(for: .basic) == .systemDefault)
    }
}
