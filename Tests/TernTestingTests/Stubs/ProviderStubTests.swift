import Foundation
import Tern
import TernTesting
import TestDoubles
import Testing

@Suite(.timeLimit(.minutes(20)))
struct ProviderStubTests {
    private let journal = Journal()
    private let latte = Coffee(name: "Latte", price: 4)

    @Test func closureHandlesEveryCase() async throws {
        let shop = Provider<Shop>.stub(journal: journal) { target in
            switch target {
            case .coffees: .json(["data": ["items": [Coffee(name: "Latte", price: 4)]]])
            case .coffee(let id): .json(Coffee(name: "Mocha", price: id))
            case .order: .status(201)
            }
        }

        #expect(try await shop.value(.coffees) == [latte])
        #expect(try await shop.value(.coffee(7)) == Coffee(name: "Mocha", price: 7))
        try await shop.value(.order(7))

        #expect(journal.calls(of: Shop.self).map(\.target) == [.coffees, .coffee(id: 7), .order(7)])
        #expect(journal.calls(of: Shop.order(7)).map(\.outcome) == [.response(status: 201)])
        #expect(journal.findings().isEmpty)
    }

    /// Responds to the second request of each URL itself.
    private struct Memory: TransportLayer {
        let known = Locked<Set<URL>>([])

        func send(_ request: Request, hop: Hop, next: any Transport) async throws -> Response {
            let isNew = known.withLock { $0.insert(request.url).inserted }
            return isNew ? try await next.send(request, hop: hop) : Response(statusCode: 204)
        }
    }

    @Test func layersOfTheTransportStandBeforeTheStub() async throws {
        let network = RecordingTransport { _ in throw URLError(.notConnectedToInternet) }
        let transport = { network.layered(Memory()) }
        let shops: [Provider<Shop>] = [
            .stub(.on(case: .coffees, .status(200)), transport: transport(), journal: journal),
            .stub(transport: transport(), journal: journal) { _ in .status(200) },
        ]
        for shop in shops {
            let responses = [try await shop.request(.coffees), try await shop.request(.coffees)]

            #expect(responses.map(\.statusCode) == [200, 204])
            #expect(responses.map(\.attempts) == [1, 0])
        }
        #expect(network.requests.isEmpty)
        #expect(journal.findings().isEmpty)
    }

    @Test func bodyArrivesInMoreThanOnePiece() async throws {
        let updates = Locked<[Int64]>([])
        let shop = Provider<Shop>.stub(journal: journal) { _ in .text("Latte") }

        _ = try await shop.response(
            to: .coffees,
            options: CallOptions { progress in updates.withLock { $0.append(progress.receivedBytes) } }
        )

        #expect(updates.withLock { $0 } == [3, 5])
        #expect(journal.events.map(\.description).filter { $0.hasPrefix("received") } == ["received 3", "received 2"])
    }

    @Test(
        arguments: [
            (3, [2, 2, 1]), (5, [1, 1, 1, 1, 1]), (.max, [1, 1, 1, 1, 1]), (2, [3, 2]),
        ] as [(Int, [Int])]
    )
    func sampleDeterminesThePiecesOfItsBody(_ count: Int, _ sizes: [Int]) async throws {
        let shop = Provider<Shop>.stub(journal: journal) { _ in .text("Latte").inPieces(count) }

        let response = try await shop.request(.coffees)

        #expect(try response.string() == "Latte")
        let received = journal.events.map(\.description).filter { $0.hasPrefix("received") }
        #expect(received == sizes.map { "received \($0)" })
    }

