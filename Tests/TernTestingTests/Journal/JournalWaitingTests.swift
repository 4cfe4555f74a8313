import Foundation
import Tern
import TernTesting
import Testing

/// Tests that wait for requests which other tasks send.
@Suite(.timeLimit(.minutes(20)))
struct JournalWaitingTests {
    private let journal = Journal()

    @Test func requestOfAnotherTaskIsAwaited() async throws {
        let gate = SampleGate()
        let shop = Provider<Shop>.stub(journal: journal) { _ in .status(204).held(by: gate) }
        let calls = Task {
            async let first = shop.request(.coffees).statusCode
            async let second = shop.request(.coffee(id: 7)).statusCode
            return try await [first, second]
        }

        let requests = try await journal.waitForRequests(atLeast: 2)

        #expect(Set(requests.map(\.path)) == ["/coffees", "/coffees/7"])
        #expect(requests.allSatisfy { $0.target is Shop })
        gate.release()
        #expect(try await calls.value == [204, 204])
        #expect(try await journal.waitForRequests(atLeast: 1).count == 2)
    }

    @Test func settledFindingsWaitForARunningCall() async throws {
        let gate = SampleGate()
        let shop = Provider<Shop>.stub(journal: journal) { _ in .status(204).held(by: gate) }
        let call = Task { try await shop.request(.coffees).statusCode }
        await gate.waitForArrivals(atLeast: 1)

        #expect(await journal.settledFindings(within: .zero).map(\.kind) == [.inFlight])
        #expect(await journal.settledFindings(ignoring: [.inFlight], within: .zero) == [])
        async let settled = journal.settledFindings(within: .seconds(60))
        gate.release()

        #expect(await settled == [])
        #expect(try await call.value == 204)
    }

    @Test func requestsOfAllDoublesCount() async throws {
        let stub = StubSession(journal: journal) { _ in .status(204) }
        let server = try LoopbackServer(journal: journal) { _ in .status(204) }
        let waiting = Task { try await journal.waitForRequests(atLeast: 2).map(\.path) }

        _ = try await stub.session.data(from: try #require(URL(string: "https://shop.example.com/session")))
        _ = try await stub.session.data(from: try #require(URL(string: "https://shop.example.com/again")))
        let first = try await waiting.value
        let client = try RawClient(port: server.port)
        try await client.send("GET /server HTTP/1.0\r\n\r\n")
        let all = try await journal.waitForRequests(atLeast: 3).map(\.path)

        #expect(first == ["/session", "/again"])
        #expect(all == ["/session", "/again", "/server"])
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test func waitsEndInTheOrderInWhichTheyBegan() async throws {
        let state = WaitableState(0)
        let order = Locked<[Int]>([])
        let scheduler = VirtualScheduler()
        try await scheduler.run {
            await withTaskGroup(of: Void.self) { group in
                for number in 0..<16 {
                    group.addTask {
                        try? await state.wait { $0 > 0 ? .success(()) : nil }
                        order.withLock { $0.append(number) }
                    }
                }
                group.addTask {
                    try? await scheduler.clock.sleep(for: .seconds(1))
                    state.update { $0 += 1 }
                }
            }
        }

        #expect(order.withLock(\.self) == Array(0..<16))
    }

    /// The test's own task is cancelled, for example by a time limit, and so is its client, whose end the server notices
    /// a little later.
    @Test func cancelledTestWaitsForItsClients() async throws {
        let gate = SampleGate()
        let server = try LoopbackServer(journal: journal) { _ in .status(204).held(by: gate) }
        let url = server.url
        let call = Task { try await URLSession.shared.data(from: url) }
        await gate.waitForArrivals(atLeast: 1)

        let findings = await Task { [journal] in
            withUnsafeCurrentTask { $0?.cancel() }
            journal.cancel()
            call.cancel()
            await journal.settle()
            return journal.close()
        }.value

        #expect(findings.map(\.kind) == [.inFlight])
        #expect(journal.events.last.map { "\($0.kind)" } == "ended cancelled")
        withExtendedLifetime(server) {}
    }

    @Test func cancelledWaitEndsAtOnce() async throws {
        let waiting = Task { try await journal.waitForRequests(atLeast: 1) }
        waiting.cancel()

        await #expect(throws: CancellationError.self) { try await waiting.value }
    }
}
