import Foundation
import Tern
import TernTesting
import Testing

@Suite(.timeLimit(.minutes(20)))
struct LoopbackSamplesTests {
    enum API: TargetType, Equatable {
        case zen
        case user(String)
        case search(String)
        case create, empty

        var baseURL: URL { URL(string: "https://api.example.com/v3")! }

        var path: String {
            switch self {
            case .zen: "/zen"
            case .user(let login): "/users/\(URL.pathSegment(login))"
            case .search: "/search"
            case .create: "/users"
            case .empty: ""
            }
        }

        var method: HTTPMethod { self == .create ? .post : .get }

        var task: HTTPTask {
            switch self {
            case .search(let text): .query(["q": text])
            case .create: .json(["login": "octocat"])
            default: .plain
            }
        }

        var sampleData: Data {
            switch self {
            case .zen: Data("Keep it logically awesome.".utf8)
            case .user, .create: Data(#"{"login":"octocat"}"#.utf8)
            case .search: Data([0xFF, 0xFE])
            case .empty: Data()
            }
        }
    }

    private static let cases: [API] = [.zen, .user("a/b"), .search("c d"), .create, .empty]

    private func provider(_ server: LoopbackServer) -> Provider<API> {
        let url = server.url
        return Provider(endpointClosure: { Endpoint($0, baseURL: url) })
    }

    @Test(arguments: [
        (API.zen, "text/plain; charset=utf-8"), (.user("a/b"), "application/json"), (.create, "application/json"),
        (.search("c d"), "application/octet-stream"),
    ])
    func requestReceivesTheSampleOfItsCase(_ target: API, _ contentType: String) async throws {
        let journal = Journal()
        let server = try LoopbackServer(serving: Self.cases, journal: journal)
        let response = try await provider(server).request(target)
        #expect(response.data == target.sampleData)
        #expect(response.headers["Content-Type"] == contentType)
        #expect(journal.requests.count == 1)
        #expect(journal.findings().isEmpty)
    }

    @Test func sampleOfARouteKeepsItsStatusAndFields() async throws {
        struct Routed: RoutedTarget, Equatable {
            let id: Int
            var baseURL: URL { URL(string: "https://api.example.com/v3")! }
            var route: HTTPRoute {
                .post("/orders/\(id)").sample(.json(["id": id], status: 201, headers: ["Location": "/orders/\(id)"]))
            }
        }
        let server = try LoopbackServer(serving: [Routed(id: 1), Routed(id: 2)])
        let orders = Provider<Routed>(endpointClosure: { [url = server.url] in Endpoint($0, baseURL: url) })

        let response = try await orders.request(Routed(id: 2))

        #expect(response.statusCode == 201)
        #expect(response.headers["Location"] == "/orders/2")
        #expect(response.headers["Content-Type"] == "application/json")
        #expect(try response.string() == #"{"id":2}"#)
    }

    @Test(arguments: [API.empty, .user("nobody"), .search("else")])
    func caseWithoutASampleReceives501(_ target: API) async throws {
        let server = try LoopbackServer(serving: Self.cases)
        let error = await #expect(throws: TernError.self) { try await provider(server).request(target) }
        #expect(error?.response?.statusCode == 501)
    }

    @Test func closureReplacesTheSamples() async throws {
        let server = try LoopbackServer(serving: Self.cases) { target in
            switch target {
            case .zen: .text("Zen.", headers: ["X-A": "b"])
            case .user(let login): .json(["login": login], status: 404)
            case .search: .networkError(URLError(.networkConnectionLost))
            case .create, .empty: .status(204)
            }
        }
        let github = provider(server)
        #expect(try await github.request(.zen).headers["X-A"] == "b")
        #expect(try await github.request(.empty).statusCode == 204)
        let missing = await #expect(throws: TernError.self) { try await github.request(.user("a/b")) }
        #expect(missing?.response?.data == Data(#"{"login":"a/b"}"#.utf8))
        let lost = await #expect(throws: TernError.self) { try await github.request(.search("c d")) }
        #expect(lost?.code == .connectionLost)
    }

