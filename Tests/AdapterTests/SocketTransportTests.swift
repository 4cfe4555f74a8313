import Foundation
import Tern
import TernTestSupport
import TernTesting
import Testing

/// The adapter in a provider, and behavior that the conformance cases don't check.
@Suite(.timeLimit(.minutes(20)))
struct SocketTransportTests {
    private struct Page: TargetType {
        let baseURL: URL
        var path = "/page"
        var task: HTTPTask = .plain
        var method: HTTPMethod = .get
    }

    private struct Greeting: Codable, Equatable {
        let text: String
    }

    @Test func providerDecodesResponses() async throws {
        let server = try LoopbackServer(routes: ["GET /page": .json(["text": "hello"])])
        defer { server.stop() }
        let provider = Provider<Page>(transport: try SocketTransport())

        let greeting = try await provider.value(Call<Page, Greeting>(Page(baseURL: server.url)))

        #expect(greeting == Greeting(text: "hello"))
    }

    @Test func hostNamesAreLookedUp() async throws {
        let server = try LoopbackServer { .text($0.headers["Host"] ?? "") }
        defer { server.stop() }
        let url = try #require(URL(string: "http://localhost:\(server.port)"))
        let provider = Provider<Page>(transport: try SocketTransport())

        let response = try await provider.request(Page(baseURL: url))

        #expect(String(decoding: response.data, as: UTF8.self) == "localhost:\(server.port)")
        #expect(response.metrics?.nameLookup != nil)
    }

    @Test(arguments: ["https://127.0.0.1", "http://127.0.0.1:99999"]) func urlIsRefused(text: String) async throws {
        let provider = Provider<Page>(transport: try SocketTransport())
        let url = try #require(URL(string: text))
        let error = await #expect(throws: TernError.self) { try await provider.request(Page(baseURL: url)) }
        #expect([.transportFailed, .invalidURL].contains(error?.code))
    }

    @Test func requestThatWaitsForAConnectionTimesOutOrIsCancelled() async throws {
        let gate = SampleGate()
        let server = try LoopbackServer { _ in
            try await gate.pass()
            return .text("fine")
        }
        defer { server.stop() }
        var configuration = TransportConfiguration()
        configuration.connectionsPerHost = 1
        let transport = try SocketTransport(configuration)
        let request = Request(url: server.url)
        async let first = transport.send(request, hop: Hop())
        await gate.waitForArrivals(atLeast: 1)

        let error = await #expect(throws: TernError.self) {
            var impatient = request
            impatient.idleTimeout = .milliseconds(50)
            return try await transport.send(impatient, hop: Hop())
        }
        #expect(error?.code == .timedOut)
        let waiting = Task { try await transport.send(request, hop: Hop()) }
        waiting.cancel()
        await #expect(throws: CancellationError.self) { try await waiting.value }

        gate.release()
        #expect(try await first.data == Data("fine".utf8))
        #expect(try await transport.send(request, hop: Hop()).data == Data("fine".utf8))
        #expect(server.acceptedConnections == 1)
    }

    @Test func manyRequestsShareFewConnections() async throws {
        let server = try LoopbackServer { .text($0.path) }
        defer { server.stop() }
        var configuration = TransportConfiguration()
        configuration.connectionsPerHost = 3
        // A request may wait for many others, while the other tests of the run take the machine's time.
        configuration.idleTimeout = .seconds(250)
        configuration.connectTimeout = .seconds(250)
        let transport = try SocketTransport(configuration)

        try await withThrowingTaskGroup { group in
            for number in 0..<100 {
                let request = Request(url: server.url.appending(path: "\(number)"))
                group.addTask {
                    let data = try await transport.send(request, hop: Hop()).data
                    #expect(data == Data("/\(number)".utf8))
                }
            }
            try await group.waitForAll()
        }

        #expect(server.acceptedConnections <= 3)
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test(.virtualTime) func virtualTimeWaitsForSockets() async throws {
        let server = try LoopbackServer { .data($0.body) }
        defer { server.stop() }
        let scheduler = try #require(VirtualScheduler.current)
        let provider = Provider<Page>(transport: try SocketTransport(), clock: scheduler.clock)
        let page = Page(baseURL: server.url, task: .data(Data("hello".utf8), contentType: "text/plain"), method: .post)

        try await scheduler.clock.sleep(for: .seconds(5))
        let response = try await provider.request(page)

        #expect(response.data == Data("hello".utf8))
        #expect(scheduler.now == .seconds(5))
    }
}
