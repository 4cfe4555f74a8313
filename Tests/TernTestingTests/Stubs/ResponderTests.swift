import Foundation
import Tern
import TernTesting
import Testing

/// A closure that responds in a stubbed provider, in a rule and in a stubbed session. A server has tests of its own.
@Suite(.timeLimit(.minutes(20)))
struct ResponderTests {
    private let journal = Journal()
    private let gate = SampleGate()

    /// Sends one request of each double, whose responder waits for the gate.
    private var calls: [Task<Int?, any Error>] {
        let responder: Responder = { [gate] _ in
            try await gate.pass()
            return .status(201)
        }
        let rules = Provider<Shop>.stub(.on(case: .order(1), response: responder), journal: journal)
        let closure = Provider<Shop>.stub(journal: journal) { [gate] _ in
            try await gate.pass()
            return .status(201)
        }
        let stub = StubSession(journal: journal, response: responder)
        return [
            Task { try await rules.request(.order(1)).statusCode },
            Task { try await closure.request(.order(1)).statusCode },
            Task {
                let url = try #require(URL(string: "https://shop.example.com/orders/1"))
                return (try await stub.session.data(from: url).1 as? HTTPURLResponse)?.statusCode
            },
        ]
    }

    @Test func itMaySuspend() async throws {
        let calls = calls
        await gate.waitForArrivals(atLeast: calls.count)
        gate.release()

        for call in calls { #expect(try await call.value == 201) }
        #expect(journal.findings() == [])
    }

    @Test func cancelledRequestCancelsIt() async throws {
        let calls = calls
        await gate.waitForArrivals(atLeast: calls.count)
        for call in calls { call.cancel() }

        for call in calls { await #expect(throws: (any Error).self) { try await call.value } }
        #expect(await journal.settledFindings() == [])
    }
}
