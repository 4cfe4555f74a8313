import Foundation
import Tern
import TernTesting
import Testing

@Suite(.timeLimit(.minutes(20)))
struct StubSessionTests {
    private let url = URL(string: "https://api.example.com/users?page=2")!

    @Test func responseOfTheClosureReachesTheCaller() async throws {
        let stub = StubSession { request in
            .json(["url": request.url], status: 201, headers: ["X-Rate": "9"])
        }

        let (data, response) = try await stub.session.data(from: url)

        #expect(try JSONDecoder().decode([String: String].self, from: data) == ["url": url.absoluteString])
        let head = try #require(response as? HTTPURLResponse)
        #expect(head.statusCode == 201)
        #expect(head.url == url)
        #expect(head.value(forHTTPHeaderField: "x-rate") == "9")
        #expect(head.value(forHTTPHeaderField: "content-type") == "application/json")
    }

    @Test(arguments: [
        SampleResponse.text("late").delayed(by: .seconds(1)),
        .chunked([Data("a".utf8), Data("b".utf8)], every: .seconds(1)),
    ])
    func requestFailsWithTheErrorOfTheClock(_ sample: SampleResponse) async {
        let stub = StubSession(clock: FailingClock()) { _ in sample }

        await #expect(throws: (any Error).self) { try await stub.session.data(from: url) }
    }

    @Test func headOfFoundationKeepsItsURL() async throws {
        let cdn = try #require(URL(string: "https://cdn.example.com/users.json"))
        let head = try #require(
            HTTPURLResponse(url: cdn, statusCode: 200, httpVersion: nil, headerFields: ["X-A": "1"])
        )
        let stub = StubSession { _ in .response(head, Data("[]".utf8)) }

        let (data, response) = try await stub.session.data(from: url)

