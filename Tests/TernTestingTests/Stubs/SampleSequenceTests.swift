import Foundation
import Tern
import TernTesting
import TernURLSession
import Testing

/// Sequences of responses in every kind of double.
@Suite(.timeLimit(.minutes(20)))
struct SampleSequenceTests {
    private let journal = Journal()

    @Test(arguments: ShopDouble.allCases)
    func eachRequestReceivesTheNextResponse(_ double: ShopDouble) async throws {
        let send = try double.requests(journal) { .inOrder(.status(401), .status(503), thenForever: .status(201)) }

        var statuses: [Int?] = []
        for _ in 0..<4 { statuses.append(try await send()) }

        #expect(statuses == [401, 503, 201, 201])
        #expect(journal.findings() == [])
    }

    @Test(arguments: ShopDouble.allCases)
    func requestAfterTheEndIsAFinding(_ double: ShopDouble) async throws {
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

    @Test func requestAfterTheEndIsTheSameFindingEverywhere() async throws {
        var messages: [String] = []
        for double in ShopDouble.allCases {
            let journal = Journal()
            let send = try double.requests(journal) { .inOrder(.status(201)) }
            for _ in 0..<2 { _ = try await send() }
            messages += journal.findings().map(\.message)
        }

        #expect(messages.count == ShopDouble.allCases.count)
        #expect(Set(messages).count == 1, "\(messages)")
    }

    /// The closure of each double reads and changes the same kind of state.
    @Test func stateIsChangedByTheRequestsOfEveryDouble() async throws {
        for double in [ShopDouble.stub, .session, .server] {
            let count = StubState(0)
            let send = try double.requests(journal) {
                count.update { count in
                    count += 1
                    return count < 3 ? .status(202) : .status(201)
                }
            }

            var statuses: [Int?] = []
            for _ in 0..<4 { statuses.append(try await send()) }

            #expect(statuses == [202, 202, 201, 201], "\(double)")
            #expect(count.value == 4)
        }
        #expect(journal.findings() == [])
    }

    @Test(arguments: ShopDouble.allCases.filter { $0 != .provider })
    func unusedResponseIsAFinding(_ double: ShopDouble) async throws {
        let send = try double.requests(journal) { .inOrder(.status(201), .status(202), .status(203)) }

        _ = try await send()
        _ = try await send()

        #expect(journal.findings().map(\.kind) == [.unusedStub])
        #expect(journal.findings().first?.message.hasSuffix("was requested 2 times, expected 3 times.") == true)
    }

    @Test func doublesCountTheirUsesSeparately() async throws {
        let responses = SampleResponse.inOrder(.status(401), .status(201))
        let first = try ShopDouble.stub.requests(journal) { responses }
        let second = try ShopDouble.session.requests(journal) { responses }

        #expect(try await first() == 401)
        #expect(try await second() == 401)
        #expect(try await first() == 201)
        #expect(try await second() == 201)
    }

    /// Findings redact a segment after `sessions`. The sequences must not be counted by the redacted paths.
    @Test func pathsThatFindingsRedactHaveSequencesOfTheirOwn() async throws {
        let session = StubSession(journal: journal) { _ in .inOrder(.status(503), .status(200)) }
        let server = try LoopbackServer(journal: journal) { _ in .inOrder(.status(503), .status(200)) }
        for (client, base) in [(session.session, "https://shop.example.com"), (.shared, "\(server.url)")] {
            var statuses: [Int?] = []
            for path in ["/sessions/1", "/sessions/2", "/sessions/1", "/sessions/2"] {
                let (_, response) = try await client.data(from: try #require(URL(string: base + path)))
                statuses.append((response as? HTTPURLResponse)?.statusCode)
            }
            #expect(statuses == [503, 503, 200, 200])
        }
        #expect(journal.findings() == [])
    }

    /// Two cases whose samples are made by one function.
    @Test func functionThatReturnsASequenceServesSeveralCases() async throws {
        @Sendable func flaky(_ response: SampleResponse) -> SampleResponse {
            .inOrder(.status(503), thenForever: response)
        }
        let sample: @Sendable (String) -> SampleResponse = {
            $0 == "/coffees" ? flaky(.status(201)) : flaky(.status(202))
        }
        let stub = Provider<Shop>.stub(journal: journal) { sample($0.path) }
        let endpoints = Provider<Shop>(
            endpointClosure: { Endpoint($0).responding(sample($0.path)) },
            stubClosure: Provider.immediatelyStub
        )
        let session = StubSession(journal: journal) { sample($0.path) }
        let server = try LoopbackServer(journal: journal) { sample($0.path) }
        let transport = try URLSessionTransport(configuration: session.configuration)
        let url = server.url
        let doubles = [
            stub, endpoints, Provider<Shop>(transport: transport),
            Provider<Shop>(endpointClosure: { Endpoint($0, baseURL: url) }),
        ]

        for shop in doubles {
            var statuses: [Int?] = []
            for target in [Shop.coffees, .order(1), .coffees, .order(1)] {
                do throws(TernError) {
                    statuses.append(try await shop.request(target).statusCode)
                } catch {
                    statuses.append(error.response?.statusCode)
                }
            }
            #expect(statuses == [503, 503, 201, 202])
        }
        #expect(journal.findings() == [])
    }

    @Test func argumentsOfACaseShareItsSequence() async throws {
        let shop = Provider<Shop>.stub(journal: journal) { _ in .inOrder(.status(201), .status(202)) }

        #expect(try await shop.request(.coffee(id: 1)).statusCode == 201)
        #expect(try await shop.request(.coffee(id: 2)).statusCode == 202)
        #expect(journal.findings() == [])
    }

    @Test func sequenceMayBePartOfASequence() async throws {
        let send = try ShopDouble.stub.requests(journal) {
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
