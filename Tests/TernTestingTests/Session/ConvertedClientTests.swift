import Foundation
import Tern
import TernTesting
import TernURLSession
import Testing

/// A client with its own protocols in front of `URLSession` and `URLSessionDataTask`, and the same client on a
/// `Transport`.
@Suite(.timeLimit(.minutes(20)))
struct ConvertedClientTests {
    @Test func bothReturnTheMenu() async throws {
        let session = MockSession()
        session.nextData = Data(#"[{"name":"Flat white"}]"#.utf8)
        let stub = StubSession { _ in .json([Drink(name: "Flat white")]) }

        let before = await withCheckedContinuation { continuation in
            MenuClientBefore(session: session).menu { continuation.resume(returning: $0) }
        }
        let after = try await MenuClientAfter(transport: URLSessionTransport(configuration: stub.configuration)).menu()

        #expect(session.lastTask?.resumeWasCalled == true)
        #expect(try before.get() == after)
    }

    @Test func bothThrowTheNetworkError() async {
        let session = MockSession()
        session.nextError = URLError(.notConnectedToInternet)
        let stub = StubSession { _ in .networkError(URLError(.notConnectedToInternet)) }

        let before = await withCheckedContinuation { continuation in
            MenuClientBefore(session: session).menu { continuation.resume(returning: $0) }
        }

        #expect(throws: URLError(.notConnectedToInternet)) { try before.get() }
        await #expect(throws: URLError(.notConnectedToInternet)) {
            try await MenuClientAfter(transport: URLSessionTransport(configuration: stub.configuration)).menu()
        }
    }

    @Test func afterAlsoTestsTheSentRequest() async throws {
        let journal = Journal()
        let stub = StubSession(routes: ["GET https://cafe.example.com/menu": .json([Drink]())], journal: journal)

        _ = try await MenuClientAfter(transport: URLSessionTransport(configuration: stub.configuration)).menu()

        #expect(journal.requests.map(\.headers["Accept"]) == ["application/json"])
        #expect(journal.findings().isEmpty)
    }

    @Test func afterAlsoTestsTheBehaviourThatATaskMockHides() async throws {
        let gate = SampleGate()
        let stub = StubSession { _ in .json([Drink]()).held(by: gate) }
        let client = MenuClientAfter(transport: try URLSessionTransport(configuration: stub.configuration))
        let call = Task { try await client.menu() }

        await gate.waitForArrivals(atLeast: 1)
        call.cancel()

        await #expect(throws: CancellationError.self) { try await call.value }
        gate.release()
    }

    @Test func statusHiddenByTheMockIsAnError() async {
        let stub = StubSession { _ in .json([Drink](), status: 500) }

        await #expect(throws: URLError(.badServerResponse)) {
            try await MenuClientAfter(transport: URLSessionTransport(configuration: stub.configuration)).menu()
        }
    }

    @Test func truncatedBodyIsAnError() async {
        let stub = StubSession { _ in .json([Drink(name: "Flat white")]).breakingOff(after: 5) }

        let error = await #expect(throws: TernError.self) {
            try await MenuClientAfter(transport: URLSessionTransport(configuration: stub.configuration)).menu()
        }
        #expect(error?.code == .connectionLost)
        #expect((error?.underlying as? URLError)?.code == .networkConnectionLost)
    }
}

private struct Drink: Codable, Equatable {
    let name: String
}

// MARK: - Before

private protocol DataTasking {
    func resume()
}

private protocol SessionTasking {
    func task(
        for request: URLRequest,
        completion: @escaping @Sendable (Data?, URLResponse?, (any Error)?) -> Void
    ) -> any DataTasking
}

extension URLSessionDataTask: DataTasking {}

extension URLSession: SessionTasking {
    fileprivate func task(
        for request: URLRequest,
        completion: @escaping @Sendable (Data?, URLResponse?, (any Error)?) -> Void
    ) -> any DataTasking {
        dataTask(with: request, completionHandler: completion)
    }
}

private struct MenuClientBefore {
    var session: any SessionTasking = URLSession.shared

    func menu(completion: @escaping @Sendable (Result<[Drink], any Error>) -> Void) {
        var request = URLRequest(url: URL(string: "https://cafe.example.com/menu")!)
        request.setValue("application/json", forHTTPHeaderField: "Accept")
        session.task(for: request) { data, _, error in
            completion(
                Result {
                    if let error { throw error }
                    return try JSONDecoder().decode([Drink].self, from: data ?? Data())
                }
            )
        }.resume()
    }
}

private final class MockTask: DataTasking {
    var resumeWasCalled = false
    let onResume: () -> Void

    init(onResume: @escaping () -> Void) {
        self.onResume = onResume
    }

    func resume() {
        resumeWasCalled = true
        onResume()
    }
}

private final class MockSession: SessionTasking {
    var nextData: Data?
    var nextError: (any Error)?
    var lastTask: MockTask?

    func task(
        for request: URLRequest,
        completion: @escaping @Sendable (Data?, URLResponse?, (any Error)?) -> Void
    ) -> any DataTasking {
        let task = MockTask { [nextData, nextError] in completion(nextData, nil, nextError) }
        lastTask = task
        return task
    }
}

// MARK: - After

private struct MenuClientAfter {
    var transport: any Transport = .platform

    func menu() async throws -> [Drink] {
        let url = URL(string: "https://cafe.example.com/menu")!
        let response = try await transport.send(Request(url: url, headers: ["Accept": "application/json"]))
        guard response.statusCode == 200 else { throw URLError(.badServerResponse) }
        return try JSONDecoder().decode([Drink].self, from: response.data)
    }
}