    @Test func requestIsRecordedWithItsCase() async throws {
        let journal = Journal()
        let server = try LoopbackServer(serving: Self.cases, journal: journal)
        let github = provider(server)

        for target in [API.search("c d"), .user("nobody"), .user("a/b")] { _ = try? await github.request(target) }

        let calls = journal.calls(of: API.self)
        #expect(calls.map(\.target) == [.search("c d"), .user("a/b")])
        #expect(calls.map(\.outcome) == [.response(status: 200), .response(status: 200)])
        #expect(journal.calls(of: API.user("a/b")).flatMap(\.requests).map(\.url) == ["\(server.url)/users/a%2Fb"])
        let begun = journal.events.map(\.description).filter { $0.hasPrefix("began") }
        #expect(begun == ["began API", "began ", "began API"])
    }

    @Test func requestForAMultiTargetIsRecordedWithTheTargetInside() async throws {
        let journal = Journal()
        let server = try LoopbackServer(serving: [MultiTarget(API.zen)], journal: journal)

        _ = try await provider(server).request(.zen)

        #expect(journal.calls(of: API.self).map(\.target) == [.zen])
    }

    @Test func missingSampleIsAFinding() async throws {
        let journal = Journal()
        let server = try LoopbackServer(serving: [API.empty], journal: journal)

        _ = try? await provider(server).request(.empty)

        #expect(journal.findings().map(\.kind) == [.misuse])
    }

    @Test func piecesAndLossesOfASampleAppearOnTheWire() async throws {
        let server = try LoopbackServer(serving: Self.cases) { target in
            switch target {
            case .zen: .chunked([Data("Ze".utf8), Data("n.".utf8)])
            default: .text("Zen.").breakingOff(after: 2)
            }
        }
        let journal = Journal()
        let github = provider(server).recorded(in: journal)

        #expect(try await github.request(.zen).string() == "Zen.")
        let lost = await #expect(throws: TernError.self) { try await github.request(.search("c d")) }

        #expect(lost?.code == .connectionLost)
        #expect(journal.events.filter { $0.call == 2 }.contains { $0.description == "received 2" })
    }

    @Test func secondCaseWithTheSameRouteIsAFinding() throws {
        let journal = Journal()
        _ = try LoopbackServer(serving: [API.zen, .zen], journal: journal)
        #expect(journal.findings().map(\.kind) == [.misuse])
        #expect(journal.findings()[0].message.contains("for the same requests, `GET /zen` at "))
    }

    @Test func caseWithoutAValidRequestIsAFinding() throws {
        struct Broken: TargetType {
            var baseURL: URL { URL(string: "https://api.example.com")! }
            var path: String { "/../.." }
        }
        let journal = Journal()
        _ = try LoopbackServer(serving: [Broken()], journal: journal)
        #expect(journal.findings().map(\.kind) == [.misuse])
        #expect(journal.findings()[0].message.contains("The request of the case can't be created: invalidURL"))
    }

    @Test func bodyOfASampleIsHeldOnTheWire() async throws {
        let gate = SampleGate()
        let server = try LoopbackServer(serving: Self.cases) { _ in .text("Zen.").held(by: gate, after: 3) }
        let isReceived = SampleGate()

        async let response = provider(server).response(
            to: .zen,
            options: CallOptions { progress in
                if progress.receivedBytes == 3 { isReceived.release() }
            }
        )
        try await isReceived.pass()
        gate.release()

        #expect(try await response.string() == "Zen.")
    }

    @Test(arguments: [4, 9, .max]) func sampleThatLosesTheConnectionAtItsEndLosesItOnTheWire(_ bytes: Int) async throws
    {
        let server = try LoopbackServer(serving: Self.cases) { _ in .text("Zen.").breakingOff(after: bytes) }

        let lost = await #expect(throws: TernError.self) { try await provider(server).request(.zen) }

        #expect(lost?.code == .connectionLost)
    }
}
