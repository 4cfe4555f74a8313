import Foundation
import Tern
import TernTesting
import TestDoubles
import Testing

/// Mistakes in the use of doubles, which every kind of double reports with the same text.
@Suite(.timeLimit(.minutes(20)))
struct MisuseTests {
    private let journal = Journal()

    /// A sample that no double can send.
    enum BadSample: CaseIterable {
        case missingFixture, missingFile, notANumber, invalidText
        case shortStatus, longStatus, informationalStatus, lineBreak, invalidName, nameOfNoBytes

        var sample: SampleResponse {
            switch self {
            case .missingFixture: .fixture("missing.json")
            case .missingFile: .file(URL(fileURLWithPath: "/missing/file.json"))
            case .notANumber: .json(["price": Double.nan])
            case .invalidText: .json(text: "{")
            case .shortStatus: .status(99)
            case .longStatus: .status(1000)
            case .informationalStatus: .status(103)
            case .lineBreak: .status(201, headers: ["X-A": "a\r\nX-B: b"])
            case .invalidName: .status(201, headers: ["X A": "a"])
            case .nameOfNoBytes: .status(201, headers: ["": "a"])
            }
        }

        /// What every double says about it.
        var finding: String {
            switch self {
            case .missingFixture: "missing.json"
            case .missingFile: "The sample file \"/missing/file.json\" can't be read."
            case .notANumber: "price"
            case .invalidText: "The raw JSON is invalid at byte 1"
            case .shortStatus: "Status 99 is not the status of a final response."
            case .longStatus: "Status 1000 is not the status of a final response."
            case .informationalStatus: "Status 103 is not the status of a final response."
            case .lineBreak: "The value of X-A contains CR, LF or NUL."
            case .invalidName: #"The field name that begins with "X" is not valid: byte 2 is 0x20."#
            case .nameOfNoBytes: "The name of a field is empty."
            }
        }
    }

    @Test(arguments: BadSample.allCases)
    func sampleThatCannotBeSentIsTheSameFindingEverywhere(_ bad: BadSample) async throws {
        var messages: [String] = []
        for double in ShopDouble.allCases where double != .provider {
            let journal = Journal()
            let send = try double.requests(journal) { bad.sample }

            #expect(try await send() == (double == .server ? 501 : nil))
            #expect(journal.findings().map(\.kind) == [.misuse], "\(double)")
            messages += journal.findings().map(\.message)
        }

        #expect(Set(messages).count == 1, "\(messages)")
        #expect(messages[0].contains(bad.finding), "\(messages[0])")
    }

    @Test(arguments: ShopDouble.allCases.filter { $0 != .provider && $0 != .server })
    func responseThatOnlyAServerCanSendIsAFinding(_ double: ShopDouble) async throws {
        let send = try double.requests(journal) { .status(201).stalling() }

        #expect(try await send() == nil)
        #expect(journal.findings().map(\.kind) == [.misuse])
        let message = try #require(journal.findings().first?.message)
        #expect(message.hasPrefix("The sample response can only be sent by a LoopbackServer: "), "\(message)")
    }

