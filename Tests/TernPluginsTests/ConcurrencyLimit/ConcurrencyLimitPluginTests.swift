import Foundation
import Tern
import TernPlugins
import TernTesting
import TestDoubles
import Testing

@Suite(.timeLimit(.minutes(20)))
struct ConcurrencyLimitPluginTests {
    private let transport = RecordingTransport()

    private func provider(_ plugins: any Plugin...) -> Provider<OpenTarget> {
        Provider(transport: transport, plugins: plugins)
    }

    @Test func furtherCallsWaitUntilARequestEnds() async throws {
        let provider = provider(ConcurrencyLimitPlugin(2))
        async let calls = withTaskGroup(of: Bool.self) { group in
            for _ in 0..<4 { group.addTask { (try? await provider.request(OpenTarget())) != nil } }
            return await group.reduce(into: []) { $0.append($1) }
        }
        for index in 0..<4 {
            await transport.waitForRequests(atLeast: min(4, index + 2))
            #expect(transport.requests.count == min(4, index + 2))
            transport.respond(index)
        }
        #expect(await calls == [true, true, true, true])
    }

    @Test func failedRequestGivesItsPlaceBack() async throws {
        let provider = provider(ConcurrencyLimitPlugin(1, maximumQueued: 0))
        for index in 0..<3 {
            async let call = try? provider.request(OpenTarget())
            await transport.waitForRequests(atLeast: index + 1)
            transport.fail(index, with: TernError(.connectionLost))
            #expect(await call == nil)
        }
    }

    /// A plugin may send the request of an error again. That request doesn't hold a permit any more.
    @Test func requestOfAnErrorNeedsItsOwnPermit() async throws {
        struct Repeating: Plugin {
            func intercept(_ request: Request, context: RequestContext, next: Next) async throws -> Response {
                do {
                    return try await next(request)
                } catch let error as TernError {
                    return try await next(error.request ?? request)
                }
            }
        }
        let provider = provider(Repeating(), ConcurrencyLimitPlugin(1, maximumQueued: 0))
        async let first = provider.request(OpenTarget())
        await transport.waitForRequests(atLeast: 1)
        transport.fail(0, with: TernError(.connectionLost))
        await transport.waitForRequests(atLeast: 2)

        #expect(await failure { try await provider.request(OpenTarget()) }?.code == .overloaded)
        transport.respond(1)
        #expect(try await first.statusCode == 200)
    }

    @Test func fullQueueIsAClearError() async throws {
        let provider = provider(ConcurrencyLimitPlugin(1, scope: .host, maximumQueued: 0))
        async let call = provider.request(OpenTarget())
        await transport.waitForRequests(atLeast: 1)

        let error = try await #require(throws: TernError.self) { try await provider.request(OpenTarget()) }
        transport.respond(0)
        _ = try await call

        #expect(error.code == .overloaded)
        #expect(error.attempts == 0)
        #expect(error.reason == "The queue for https://api.example.com is full: 0 calls wait for a request to end.")
        #expect(error.retryAfter == nil)
    }

    @Test func hostsHaveSeparateLimits() async throws {
        let provider = provider(ConcurrencyLimitPlugin(1, scope: .host, maximumQueued: 0, maximumHosts: 1))
        let other = try #require(URL(string: "https://other.example.com"))
        async let first = provider.request(OpenTarget())
        await transport.waitForRequests(atLeast: 1)
        async let second = provider.request(OpenTarget(baseURL: other))
        await transport.waitForRequests(atLeast: 2)
        transport.respond(0)
        transport.respond(1)
        _ = try await (first, second)
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test func callOfHigherPriorityGoesFirst() async throws {
        let scheduler = VirtualScheduler()
        let log = try await scheduler.run {
            let log = Watched<[String]>([])
            let recording = InterceptingPlugin { request, _, next in
                log.append(request.url.path)
                return try await next(request)
            }
            let provider = Provider<OpenTarget>.stub(
                delay: .seconds(1),
                plugins: [ConcurrencyLimitPlugin(1), recording],
                clock: scheduler.clock
            ) { _ in .status(200) }
            let calls: [(String, CallOptions.Priority)] = [
                ("/first", .low), ("/low", .low), ("/normal", .normal), ("/high", .high), ("/later", .normal),
            ]
            await withTaskGroup(of: Void.self) { group in
                for (path, priority) in calls {
                    group.addTask {
                        var options = CallOptions()
                        options.priority = priority
                        _ = try? await provider.request(OpenTarget(path: path), options: options)
                    }
                }
            }
            return log.value
        }
        #expect(log == ["/first", "/high", "/normal", "/later", "/low"])
    }

    @Test func sameValueTwiceCountsOnceAndOthersCountEach() async throws {
        let plugin = ConcurrencyLimitPlugin(1)
        let provider = provider(plugin, ConcurrencyLimitPlugin(1), plugin)
        async let call = provider.request(OpenTarget())
        await transport.waitForRequests(atLeast: 1)
        transport.respond(0)
        #expect(try await call.statusCode == 200)
    }

    @Test func sameValueBeforeAndAfterRetriesCountsOnce() async throws {
        let plugin = ConcurrencyLimitPlugin(1)
        let retry = RetryPlugin(RetryPolicy(maximumAttempts: 2, delay: .zero), budget: nil)
        let provider = provider(plugin, retry, plugin)
        async let call = provider.request(OpenTarget())
        await transport.waitForRequests(atLeast: 1)
        transport.fail(0, with: TernError(.connectionLost))
        await transport.waitForRequests(atLeast: 2)
        transport.respond(1)
        #expect(try await call.statusCode == 200)
    }
}
