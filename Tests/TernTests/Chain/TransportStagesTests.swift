import Foundation
import TernTesting
import TestDoubles
import Testing

@testable import Tern
@testable import TernHTTP

/// The stages that Tern adds above every transport, checked with a transport that has none of them.
@Suite(.timeLimit(.minutes(20)))
struct TransportStagesTests {
    private func provider(_ transport: ScriptedTransport, clock: any Clock<Duration> = ContinuousClock())
        -> Provider<OpenTarget>
    {
        Provider<OpenTarget>(transport: transport, clock: clock)
    }

    private static func redirect(to location: String, body: Response.Body = .data(Data())) -> ScriptedTransport.Step {
        { _ in Response(statusCode: 302, headers: ["Location": location], body: body) }
    }

    private static let ok: ScriptedTransport.Step = { _ in Response(statusCode: 200, data: Data("ok".utf8)) }

    @Test func redirectsOfAnyTransportAreFollowed() async throws {
        let body = Response.Body.stream(BodyStream(Data("moved".utf8)))
        let transport = ScriptedTransport(steps: [
            Self.redirect(to: "/b", body: body), Self.redirect(to: "/c"), Self.ok,
        ])

        let response = try await provider(transport).request(OpenTarget())

        #expect(try response.string() == "ok")
        #expect(response.url?.path == "/c")
        #expect(transport.requests.value.map(\.url.path) == ["/things", "/b", "/c"])
    }

    @Test func policyOfTheProviderDecides() async throws {
        var target = OpenTarget()
        target.validation = .none
        let transport = ScriptedTransport(steps: [Self.redirect(to: "/b")])
        let never = provider(transport).configured { $0.redirects = .never }
        #expect(try await never.request(target).statusCode == 302)

        for limit in [1, 0, -1] {
            let transport = ScriptedTransport(steps: [Self.redirect(to: "/b"), Self.redirect(to: "/c")])
            let limited = provider(transport).configured { $0.redirects = .follow(limit: limit) }
            #expect(await failure { try await limited.request(target) }?.code == .tooManyRedirects)
            #expect(transport.requests.value.count == max(0, limit) + 1)
        }
    }

