import Foundation
import Tern
import TernTesting
import TernURLSession
import Testing

/// Two attempts of one call at the same time, in the journals of each level.
@Suite(.timeLimit(.minutes(20)))
struct ConcurrentAttemptsTests {
    enum Level: CaseIterable {
        case stub, session, server
    }

    private struct Uploads: TargetType {
        var baseURL: URL { URL(string: "https://uploads.example.com")! }
        var path: String { "/uploads" }
        var method: HTTPMethod { .put }
    }

    /// Sends a request twice at once, each with a body and a field of its own.
    private struct Hedging: Plugin {
        let body: @Sendable (_ number: Int) -> RequestBody

        func intercept(_ request: Request, context: RequestContext, next: Next) async throws -> Response {
            try await withThrowingTaskGroup(of: Response.self) { group in
                for number in 1...2 {
                    var request = request
                    request.headers["X-Number"] = "\(number)"
                    request.body = body(number)
                    group.addTask { [request] in try await next(request) }
                }
                var last: Response?
                for try await response in group { last = response }
                return try #require(last)
            }
        }
    }

    private let journal = Journal()

    /// Makes a call, and returns what the double received, if it isn't the provider itself.
    private func send(
        on level: Level,
        _ body: @escaping @Sendable (Int) -> RequestBody
    ) async throws -> (Response, [RecordedRequest]) {
        let plugins = [Hedging(body: body)]
        switch level {
        case .stub:
            let provider = Provider<Uploads>.stub(plugins: plugins, journal: journal) { _ in .status(201) }
            return (try await provider.request(Uploads()), [])
        case .session:
            let received = Journal()
            let stub = StubSession(journal: received) { _ in .status(201) }
            let transport = try URLSessionTransport(configuration: stub.configuration)
            let provider = Provider<Uploads>(transport: transport, plugins: plugins).recorded(in: journal)
            return (try await provider.request(Uploads()), received.requests)
        case .server:
            let server = try LoopbackServer(journal: nil) { _ in .status(201) }
            let provider = Provider<Uploads>(
                endpointClosure: { Endpoint($0, baseURL: server.url) },
                plugins: plugins
            ).recorded(in: journal)
            return (try await provider.request(Uploads()), server.requests)
        }
    }

    private func bodies(_ requests: [RecordedRequest]) -> Set<String> {
        Set(requests.map { "\($0.headers["X-Number"] ?? ""): \($0.text)" })
    }

    @Test(arguments: Level.allCases) func requestsOfBothAttemptsAreRecorded(level: Level) async throws {
        let (response, received) = try await send(on: level) { .data(Data("body \($0)".utf8)) }

        #expect(response.attempts == 2)
        #expect(bodies(journal.requests) == ["1: body 1", "2: body 2"])
        #expect(level == .stub || bodies(received) == ["1: body 1", "2: body 2"])
        #expect(journal.calls(of: Uploads.self).map(\.attempts) == [2])
        #expect(Set(journal.events.filter { "\($0)" == "responded 201" }.map(\.attempt)) == [1, 2])
        #expect(journal.events.last.map { "\($0)" } == "ended 201")
        #expect(journal.findings(ignoring: [.unusedStub]).isEmpty)
    }

    /// The first body ends only after the second request was sent.
    @Test(arguments: [Level.stub, .server]) func streamedBodyIsRecordedWithItsOwnRequest(level: Level) async throws {
        let journal = journal
        let (response, received) = try await send(on: level) { number in
            .stream(length: 6) {
                AsyncThrowingStream<Data, any Error> { continuation in
                    let task = Task {
                        do {
                            if number == 1 { try await journal.waitForRequests(atLeast: 2) }
                            continuation.yield(Data("body \(number)".utf8))
                            continuation.finish()
                        } catch {
                            continuation.finish(throwing: error)
                        }
                    }
                    continuation.onTermination = { _ in task.cancel() }
                }
            }
        }

        #expect(response.attempts == 2)
        #expect(bodies(journal.requests) == ["1: body 1", "2: body 2"])
        #expect(level == .stub || bodies(received) == ["1: body 1", "2: body 2"])
    }

    /// The first request to be sent has its response last.
    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test func eventsHaveTheNumbersAndTheTimesOfTheirAttempts() async throws {
        let scheduler = VirtualScheduler()
        let journal = Journal(clock: scheduler.clock)
        try await scheduler.run {
            let count = Locked(0)
            let provider = Provider<Uploads>.stub(
                plugins: [Hedging { .data(Data("\($0)".utf8)) }],
                clock: scheduler.clock,
                journal: journal
            ) { _ in
                let number = count.withLock { count in
                    count += 1
                    return count
                }
                return .status(200 + number).delayed(by: .seconds(number == 1 ? 5 : 2))
            }
            _ = try await provider.request(Uploads())
        }

        let events = journal.events.dropFirst().map { event in
            "\(event.time / .seconds(1)) s, \(event.attempt): \("\(event)".split(separator: " https")[0])"
        }
        #expect(
            events == [
                "0.0 s, 1: sent PUT", "0.0 s, 2: sent PUT", "2.0 s, 2: responded 202", "5.0 s, 1: responded 201",
                "5.0 s, 1: ended 201",
            ]
        )
    }
}