    @Test func lossInsideTheBodyIsTheErrorOfTheCall() async throws {
        let shop = Provider<Shop>.stub(journal: journal) { _ in .text("Latte macchiato").breakingOff(after: 5) }

        let error = await #expect(throws: TernError.self) { try await shop.request(.coffees) }

        #expect(error?.code == .connectionLost)
        #expect(
            journal.events.map(\.description) == [
                "began Shop", "sent GET https://shop.example.com/coffees", "received 5", "failed connectionLost",
                "ended connectionLost",
            ]
        )
    }

    @Test func sequenceGivesItsResponsesInOrder() async throws {
        let responses = SampleResponse.inOrder(.status(401), .json(latte))
        let shop = Provider<Shop>.stub(journal: journal) { _ in responses }

        let error = await #expect(throws: TernError.self) { try await shop.value(.coffee(1)) }
        let coffee = try await shop.value(.coffee(1))

        #expect(error?.response?.statusCode == 401)
        #expect(coffee == latte)
        #expect(journal.findings().isEmpty)
    }

    @Test func requestAfterTheEndOfASequenceIsAFinding() async throws {
        let responses = SampleResponse.inOrder(.json(latte), line: 41)
        let shop = Provider<Shop>.stub(journal: journal) { _ in responses }

        _ = try await shop.value(.coffee(1))
        let error = await #expect(throws: TernError.self) { try await shop.value(.coffee(1)) }

        #expect(error?.code == .missingSample)
        let finding = try #require(journal.findings(ignoring: [.unusedStub]).first)
        #expect(finding.kind == .unmatchedRequest)
        #expect(finding.source.line == 41)
        #expect(finding.message.contains("has 1 response, but this is request 2"))
    }

    @Test func unusedResponseOfASequenceIsAFinding() async throws {
        let responses = SampleResponse.inOrder(.status(401), .json(latte), thenForever: .status(503), line: 41)
        let shop = Provider<Shop>.stub(journal: journal) { _ in responses }

        _ = try? await shop.value(.coffee(1))

        #expect(journal.findings().map(\.kind) == [.unusedStub])
        #expect(journal.findings().map(\.source.line) == [41])
        #expect(journal.findings(ignoring: [.unusedStub]).isEmpty)
    }

    @Test func responsesDependOnTheStateThatRequestsChange() async throws {
        let prices = StubState([1: 4])
        let shop = Provider<Shop>.stub(journal: journal) { target in
            switch target {
            case .coffees: .json(["data": ["items": prices.value.values.map { Coffee(name: "Latte", price: $0) }]])
            case .coffee(let id): prices.value[id].map { .json(Coffee(name: "Latte", price: $0)) } ?? .status(404)
            case .order(let id):
                prices.update { prices in
                    prices[id] = nil
                    return .status(201)
                }
            }
        }

        #expect(try await shop.value(.coffee(1)) == latte)
        try await shop.value(.order(1))
        let error = await #expect(throws: TernError.self) { try await shop.value(.coffee(1)) }

        #expect(error?.response?.statusCode == 404)
        #expect(try await shop.value(.coffees) == [])
    }

    @Test func lastResponseIsRepeated() async throws {
        let responses = SampleResponse.inOrder(.status(503), thenForever: .json(latte))
        let shop = Provider<Shop>.stub(journal: journal) { _ in responses }

        _ = try? await shop.value(.coffee(1))
        for _ in 0..<3 { #expect(try await shop.value(.coffee(1)) == latte) }

        #expect(journal.findings().isEmpty)
    }

    @Test func heldResponseThatIsNeverReleasedIsInFlight() async throws {
        let gate = SampleGate()
        let shop = Provider<Shop>.stub(journal: journal, line: 41) { _ in .status(204).held(by: gate) }
        let call = Task { try await shop.request(.coffees) }
        await gate.waitForArrivals(atLeast: 1)

        let finding = try #require(journal.findings().first)
        #expect(finding.kind == .inFlight)
        #expect(finding.message.contains("Shop.coffees is still running"))
        #expect(finding.source.line == 41)

        call.cancel()
        _ = await call.result
        #expect(journal.findings().isEmpty)
        #expect(journal.calls(of: Shop.self).first?.outcome == .failure(.cancelled))
    }

    @Test func attemptsOfAPluginBelongToOneCall() async throws {
        let responses = SampleResponse.inOrder(.status(503), .json(latte))
        let shop = Provider<Shop>.stub(plugins: [RetryingPlugin(attempts: 2)], journal: journal) { _ in responses }

        _ = try await shop.value(.coffee(1))

        let calls = journal.calls(of: Shop.self)
        #expect(calls.map(\.attempts) == [2])
        #expect(calls.first?.events.map(\.attempt) == [1, 1, 1, 2, 2, 2, 2, 1])
    }

    @available(macOS 26, iOS 26, tvOS 26, watchOS 26, *)
    @Test func waiterOfASharedExchangeSendsNothing() async throws {
        let gate = SampleGate()
        let shop = Provider<Shop>.stub(trackInflights: true, journal: journal) { _ in .status(200).held(by: gate) }

        async let first = shop.request(.coffees)
        await gate.waitForArrivals(atLeast: 1)
        let second = Task.immediate { try await shop.request(.coffees) }
        gate.release()
        _ = try await (first, second.value)

        #expect(journal.requests.count == 1)
        #expect(journal.calls(of: Shop.self).map(\.attempts).sorted() == [0, 1])
    }

    @Test func requestIsRecordedAsBytes() async throws {
        let drafts = Provider<Drafts>.stub(journal: journal) { _ in .status(201) }

        _ = try await drafts.request(.create(Coffee(name: "Latte", price: 4)))

        let request = try #require(journal.requests.first)
        #expect(request.method == .post)
        #expect(try request.json(as: Coffee.self) == latte)
        #expect(request.headers["Content-Type"] == "application/json")
        #expect(!"\(request)".contains("hunter2") && request.url.contains("hunter2"))
    }

    private enum Drafts: TargetType {
        case create(Coffee)

        var baseURL: URL { URL(string: "https://shop.example.com")! }
        var path: String { "/drafts" }
        var method: HTTPMethod { .post }

        var task: HTTPTask {
            switch self {
            case .create(let coffee): .json(coffee).query(["access_token": "hunter2"])
            }
        }
    }
}
