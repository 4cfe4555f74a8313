import Foundation
import Tern
import TernTestSupport
import TernTesting
import TestDoubles
import Testing

@testable import TernCache

/// Stored responses that are refreshed in the background (RFC 5861, section 3).
@Suite(.timeLimit(.minutes(20)))
struct RefreshTests {
    private static let headers: HTTPHeaders = [
        "Cache-Control": "max-age=60, stale-while-revalidate=60", "ETag": "\"a\"",
    ]

    private static func increase(_ count: inout Int) -> Int {
        count += 1
        return count
    }

    private func staleAPI() async throws -> (CachedAPI, RecordingTransport) {
        let transport = RecordingTransport()
        let api = CachedAPI(transport: transport)
        async let first = api.send()
        await transport.waitForRequests(atLeast: 1)
        transport.respond(with: .fresh("first", Self.headers))
        _ = try await first
        api.pass(.seconds(61))
        return (api, transport)
    }

    @Test func oneRefreshServesManyCalls() async throws {
        let (api, transport) = try await staleAPI()

        for _ in 0..<3 {
            let stale = try await api.send()
            #expect(stale.cache == .stale(age: .seconds(61)))
            #expect(stale.attempts == 0)
        }
        let refresh = await transport.waitForRequests(atLeast: 2)[1]
        #expect(refresh.headers["If-None-Match"] == "\"a\"")
        transport.respond(1, with: .fresh("second"))
        await api.cache.refreshes.finish()

        #expect(try await api.send().text == "second")
        #expect(api.requests.count == 2)
        #expect(api.cache.statistics.refreshes == 1)
    }

    /// A transport may stream a body although the request wants it collected.
    @Test func aRefreshStoresAStreamedBody() async throws {
        let (api, transport) = try await staleAPI()
        let pieces = [String](repeating: String(repeating: "x", count: 10_000), count: 8)

        try await api.send()
        await transport.waitForRequests(atLeast: 2)
        transport.respond(1, with: .streamed(pieces))
        await api.cache.refreshes.finish()

        let response = try await api.send()
        #expect(response.cache == .hit(age: .zero))
        #expect(response.data.count == 80_000)
    }

    @Test func aRefreshConfirmsTheStoredResponse() async throws {
        let (api, transport) = try await staleAPI()

        try await api.send(.head)
        await transport.waitForRequests(atLeast: 2)
        #expect(api.requests[1].method == .get)
        transport.respond(1, with: .notModified(["Cache-Control": "max-age=60"]))
        await api.cache.refreshes.finish()

        #expect(try await api.send().cache == .hit(age: .zero))
    }

    @Test(arguments: [TernError.Code.notConnected, .cancelled])
    func aRefreshThatFailsIsTriedAgain(code: TernError.Code) async throws {
        let (api, transport) = try await staleAPI()

        #expect(try await api.send().text == "first")
        await transport.waitForRequests(atLeast: 2)
        transport.fail(1, with: TernError(code))

        await api.cache.refreshes.finish()
        #expect(try await api.send().text == "first")
        await transport.waitForRequests(atLeast: 3)
        transport.respond(2, with: .fresh("second"))
        await api.cache.refreshes.finish()
        #expect(try await api.send().text == "second")
    }

    @Test func refreshesHaveALimit() async throws {
        let transport = RecordingTransport()
        let api = CachedAPI(transport: transport)
        for index in 0..<12 {
            async let first = api.send(path: "/\(index)")
            await transport.waitForRequests(atLeast: index + 1)
            transport.respond(index, with: .fresh("first", Self.headers))
            _ = try await first
        }
        api.pass(.seconds(61))

        for index in 0..<12 { try await api.send(path: "/\(index)") }

        await transport.waitForRequests(atLeast: 20)
        #expect(api.cache.statistics.staleHits == 12)
        #expect(api.cache.statistics.refreshes == 8)
        for index in 12..<20 { transport.fail(index, with: TernError(.notConnected)) }
    }

    /// A server that never responds.
    @Test func refreshesOfOneOriginDelayNoOther() async throws {
        let transport = RecordingTransport { request in .fresh(request.url.host ?? "", Self.headers) }
        let hung = RecordingTransport()
        let time = Watched(Date.arrival)
        let cache = HTTPCache(now: { time.value })
        let fill = Provider<OpenTarget>(transport: transport.cached(by: cache))
        let refresh = Provider<OpenTarget>(transport: hung.cached(by: cache))
        let targets =
            (0..<8).map { OpenTarget(path: "/\($0)") } + [
                OpenTarget(baseURL: try #require(URL(string: "https://other.example")))
            ]
        for target in targets { _ = try await fill.request(target) }
        time.update { $0 += 61 }

        for target in targets { _ = try await refresh.request(target) }

        let requests = await hung.waitForRequests(atLeast: 9)
        #expect(requests.last?.url.host == "other.example")
        for index in 0..<9 { hung.fail(index, with: TernError(.notConnected)) }
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test(.virtualTime, arguments: 1...20) func refreshesRunInVirtualTime(run: Int) async throws {
        let scheduler = try #require(VirtualScheduler.current)
        let start = scheduler.now
        let cache = HTTPCache(now: { .arrival + (scheduler.now - start) })
        let count = Watched(0)
        let provider = Provider<OpenTarget>(
            endpointClosure: { target in
                Endpoint(target).responding(.text("\(count.update(Self.increase))", headers: Self.headers))
            },
            stubClosure: Provider.delayedStub(.seconds(2)),
            transport: RecordingTransport().cached(by: cache),
            clock: scheduler.clock
        )
        let log = Watched<[String]>([])
        func call() async throws {
            let start = scheduler.now
            let response = try await provider.request(OpenTarget())
            log.append("\(try response.string()) after \(scheduler.now - start)")
        }

        try await call()
        try await scheduler.clock.sleep(for: .seconds(61))
        try await call()
        try await scheduler.clock.sleep(for: .seconds(3))
        try await call()

        #expect(log.value == ["1 after 2.0 seconds", "1 after 0.0 seconds", "2 after 0.0 seconds"])
        #expect(count.value == 2)
    }
}