    /// The target is right, so the text doesn't blame it. Such a URL never reaches an engine.
    @Test(arguments: [
        "http://127.0.0.1:x/", "http://127.0.0.1:99999/", "http://[v1.x]/", "http://a%00b/", "//a%20b/", "ftp://a/", "",
        "http://:80/",
    ])
    func locationThatCannotBeRequestedIsAnErrorOfTheServer(location: String) async throws {
        let transport = ScriptedTransport(steps: [Self.redirect(to: location), Self.ok])
        let target = OpenTarget(baseURL: try #require(URL(string: "http://api.example.com")))

        let error = await #expect(throws: TernError.self) { try await provider(transport).request(target) }

        #expect(error?.code == .tooManyRedirects)
        #expect(error?.reason.contains("The server redirects to") == true)
        #expect(error?.advice == "Check the Location fields that the server sends.")
        #expect(error?.request?.url.path == "/things")
        #expect(transport.requests.value.count == 1)
    }

    /// An engine may refuse more URLs than Tern, such as a name that can't be written in ASCII.
    @Test func locationThatTheEngineRefusesIsAnErrorOfTheServer() async throws {
        let refusing: ScriptedTransport.Step = { _ in throw TernError(.invalidURL, reason: "no host") }
        let transport = ScriptedTransport(steps: [Self.redirect(to: "https://b.example/c?token=hunter2"), refusing])

        let error = await #expect(throws: TernError.self) { try await provider(transport).request(OpenTarget()) }

        #expect(error?.code == .tooManyRedirects)
        #expect(error?.reason.contains("https://b.example/c") == true)
        #expect("\(String(describing: error))".contains("hunter2") == false)
        // Without a redirect, it is an error of the target.
        let first = ScriptedTransport(steps: [refusing])
        #expect(await failure { try await provider(first).request(OpenTarget()) }?.code == .invalidURL)
    }

    @Test func fragmentOfALocationIsAllowed() async throws {
        let transport = ScriptedTransport(steps: [Self.redirect(to: "/b#part"), Self.ok])
        #expect(try await provider(transport).request(OpenTarget()).statusCode == 200)
    }

    @Test func redirectWithAnEndlessBodyFails() async throws {
        let pieces = AsyncStream<Data>(unfolding: { Data(count: 100_000) })
        let transport = ScriptedTransport(steps: [Self.redirect(to: "/b", body: .stream(BodyStream(pieces)))])

        #expect(await failure { try await provider(transport).request(OpenTarget()) }?.code == .bodyTooLarge)
    }

    @Test(arguments: [HTTPMethod.get, .head])
    func announcedBodyAboveTheLimitIsNotRead(method: HTTPMethod) async throws {
        let isRead = Locked(false)
        let pieces = AsyncStream<Data> {
            isRead.withLock { $0 = true }
            return nil
        }
        let transport = ScriptedTransport(steps: [
            { _ in
                Response(statusCode: 200, headers: ["Content-Length": "1000000"], body: .stream(BodyStream(pieces)))
            }
        ])
        var target = OpenTarget()
        target.method = method
        let limited = provider(transport).configured { $0.maximumBodyBytes = 100 }

        if method == .head {
            #expect(try await limited.request(target).data.isEmpty)
        } else {
            #expect(await failure { try await limited.request(target) }?.code == .bodyTooLarge)
            #expect(!isRead.withLock { $0 })
        }
    }

    @Test func mediaTypeOfABodyIsSent() async throws {
        let transport = ScriptedTransport(steps: [Self.ok, Self.ok])
        let provider = Provider<OpenTarget>(
            requestClosure: { endpoint, _ in
                var request = try endpoint.request()
                request.body = .data(Data("x".utf8), contentType: "image/png")
                return request
            },
            transport: transport
        )
        var typed = OpenTarget()
        typed.headers = ["content-type": "image/webp"]

        let response = try await provider.request(OpenTarget())
        _ = try await provider.request(typed)

        #expect(transport.requests.value.map { $0.headers["Content-Type"] } == ["image/png", "image/webp"])
        #expect(response.request?.headers["Content-Type"] == "image/png")
    }

    @Test func timeoutOfTheProviderAppliesIfTheTargetHasNone() async throws {
        let clock = ManualClock()
        let transport = RecordingTransport()
        let provider = Provider<OpenTarget>(transport: transport, clock: clock).configured { $0.timeout = .seconds(5) }
        let call = Task { try await provider.request(OpenTarget()) }
        await transport.waitForRequests(atLeast: 1)
        await clock.waitForSleepers(atLeast: 1)

        clock.advance(by: .seconds(5))

        #expect(await failure { try await call.value }?.code == .timedOut)
    }

    @Test func timeoutEndsAStreamOnTheProvidersClock() async throws {
        let clock = ManualClock()
        let (pieces, source) = AsyncStream<Data>.makeStream()
        let transport = ScriptedTransport(steps: [
            { _ in Response(statusCode: 200, body: .stream(BodyStream(pieces))) }
        ])
        let provider = Provider<OpenTarget>(
            requestClosure: { endpoint, _ in
                var request = try endpoint.request()
                request.delivery = .streamed
                return request
            },
            transport: transport,
            clock: clock
        )
        let response = try await provider.request(OpenTarget(timeout: .seconds(5)))
        let stream = try #require(response.stream)
        source.yield(Data("first".utf8))
        var iterator = stream.makeAsyncIterator()
        #expect(try await iterator.next() == Data("first".utf8))

        let rest = Task {
            var iterator = stream.makeAsyncIterator()
            return try await iterator.next()
        }
        await clock.waitForSleepers(atLeast: 1)
        clock.advance(by: .seconds(5))

        #expect(await failure { try await rest.value }?.code == .timedOut)
    }

    /// The response with a stream of a call whose timeout is 5 seconds.
    private func streamed(_ body: BodyStream, on clock: ManualClock) async throws -> BodyStream {
        let provider = Provider<OpenTarget>(
            requestClosure: { endpoint, _ in
                var request = try endpoint.request()
                request.delivery = .streamed
                return request
            },
            transport: ScriptedTransport(steps: [{ _ in Response(statusCode: 200, body: .stream(body)) }]),
            clock: clock
        )
        return try #require(try await provider.request(OpenTarget(timeout: .seconds(5))).stream)
    }

    /// The policy belongs to the provider, so a transport around a transport can't lose it.
    @Test(arguments: [RedirectPolicy.never, .follow(limit: 1), .follow(limit: 20)])
    func transportAroundATransportKeepsThePolicyForRedirects(policy: RedirectPolicy) async throws {
        let steps = [Self.redirect(to: "/b"), Self.redirect(to: "/c"), Self.ok]
        for isWrapped in [true, false] {
            let inner = ScriptedTransport(steps: steps)
            let wrapper = RecordingTransport { try await inner.send($0, hop: Hop(progress: $1.progress)) }
            let transport: any Transport = isWrapped ? wrapper : inner
            let provider = Provider<OpenTarget>(transport: transport).configured { $0.redirects = policy }

            let status = try? await provider.request(OpenTarget(validation: .none)).statusCode

            #expect(status == (policy == .never ? 302 : policy == .follow(limit: 1) ? nil : 200))
            #expect(inner.requests.value.count == (policy == .never ? 1 : policy == .follow(limit: 1) ? 2 : 3))
        }
    }

    @Test(arguments: [Request.Delivery.collected(), .streamed], [true, false])
    func callerSeesWhetherATransportHasDecodedTheBody(delivery: Request.Delivery, isDecoded: Bool) async throws {
        let transport = RecordingTransport { _ in
            var response = Response(statusCode: 200, data: Data("text".utf8), headers: ["Content-Encoding": "br"])
            #expect(!response.isDecoded)
            response.isDecoded = isDecoded
            return response
        }
        let provider = Provider<OpenTarget>(transport: transport)

        let response = try await provider.request(OpenTarget(), options: CallOptions(delivery: delivery))

        #expect(response.isDecoded == isDecoded)
        #expect(response.headers["Content-Encoding"] == "br")
    }

    @Test func streamCompletedInTimeCanBeReadLater() async throws {
        let clock = ManualClock()
        let stream = try await streamed(BodyStream(Data("whole".utf8)), on: clock)

        clock.advance(by: .seconds(60))

        var iterator = stream.makeAsyncIterator()
        #expect(try await iterator.next() == Data("whole".utf8))
        #expect(try await iterator.next() == nil)
        #expect(try await iterator.next() == nil)
    }

    @Test func piecesBeforeTheTimeoutAreDeliveredBeforeItsError() async throws {
        let clock = ManualClock()
        let isAbandoned = Watched(false)
        let channel = BodyChannel(onRoom: {}, onAbandon: { isAbandoned.update { $0 = true } })
        let stream = try await streamed(BodyStream(channel), on: clock)
        _ = channel.push(Data("some".utf8))

        clock.advance(by: .seconds(60))

        var iterator = stream.makeAsyncIterator()
        #expect(try await iterator.next() == Data("some".utf8))
        #expect(isAbandoned.value)
        #expect(await failure { try await stream.next() }?.code == .timedOut)
        #expect(try await iterator.next() == nil)
    }

    /// The response and its iterator live on, and the closures of the wrapper hold the stream inside.
    @Test func wrappedStreamEndsItsSourceAtTheTimeout() async throws {
        let clock = ManualClock()
        let isAbandoned = Watched(false)
        let channel = BodyChannel(onRoom: {}, onAbandon: { isAbandoned.update { $0 = true } })
        let inner = BodyStream(channel)
        _ = channel.push(Data("some".utf8))
        let stream = try await streamed(
            BodyStream(inner, trailers: { inner.trailers }, metrics: { inner.metrics }),
            on: clock
        )
        var iterator = stream.makeAsyncIterator()
        #expect(try await iterator.next() == Data("some".utf8))

        clock.advance(by: .seconds(60))
        #expect(await failure { try await stream.next() }?.code == .timedOut)

        #expect(isAbandoned.value)
        #expect(try await iterator.next() == nil)
    }

    @Test func wrappedStreamReleasesItsClosures() async throws {
        final class Source: Sendable {}
        let pieces = AsyncStream<Data>(unfolding: { Data("more".utf8) })
        let clock = ManualClock()
        var source: Source? = Source()
        weak let released = source
        let stream = try await streamed(
            BodyStream(pieces, trailers: { [source] in withExtendedLifetime(source) { [:] } }),
            on: clock
        )
        source = nil
        #expect(released != nil)

        clock.advance(by: .seconds(60))
        await #expect(throws: TernError.self) { try await stream.next() }

        #expect(released == nil)
    }

    @Test(arguments: [true, false]) func leavingALoopEarlyEndsTheExchange(isWrapped: Bool) async throws {
        let isAbandoned = Watched(false)
        let channel = BodyChannel(onRoom: {}, onAbandon: { isAbandoned.update { $0 = true } })
        let inner = BodyStream(channel)
        _ = channel.push(Data("some".utf8))
        let stream = isWrapped ? BodyStream(inner, trailers: { inner.trailers }) : inner

        for try await _ in stream { break }

        #expect(isAbandoned.value)
        let error = await #expect(throws: TernError.self) { for try await _ in stream {} }
        #expect(error?.code == .cancelled)
    }

    @Test func sequenceReadAfterTheTimeoutFailsOnce() async throws {
        let clock = ManualClock()
        let pieces = AsyncStream<Data>(unfolding: { Data("more".utf8) })
        let stream = try await streamed(BodyStream(pieces), on: clock)
        var iterator = stream.makeAsyncIterator()
        #expect(try await iterator.next() == Data("more".utf8))

        clock.advance(by: .seconds(60))

        #expect(await failure { try await stream.next() }?.code == .timedOut)
        #expect(try await iterator.next() == nil)
    }
}
