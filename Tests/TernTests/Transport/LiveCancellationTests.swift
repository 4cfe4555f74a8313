import Foundation
import Tern
import TernTesting
import Testing

@Suite(.timeLimit(.minutes(5)))
struct LiveCancellationTests {
    /// Cancels calls by number, from wherever their phase is reached.
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

    /// When a call is cancelled, by its number.
    private enum Phase: Int, CaseIterable {
        case beforeItRuns, whenTheServerHasIt, whenItsAnswerIsOnTheWay, whenARedirectIsOnTheWay, never

        init(_ number: Int) {
            self = Self.allCases[number % Self.allCases.count]
        }
    }

    @Test(arguments: Engine.allCases) func thousandsOfConcurrentCallsEndOnceEach(on engine: Engine) async throws {
        // Given
        let count = engine.callCount
        let calls = Calls()
        let server = try LoopbackServer(recordsRequests: false) { request in
            let number = Int(request.path.dropFirst()) ?? 0
            switch Phase(number) {
            case .whenTheServerHasIt:
                calls.cancel(number)
                return LoopbackResponse.verbatim(Data()).stalling()
            case .whenItsAnswerIsOnTheWay:
                // The cancel and the answer race, which is the point.
                DispatchQueue.global().async { calls.cancel(number) }
                return .text("answer")
            case .whenARedirectIsOnTheWay where request.query == nil:
                DispatchQueue.global().async { calls.cancel(number) }
                return .status(302, headers: ["Location": "\(request.path)?again"])
            default:
                return .text("answer")
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
                Issue.record("call \(number) was answered, though its server never did")
            case (_, .success(let response)):
                #expect(try response.string() == "answer")
            case (_, .failure(let error)):
                #expect(error.code == .cancelled, "call \(number)")
            }
        }
        #expect(calls.all.count == count)
        withExtendedLifetime(server) {}
    }
}
