import Foundation
import Tern
import TernTesting
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Sequences of responses in every kind of double.
@Suite(.timeLimit(.minutes(5)))
struct SampleSequenceTests {
    /// A double that receives requests.
    enum Double: CaseIterable {
        case provider, stub, rules, session, routes, server

        /// Makes the double with a sequence that is written at one place, and returns a function that sends a request.
        ///
        /// - Returns: The status of the response. `nil` without a response.
        func requests(
            _ journal: Journal,
            _ sequence: @escaping @Sendable () -> SampleResponse
        ) throws -> @Sendable () async throws -> Int? {
            switch self {
            case .provider:
                let shop = Provider<Shop>(
                    endpointClosure: { Endpoint($0).responding(sequence()) },
                    stubClosure: Provider.immediatelyStub
                )
                return status(of: shop.recorded(in: journal))
            case .stub: return status(of: Provider<Shop>.stub(journal: journal) { _ in sequence() })
            case .rules: return status(of: Provider<Shop>.stub(.on(case: .order(1), sequence()), journal: journal))
            case .session: return status(of: StubSession(journal: journal) { _ in sequence() })
            case .routes: return status(of: StubSession(routes: ["POST /orders/1": sequence()], journal: journal))
            case .server:
                let server = try LoopbackServer(serving: [Shop.order(1)], journal: journal) { _ in sequence() }
                return status(
                    of: Provider<Shop>(
                        endpointClosure: { Endpoint($0, baseURL: server.url) },
                        transport: URLSessionTransport()
                    )
                )
            }
        }

        private func status(of shop: Provider<Shop>) -> @Sendable () async throws -> Int? {
            {
                do throws(TernError) {
                    return try await shop.request(.order(1)).statusCode
                } catch {
                    return error.response?.statusCode
                }
            }
        }

        private func status(of stub: StubSession) -> @Sendable () async throws -> Int? {
            {
                var request = URLRequest(url: try #require(URL(string: "https://shop.example.com/orders/1")))
                request.httpMethod = "POST"
                let response = try? await stub.session.data(for: request).1
                return (response as? HTTPURLResponse)?.statusCode
            }
        }
    }

    private let journal = Journal()

    @Test(arguments: Double.allCases)
    func eachRequestReceivesTheNextResponse(_ double: Double) async throws {
        let send = try double.requests(journal) { .inOrder(.status(401), .status(503), thenForever: .status(201)) }

        var statuses: [Int?] = []
        for _ in 0..<4 { statuses.append(try await send()) }

        #expect(statuses == [401, 503, 201, 201])
        #expect(journal.findings() == [])
    }

    @Test(arguments: Double.allCases)
    func requestAfterTheEndIsAFinding(_ double: Double) async throws {
        let line = #line + 1
        let send = try double.requests(journal) { .inOrder(.status(201)) }

        _ = try await send()
        let status = try await send()

        #expect(status == (double == .server ? 501 : nil))
        #expect(journal.findings().map(\.kind) == [.unmatchedRequest])
        let finding = try #require(journal.findings().first)
        // A provider without a stub of the test kit only knows its own place.
        if double != .provider { #expect(finding.source.line == line) }
        #expect(
            finding.message.contains(
                """
                The sequence at SampleSequenceTests.swift:\(line) has 1 response, but this is request 2. Add a response, or \
                end the sequence with `thenForever:`.
                """
            )
        )
    }

    @Test(arguments: Double.allCases.filter { $0 != .provider })
    func unusedResponseIsAFinding(_ double: Double) async throws {
        let send = try double.requests(journal) { .inOrder(.status(201), .status(202), .status(203)) }

        _ = try await send()
        _ = try await send()

        #expect(journal.findings().map(\.kind) == [.unusedStub])
        #expect(journal.findings().first?.message.hasSuffix("was requested 2 times, expected 3 times.") == true)
    }

    @Test func doublesCountTheirUsesSeparately() async throws {
        let responses = SampleResponse.inOrder(.status(401), .status(201))
        let first = try Double.stub.requests(journal) { responses }
        let second = try Double.session.requests(journal) { responses }

        #expect(try await first() == 401)
        #expect(try await second() == 401)
        #expect(try await first() == 201)
        #expect(try await second() == 201)
    }

    @Test func sequenceMayBePartOfASequence() async throws {
        let send = try Double.stub.requests(journal) {
            .inOrder(.status(500), thenForever: .inOrder(.status(201), .status(202)))
        }

        #expect(try await [send(), send(), send()] == [500, 201, 202])
        #expect(journal.findings() == [])
    }

    @Test func modifierChangesEachResponse() async throws {
        let gate = SampleGate()
        let shop = Provider<Shop>.stub(journal: journal) { _ in
            .inOrder(.text("Latte"), .text("Mocha")).inPieces(5).held(by: gate)
        }
        let call = Task { try await [shop.request(.coffees).data, shop.request(.coffees).data] }
        await gate.waitForArrivals(atLeast: 1)
        gate.release()

        #expect(try await call.value == [Data("Latte".utf8), Data("Mocha".utf8)])
        #expect(journal.events.count { $0.description == "received 1" } == 10)
    }

    @Test func sequenceWithoutResponsesFailsTheFirstRequest() async throws {
        let shop = Provider<Shop>.stub(journal: journal) { _ in .inOrder([]) }

        let error = await #expect(throws: TernError.self) { try await shop.request(.coffees) }

        #expect(error?.code == .missingSample)
        #expect(error?.reason.contains("has 0 responses, but this is request 1") == true)
    }
}
