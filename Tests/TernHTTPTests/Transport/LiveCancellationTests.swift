import Foundation
import Tern
import TernTesting
import TestDoubles
import TestRounds
import Testing

@Suite(.timeLimit(.minutes(20)))
struct LiveCancellationTests {
    /// Cancels calls by number when they reach their phase.
    private final class Calls: Sendable {
        private let tasks = Locked<[Int: Task<Result<Response, TernError>, Never>]>([:])

        func add(_ task: Task<Result<Response, TernError>, Never>, number: Int) {
            tasks.withLock { $0[number] = task }
        }

        func cancel(_ number: Int) {
            tasks.withLock { $0[number] }?.cancel()
        }

        var all: [Int: Task<Result<Response, TernError>, Never>] { tasks.withLock { $0 } }
    }

    /// The phase in which a call is cancelled, by its number.
    private enum Phase: Int, CaseIterable {
        case beforeItRuns, whenTheServerHasIt, whenItsResponseIsSent, whenARedirectIsOnTheWay, never

        init(_ number: Int) {
            self = Self.allCases[number % Self.allCases.count]
        }
    }

    @Test(arguments: Engine.allCases) func thousandsOfConcurrentCallsEndOnceEach(on engine: Engine) async throws {
        // Given
        let count = engine.callCount
        let calls = Calls()
        let server = try LoopbackServer(options: .init(recordedRequests: 0)) { request in
            let number = Int(request.path.dropFirst()) ?? 0
            switch Phase(number) {
            case .whenTheServerHasIt:
                calls.cancel(number)
                return SampleResponse.verbatim(Data()).stalling()
            case .whenItsResponseIsSent:
                // The cancellation and the response race on purpose.
                DispatchQueue.global().async { calls.cancel(number) }
                return .text("response")
            case .whenARedirectIsOnTheWay where request.query == nil:
                DispatchQueue.global().async { calls.cancel(number) }
                return .status(302, headers: ["Location": "\(request.path)?again"])
            default:
                return .text("response")
            }
        }
        let provider = try engine.patientProvider()

        // When
        for number in 0..<count {
            let task = Task(priority: .utility) {
                do throws(TernError) {
                    return Result<Response, TernError>.success(
                        try await provider.request(LiveTarget(server, "/\(number)"))
                    )
                } catch {
                    return .failure(error)
                }
            }
            calls.add(task, number: number)
            if Phase(number) == .beforeItRuns { task.cancel() }
        }

        // Then
        for (number, task) in calls.all {
            let result = await task.value
            switch (Phase(number), result) {
            case (.never, .failure(let error)):
                Issue.record("call \(number): \(error)")
            case (.whenTheServerHasIt, .success):
                Issue.record("call \(number) received a response that its server never sent")
            case (_, .success(let response)):
                #expect(try response.string() == "response")
            case (_, .failure(let error)):
                #expect(error.code == .cancelled, "call \(number)")
            }
        }
        #expect(calls.all.count == count)
        withExtendedLifetime(server) {}
    }

    /// A cancellation while the session resumed the cancelled task once stopped every session of the process.
    @Test(arguments: Engine.allCases) func streamsCancelledWhenTheirHeadsArriveEndOnceEach(
        on engine: Engine
    ) async throws {
        // Given
        let calls = Locked<[String: Task<String, any Error>]>([:])
        let server = try LoopbackServer(options: .init(recordedRequests: 0)) { request in
            let call = calls.withLock { $0.removeValue(forKey: request.path) }
            // About the time that the head needs to arrive.
            let instant = ContinuousClock.now + .microseconds(Int.random(in: 0...400))
            DispatchQueue.global().async {
                while ContinuousClock.now < instant {}
                call?.cancel()
            }
            return .text("response")
        }
        let transport = try engine.transport()

        for round in 0..<Rounds.count(30, part: 3) {
            // When
            let tasks = (0..<100).map { number in
                let path = "/\(round)/\(number)"
                var request = Request(url: server.url.appending(path: path))
                request.delivery = .streamed
                return calls.withLock { [request] calls in
                    let task = Task {
                        let stream = try #require(try await transport.response(to: request).stream)
                        return String(decoding: try await stream.collected(), as: UTF8.self)
                    }
                    calls[path] = task
                    return task
                }
            }

            // Then
            for task in tasks {
                switch await task.result {
                case .success(let text): #expect(text == "response")
                case .failure(let error): #expect(error is CancellationError)
                }
            }
        }
    }
}
