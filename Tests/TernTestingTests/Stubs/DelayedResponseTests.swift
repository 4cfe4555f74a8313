import Foundation
import Tern
import TernTesting
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Responses with a delay, in every kind of double.
@Suite(.timeLimit(.minutes(20)))
struct DelayedResponseTests {
    private let clock = ManualClock()

    @Test(arguments: ShopDouble.allCases)
    func responseArrivesAfterItsDelay(_ double: ShopDouble) async throws {
        let send = try double.requests(Journal()) { [clock] in .status(201).delayed(by: .seconds(5), on: clock) }
        let isDone = Locked(false)
        let call = Task {
            defer { isDone.withLock { $0 = true } }
            return try await send()
        }

        await clock.waitForSleepers(atLeast: 1)
        clock.advance(by: .seconds(4))
        #expect(clock.sleeperCount == 1)
        #expect(!isDone.withLock { $0 })
        clock.advance(by: .seconds(1))

        #expect(try await call.value == 201)
    }

    @Test(arguments: ShopDouble.allCases)
    func delayBeginsWhenTheGateIsReleased(_ double: ShopDouble) async throws {
        let gate = SampleGate()
        let send = try double.requests(Journal()) { [clock] in
            .status(201).delayed(by: .seconds(5), on: clock).held(by: gate)
        }
        let call = Task { try await send() }

        await gate.waitForArrivals(atLeast: 1)
        #expect(clock.sleeperCount == 0)
        gate.release()
        await clock.waitForSleepers(atLeast: 1)
        clock.advance(by: .seconds(5))

        #expect(try await call.value == 201)
    }

    @Test func clockOfTheProviderIsTheDefault() async throws {
        let shop = Provider<Shop>.stub(delay: .seconds(2), clock: clock, journal: Journal()) { _ in
            .text("Latte").delayed(by: .seconds(9)).delayed(by: .seconds(3))
        }
        let call = Task { try await shop.request(.coffees).string() }

        await clock.waitForSleepers(atLeast: 1)
        clock.advance(by: .seconds(2))
        await clock.waitForSleepers(atLeast: 1)
        clock.advance(by: .seconds(3))

        #expect(try await call.value == "Latte")
        #expect(clock.now == VirtualInstant().advanced(by: .seconds(5)))
    }

    /// A session and a server with a clock of the test.
    enum Below: CaseIterable {
        case session, server

        /// - Returns: A function that sends a request and returns the body of the response.
        func requests(
            on clock: ManualClock,
            _ response: SampleResponse
        ) throws -> @Sendable () async throws -> String {
            switch self {
            case .session:
                let stub = StubSession(routes: ["GET /": response], clock: clock)
                let url = try #require(URL(string: "https://shop.example.com/"))
                return { String(decoding: try await stub.session.data(from: url).0, as: UTF8.self) }
            case .server:
                let server = try LoopbackServer(routes: ["GET /": response], options: .init(clock: clock))
                return {
                    let client = try RawClient(port: server.port)
                    try await client.send("GET / HTTP/1.0\r\n\r\n")
                    return String(try await client.receiveToEnd().split(separator: "\r\n\r\n")[1])
                }
            }
        }
    }

    @Test(arguments: Below.allCases)
    func clockOfTheDoubleIsTheDefault(_ double: Below) async throws {
        let chunks = [Data("Lat".utf8), Data("te".utf8)]
        let send = try double.requests(on: clock, .chunked(chunks, every: .seconds(2)).delayed(by: .seconds(3)))
        let call = Task { try await send() }

        await clock.waitForSleepers(atLeast: 1)
        clock.advance(by: .seconds(3))
        await clock.waitForSleepers(atLeast: 1)
        clock.advance(by: .seconds(2))

        #expect(try await call.value == "Latte")
        #expect(clock.now == VirtualInstant().advanced(by: .seconds(5)))
    }

    @Test func delayOfOneResponseOfARule() async throws {
        let shop = Provider<Shop>.stub(
            .on(
                .coffee(7),
                .inOrder(.status(503), .json(Coffee(name: "Mocha", price: 7)).changing { $0.delayed(by: .seconds(1)) })
            ),
            clock: clock,
            journal: Journal()
        )

        await #expect(throws: TernError.self) { try await shop.value(.coffee(7)) }
        let call = Task { try await shop.value(.coffee(7)) }
        await clock.waitForSleepers(atLeast: 1)
        clock.advance(by: .seconds(1))

        #expect(try await call.value.name == "Mocha")
    }

    @Test(arguments: [Duration.zero, .seconds(-1)])
    func delayThatIsNotPositiveIsNone(_ delay: Duration) async throws {
        let shop = Provider<Shop>.stub(clock: clock, journal: Journal()) { _ in .text("Latte").delayed(by: delay) }

        #expect(try await shop.request(.coffees).string() == "Latte")
    }

    @Test func cancellingTheCallEndsTheDelay() async throws {
        let journal = Journal()
        let shop = Provider<Shop>.stub(clock: clock, journal: journal) { _ in .status(201).delayed(by: .seconds(60)) }
        let call = Task { try await shop.request(.order(1)) }

        await clock.waitForSleepers(atLeast: 1)
        call.cancel()

        let error = await #expect(throws: TernError.self) { try await call.value }
        #expect(error?.code == .cancelled)
        #expect(clock.sleeperCount == 0)
    }
}