    @Test func secondStubForTheSameRequestsIsTheSameFindingEverywhere() async throws {
        let journals = [Journal(), Journal(), Journal()]
        let server = try LoopbackServer(
            routes: ["POST /orders/1": .status(201), "POST /orders/1": .status(202)],
            journal: journals[0]
        )
        let stub = StubSession(
            routes: [.case(Shop.order(1)): .status(201), .case(Shop.order(1)): .status(202)],
            journal: journals[1]
        )
        let shop = Provider<Shop>.stub(
            .on(.order(1), .status(201)),
            .on(.order(1), .status(202)),
            journal: journals[2]
        )

        let messages = journals.map { $0.findings(ignoring: [.unusedStub]).map(\.message) }

        let texts = Set(messages.joined().map { $0.replacing(/https:\/\/[a-z.]*|:[0-9]+/, with: "") })
        #expect(
            texts == [
                "Two stubs are for the same requests, `POST /orders/1` at MisuseTests.swift and `POST /orders/1` at "
                    + "MisuseTests.swift. Only the first one is used. Remove one of them, or give one of them a sequence of "
                    + "responses, .inOrder(…), or a closure that reads the request."
            ]
        )
        #expect(messages.map(\.count) == [1, 1, 1])
        withExtendedLifetime((server, stub, shop)) {}
    }

    @Test func duplicateCaseIsAFindingWithBothLines() throws {
        let line = #line + 3
        let stub = StubSession(
            routes: [
                .case(Shop.order(1)): .status(201),
                .case(Shop.order(1)): .status(202),
            ],
            journal: journal
        )

        let finding = try #require(journal.findings(ignoring: [.unusedStub]).first)
        #expect(finding.source.line == line + 1)
        #expect(finding.message.contains("at MisuseTests.swift:\(line) and"), "\(finding)")
        #expect(finding.message.contains("at MisuseTests.swift:\(line + 1)."), "\(finding)")
        #expect(journal.findings().first { $0.kind == .unusedStub }?.source.line == line)
        withExtendedLifetime(stub) {}
    }

    @Test(arguments: ShopDouble.allCases.filter { $0 != .provider && $0 != .rules && $0 != .routes })
    func handlerThatThrowsIsTheSameFindingEverywhere(_ double: ShopDouble) async throws {
        let send = try double.requests(journal) { throw Broken() }

        #expect(try await send() == (double == .server ? 500 : nil))
        #expect(journal.findings().map(\.kind) == [.misuse])
        let message = try #require(journal.findings().first?.message)
        #expect(
            message.replacing("https://shop.example.com", with: "") == """
                The handler of POST /orders/1 threw an error of type Broken. To fail a request, return .networkError(…).
                """
        )
    }

    @Test(arguments: ShopDouble.allCases)
    func gateThatIsNeverReleasedIsAFinding(_ double: ShopDouble) async throws {
        let gate = SampleGate()
        let send = try double.requests(journal) { .status(201).held(by: gate) }
        let call = Task { try await send() }
        await gate.waitForArrivals(atLeast: 1)

        let findings = journal.findings()
        gate.release()
        _ = try await call.value

        #expect(findings.map(\.kind) == [.inFlight])
        let message = try #require(findings.first?.message)
        #expect(
            message.wholeMatch(
                of:
                    /[\S ]* is still running at the end of the test\. Wait for it, or cancel it\. If a gate holds its response, release the gate\./
            ) != nil,
            "\(message)"
        )
    }

    @Test(arguments: ["get", "Post"], [StubRouteTests.Double.session, .server])
    func methodInTheWrongCaseIsAFinding(_ method: String, _ double: StubRouteTests.Double) async throws {
        let send = try double.requests(to: [StubRoute("\(method) /users"): .status(200)], journal: journal)

        #expect(
            journal.findings().map(\.message) == [
                "The route `\(method) /users` of the \(double.rawValue) is not valid. Methods are case-sensitive. Write "
                    + "`\(method.uppercased())`, not `\(method)`."
            ]
        )
        #expect(try await send(method.uppercased(), "/users") == nil)
    }

    @Test(arguments: StubRouteTests.Double.allCases)
    func methodOfOnesOwnIsARoute(_ double: StubRouteTests.Double) async throws {
        let send = try double.requests(to: ["PURGE /users": .text("purged")], journal: journal)

        #expect(try await send("PURGE", "/users") == "purged")
        #expect(try await send("GET", "/users") == nil)
        let message = try #require(journal.findings().first?.message)
        #expect(message.contains("): method: PURGE expected, GET sent."), "\(message)")
    }

    @Test func portInUseIsTheErrorOfEveryInitializer() throws {
        let server = try LoopbackServer(journal: journal) { _ in .status(200) }
        let attempts: [(Int) throws -> LoopbackServer] = [
            { port in try LoopbackServer(port: port, journal: journal) { _ in .status(200) } },
            { port in try LoopbackServer(port: port, routes: ["GET /": .status(200)], journal: journal) },
            { port in try LoopbackServer(serving: [Shop.coffees], port: port, journal: journal) { _ in .status(200) } },
        ]

        let texts = attempts.map { start in
            let error = #expect(throws: TestKitError.self) { try start(server.port) }
            #expect(error?.code == .bindFailed)
            return error?.description
        }

        #expect(Set(texts).count == 1)
        #expect(texts[0]?.contains("\(server.port)") == true)
        // A server that didn't start leaves no unused route.
        #expect(
            journal.findings().map(\.message) == [
                "The server was never requested. Remove it, or make the call that requests it."
            ]
        )
    }
}