        #expect(data == Data("[]".utf8))
        #expect(response.url == cdn)
    }

    @Test func completionHandlerReceivesAChunkedBodyAtOnce() async throws {
        let stub = StubSession { _ in .chunked(["a", "b", "c"].map { Data($0.utf8) }) }

        let data = try await completed(stub.session, URLRequest(url: url)).0

        #expect(data == Data("abc".utf8))
    }

    @Test func delegateReceivesAChunkedBodyInPieces() async throws {
        let stub = StubSession { _ in .chunked(["a", "b", "c"].map { Data($0.utf8) }) }
        let delegate = RecordingDelegate()
        let session = URLSession(configuration: stub.configuration, delegate: delegate, delegateQueue: nil)

        session.dataTask(with: url).resume()
        await delegate.end()

        #expect(delegate.events == ["200", "a", "b", "c", "end"])
        session.finishTasksAndInvalidate()
    }

    @Test func completionHandlerOfASessionWithADelegateReceivesTheWholeBody() async throws {
        let stub = StubSession { _ in .chunked(["a", "b", "c"].map { Data($0.utf8) }) }
        let delegate = RecordingDelegate()
        let session = URLSession(configuration: stub.configuration, delegate: delegate, delegateQueue: nil)

        let data = try await completed(session, URLRequest(url: url)).0
        let other = try await session.data(from: url).0

        #expect(data == Data("abc".utf8))
        #expect(other == Data("abc".utf8))
        session.finishTasksAndInvalidate()
    }

    @Test(arguments: [("HEAD", 200), ("GET", 204), ("GET", 304)])
    func responseWithoutABodyStaysWithoutABody(method: String, status: Int) async throws {
        let stub = StubSession { _ in .text("body", status: status) }
        var request = URLRequest(url: url)
        request.httpMethod = method

        let (data, response) = try await stub.session.data(for: request)

        #expect(data.isEmpty)
        #expect((response as? HTTPURLResponse)?.statusCode == status)
    }

    /// RFC 9110, section 9.3.2.
    @Test func headUsesTheRouteOfGet() async throws {
        let stub = StubSession(routes: [
            "GET /a": .text("body", headers: ["ETag": "x"]), "GET /b": .text("body"), "HEAD /b": .status(404),
        ])
        func head(_ path: String) async throws -> (bytes: Int, response: HTTPURLResponse?) {
            var request = URLRequest(url: try #require(URL(string: "https://api.example.com\(path)")))
            request.httpMethod = "HEAD"
            let (data, response) = try await stub.session.data(for: request)
            return (data.count, response as? HTTPURLResponse)
        }

        let first = try await head("/a")
        let second = try await head("/b")

        #expect(first.bytes == 0)
        #expect(first.response?.statusCode == 200)
        #expect(first.response?.value(forHTTPHeaderField: "ETag") == "x")
        #expect(second.response?.statusCode == 404)
    }

    @Test func networkErrorIsThrownUnchanged() async {
        let stub = StubSession { _ in .networkError(URLError(.notConnectedToInternet)) }

        await #expect(throws: URLError(.notConnectedToInternet)) { try await stub.session.data(from: url) }
    }

    @Test func truncatedBodyIsAnErrorAfterItsHead() async {
        let stub = StubSession { _ in .text("0123456789").breakingOff(after: 7) }
        let delegate = RecordingDelegate()
        let session = URLSession(configuration: stub.configuration, delegate: delegate, delegateQueue: nil)

        session.dataTask(with: url).resume()
        await delegate.end()

        #expect(delegate.events == ["200", "01234", "56", "error -1005"])
        await #expect(throws: URLError(.networkConnectionLost)) { try await stub.session.data(from: url) }
        session.finishTasksAndInvalidate()
    }

    @Test func heldResponseArrivesWhenItIsReleased() async throws {
        let gate = SampleGate()
        let stub = StubSession { _ in .text("late").held(by: gate) }

        async let response = stub.session.data(from: url)
        await gate.waitForArrivals(atLeast: 1)
        gate.release()

        #expect(try await response.0 == Data("late".utf8))
    }

    @Test func bodyIsHeldInTheMiddle() async throws {
        let gate = SampleGate()
        let stub = StubSession { _ in .text("0123456789").held(by: gate, after: 7) }
        let delegate = RecordingDelegate()
        let session = URLSession(configuration: stub.configuration, delegate: delegate, delegateQueue: nil)

        session.dataTask(with: url).resume()
        await gate.waitForArrivals(atLeast: 1)
        let received = delegate.events
        gate.release()
        await delegate.end()

        #expect(received == ["200", "01234", "56"])
        #expect(delegate.events == ["200", "01234", "56", "789", "end"])
        session.finishTasksAndInvalidate()
    }

    @Test func responseOfAnAsyncMethodIsHeldCompletely() async throws {
        let gate = SampleGate()
        let journal = Journal()
        let stub = StubSession(journal: journal) { _ in .text("0123456789").held(by: gate, after: 7) }

        async let response = stub.session.data(from: url)
        await gate.waitForArrivals(atLeast: 1)
        let events = journal.events.map(\.description)
        gate.release()

        #expect(events == ["began ", "sent GET https://api.example.com/users?page=2"])
        #expect(try await response.0 == Data("0123456789".utf8))
    }

    @Test func taskSuspendedWhileHeldContinues() async throws {
        let gate = SampleGate()
        let stub = StubSession { _ in .chunked([Data("a".utf8), Data("b".utf8)]).held(by: gate) }
        let delegate = RecordingDelegate()
        let session = URLSession(configuration: stub.configuration, delegate: delegate, delegateQueue: nil)

        let task = session.dataTask(with: url)
        task.resume()
        await gate.waitForArrivals(atLeast: 1)
        task.suspend()
        gate.release()
        task.resume()
        await delegate.end()

        #expect(delegate.events == ["200", "a", "b", "end"])
        session.finishTasksAndInvalidate()
    }

    @Test(arguments: [#"Basic realm="shop""#, #"Digest realm="shop", nonce="1""#, "Bearer", ""])
    func challengeIsReturnedAsAResponse(challenge: String) async throws {
        let stub = StubSession { _ in .text("no", status: 401, headers: ["WWW-Authenticate": challenge]) }

        let (data, response) = try await stub.session.data(from: url)

        let head = try #require(response as? HTTPURLResponse)
        #expect(data == Data("no".utf8))
        #expect(head.statusCode == 401)
        #expect(head.url == url)
        #expect(head.value(forHTTPHeaderField: "WWW-Authenticate") == challenge)
    }

    @Test(arguments: [-1, 0, 42, 199, 1_000])
    func invalidStatusFails(status: Int) async throws {
        let stub = StubSession { _ in .status(status) }

        let error = try await #require(throws: TernError.self) { try await stub.session.data(from: url) }

        #expect(error.code == .malformedResponse)
    }

    @Test func downloadTaskFailsWithAnAlternative() async throws {
        let journal = Journal()
        let stub = StubSession(journal: journal) { _ in .text("file") }

        #if canImport(FoundationNetworking)
            let error = try await #require(throws: TestKitError.self) { try await stub.session.download(from: url) }
            #expect(error.code == .downloadTask)
            #expect(error.message.contains("LoopbackServer"))
            #expect(journal.findings(ignoring: [.unusedStub]).map(\.kind) == [.misuse])
        #else
            let file = try await stub.session.download(from: url).0
            #expect(try Data(contentsOf: file) == Data("file".utf8))
        #endif
    }

    @Test func sessionOutlivesItsStub() async throws {
        let session = StubSession { _ in .text("still here") }.session

        let data = try await session.data(from: url).0

        #expect(data == Data("still here".utf8))
    }

    @Test func journalRecordsTheEvents() async throws {
        let journal = Journal()
        let stub = StubSession(journal: journal) { _ in .chunked([Data("ab".utf8), Data("c".utf8)]) }
        let failing = StubSession(journal: journal) { _ in .networkError(URLError(.timedOut)) }
        var request = URLRequest(url: url)
        request.httpMethod = "POST"
        request.httpBody = Data("in".utf8)

        _ = try await stub.session.data(for: request)
        _ = try? await failing.session.data(from: url)

        #expect(
            journal.events.map(\.description) == [
                "began ", "sent POST \(url)", "received 3", "responded 200", "ended 200",
                "began ", "sent GET \(url)", "failed timedOut", "ended timedOut",
            ]
        )
        #expect(journal.requests.map(\.text) == ["in", ""])
        #expect(journal.findings().isEmpty)
    }

    @Test func callThatIsNeverReleasedIsAFinding() async throws {
        let journal = Journal()
        let gate = SampleGate()
        let stub = StubSession(journal: journal) { _ in .status(200).held(by: gate) }
        let task = stub.session.dataTask(with: url)

        task.resume()
        await gate.waitForArrivals(atLeast: 1)

        #expect(journal.findings().map(\.kind) == [.inFlight])
        task.cancel()
    }
}
