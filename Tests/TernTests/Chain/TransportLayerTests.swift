import Foundation
import TernPlugins
import TernTesting
import TestDoubles
import Testing

@testable import Tern

/// A layer between Tern and a transport, which responds itself or sends the request.
@Suite(.timeLimit(.minutes(20)))
struct TransportLayerTests {
    /// Responds to the paths that it has stored, and sends the others.
    private final class Store: TransportLayer {
        private let responses: [String: Response]
        private let onHit: @Sendable (Request, any Transport) -> Void

        init(_ responses: [String: Response], onHit: @escaping @Sendable (Request, any Transport) -> Void = { _, _ in })
        {
            self.responses = responses.mapValues {
                var response = $0
                response.cache = .hit(age: .seconds(5))
                return response
            }
            self.onHit = onHit
        }

        func send(_ request: Request, hop: Hop, next: any Transport) async throws -> Response {
            if let response = responses[request.url.path] {
                onHit(request, next)
                return response
            }
            if request.attributes.cacheUse == .onlyStored { return Response(statusCode: 504) }
            var response = try await next.send(request, hop: hop)
            response.cache = .fetched(stored: false)
            return response
        }
    }

    /// Adds its name to a field of the response.
    private struct Named: TransportLayer {
        let name: String

        func send(_ request: Request, hop: Hop, next: any Transport) async throws -> Response {
            var response = try await next.send(request, hop: hop)
            response.headers.add(name, for: "Via")
            return response
        }
    }

    private static let ok: ScriptedTransport.Step = { _ in .text("sent") }
    private static let stored = Response.text("stored")

    private static func redirect(to path: String) -> Response {
        Response(statusCode: 302, headers: ["Location": path])
    }

    private let journal = Journal()

    private func provider(
        _ stored: [String: Response],
        over steps: ScriptedTransport.Step...,
        plugins: [any Plugin] = [],
        trackInflights: Bool = false
    ) -> Provider<OpenTarget> {
        Provider<OpenTarget>(
            transport: ScriptedTransport(steps: steps).layered(Store(stored)),
            plugins: plugins,
            trackInflights: trackInflights
        ).recorded(in: journal)
    }

    private var events: [String] { journal.events.map(\.description) }

    // MARK: - Requests that are sent

    @Test func responseOfALayerIsNoAttempt() async throws {
        let response = try await provider(["/things": Self.stored]).request(OpenTarget())

        #expect(try response.string() == "stored")
        #expect(response.attempts == 0)
        #expect(response.cache == .hit(age: .seconds(5)))
        #expect(response.url?.path == "/things")
        #expect(response.request?.url.path == "/things")
        #expect(journal.requests.isEmpty)
        let call = try #require(journal.calls(of: OpenTarget.self).first)
        #expect(call.attempts == 0)
        #expect(events.dropFirst() == ["cached hit, 5.0 seconds old", "responded 200", "ended 200"])
    }

    @Test func requestThatALayerSendsIsAnAttempt() async throws {
        let response = try await provider([:], over: Self.ok).request(OpenTarget())

        #expect(try response.string() == "sent")
        #expect(response.attempts == 1)
        #expect(
            events.dropFirst()
                == ["sent GET https://api.example.com/things", "cached fetched", "responded 200", "ended 200"]
        )
    }

    @Test func errorOfALayerThatSendsNothingHasNoAttempts() async throws {
        let provider = provider([:])

        let error = try await #require(throws: TernError.self) {
            try await provider.request(OpenTarget(), options: CallOptions(cacheUse: .onlyStored))
        }

        #expect(error.code == .unacceptableStatus)
        #expect(error.attempts == 0)
        #expect(error.response?.attempts == 0)
        #expect(journal.requests.isEmpty)
    }

    @Test func storedErrorHasNoAttempts() async throws {
        let provider = provider(["/things": Response(statusCode: 404)])

        let error = try await #require(throws: TernError.self) { try await provider.request(OpenTarget()) }

        #expect(error.attempts == 0)
        #expect(error.response?.cache == .hit(age: .seconds(5)))
        #expect(events.dropFirst() == ["cached hit, 5.0 seconds old", "responded 404", "ended unacceptableStatus"])
    }

    @Test func redirectsCountOnceFromTheFirstThatIsSent() async throws {
        let both = provider(["/things": Self.redirect(to: "/b"), "/b": Self.stored])
        #expect(try await both.request(OpenTarget()).attempts == 0)

        let second = provider(["/things": Self.redirect(to: "/b")], over: { _ in Self.redirect(to: "/c") }, Self.ok)
        #expect(try await second.request(OpenTarget()).attempts == 1)

        let first = provider(["/b": Self.stored], over: { _ in Self.redirect(to: "/b") })
        #expect(try await first.request(OpenTarget()).attempts == 1)
    }

    /// Such as a validation whose response is of no use, and then the whole response.
    @Test(arguments: [false, true]) func everyRequestThatALayerSendsForACallCounts(isRedirected: Bool) async throws {
        let layer = InterceptingLayer { request, hop, next in
            _ = try await next.send(request, hop: hop)
            return try await next.send(request, hop: hop)
        }
        let first: [ScriptedTransport.Step] = isRedirected ? [Self.ok, { _ in Self.redirect(to: "/b") }] : []
        let transport = ScriptedTransport(steps: first + [Self.ok, Self.ok])
        let provider = Provider<OpenTarget>(transport: transport.layered(layer)).recorded(in: journal)

        #expect(try await provider.request(OpenTarget()).attempts == (isRedirected ? 3 : 2))
        #expect(journal.requests.count == (isRedirected ? 3 : 2))
    }

    @Test func lostConnectionIsRecoveredBelowTheLayer() async throws {
        let lost: ScriptedTransport.Step = { _ in
            throw ConnectionLoss(TernError(.connectionLost), isConnectionReused: true)
        }
        let response = try await provider([:], over: lost, Self.ok).request(OpenTarget())

        #expect(response.attempts == 2)
        #expect(response.cache == .fetched(stored: false))
        #expect(journal.requests.count == 2)
    }

    @Test func retryThatFindsAStoredResponseIsNoFurtherAttempt() async throws {
        let isStored = Locked(false)
        let layer = InterceptingLayer { request, hop, next in
            if isStored.withLock(\.self) { return Self.stored }
            isStored.withLock { $0 = true }
            return try await next.send(request, hop: hop)
        }
        let transport = ScriptedTransport(steps: [{ _ in Response(statusCode: 503) }]).layered(layer)
        let retry = RetryPlugin(RetryPolicy(delay: .zero), random: { 0 })
        let provider = Provider<OpenTarget>(transport: transport, plugins: [retry], clock: ImmediateClock())

        let response = try await provider.request(OpenTarget())

        #expect(try response.string() == "stored")
        #expect(response.attempts == 1)
    }

    /// Such as the refresh of a stored response after the call has received it.
    @Test func requestWithAHopOfItsOwnIsNotCounted() async throws {
        let refreshed = Watched<[Int]>([])
        let store = Store(["/things": Self.stored]) { request, next in
            Task { refreshed.append(try await next.send(request, hop: Hop()).statusCode) }
        }
        let transport = ScriptedTransport(steps: [{ _ in Response(statusCode: 204) }])
        let provider = Provider<OpenTarget>(transport: transport.layered(store)).recorded(in: journal)

        let response = try await provider.request(OpenTarget())

        #expect(await refreshed.entries(atLeast: 1) == [204])
        #expect(response.attempts == 0)
        #expect(journal.requests.isEmpty)
    }

    @Test func callsThatShareAStoredResponseHaveNoAttempts() async throws {
        let provider = provider(["/things": Self.stored], trackInflights: true)
        async let first = provider.request(OpenTarget()).attempts
        async let second = provider.request(OpenTarget()).attempts
        #expect(try await [first, second] == [0, 0])
    }

    // MARK: - The rest of the chain

    @Test func stubStandsBelowTheLayer() async throws {
        let provider = provider(["/stored": Self.stored]).stubbed { target in .text("sample of \(target.path)") }

        let hit = try await provider.request(OpenTarget(path: "/stored"))
        let miss = try await provider.request(OpenTarget(path: "/missing"))

        #expect(try hit.string() == "stored")
        #expect(hit.attempts == 0)
        #expect(try miss.string() == "sample of /missing")
        #expect(miss.attempts == 1)
        #expect(miss.cache == .fetched(stored: false))
        #expect(journal.requests.map(\.path) == ["/missing"])
    }

    @Test func layersRunFromTheTop() async throws {
        let transport = ScriptedTransport(steps: [Self.ok])
            .layered(Named(name: "inner")).layered(Named(name: "outer"))
        let response = try await Provider<OpenTarget>(transport: transport).request(OpenTarget())
        #expect(response.headers.values(for: "Via") == ["inner", "outer"])
        #expect(response.attempts == 1)

        let stubbed = Provider<OpenTarget>(stubClosure: Provider.immediatelyStub, transport: transport)
        #expect(try await stubbed.request(OpenTarget()).headers.values(for: "Via") == ["inner", "outer"])
    }

    @Test func layerKeepsThePolicyForRedirects() async throws {
        let followsRedirects = Watched<[Bool]>([])
        let transport = RecordingTransport { _, hop in
            followsRedirects.append(hop.followsRedirects)
            return Self.redirect(to: "/b")
        }
        let provider = Provider<OpenTarget>(transport: transport.layered(Named(name: "a"))).configured {
            $0.redirects = .never
        }

        let error = try await #require(throws: TernError.self) { try await provider.request(OpenTarget()) }

        #expect(error.response?.statusCode == 302)
        #expect(error.response?.headers["Via"] == "a")
        #expect(followsRedirects.value == [false])
    }

    @Test(arguments: [Request.Delivery.collected(), .streamed]) func responseIsDelivered(
        delivery: Request.Delivery
    ) async throws {
        let provider = provider(["/things": Self.stored])
        let response = try await provider.request(OpenTarget(), options: CallOptions(delivery: delivery))
        let body = try await response.stream?.collected() ?? response.data
        #expect(String(decoding: body, as: UTF8.self) == "stored")
        #expect(response.attempts == 0)
    }

    @Test func storedResponseIsDownloaded() async throws {
        let folder = TemporaryFolder()
        let provider = provider(["/things": Self.stored])
        let response = try await provider.download(OpenTarget(), to: .file(folder.url.appending(path: "text")))
        #expect(response.attempts == 0)
        #expect(try folder.contents() == ["text": "stored"])
    }

    @Test func progressReachesTheCallThroughALayer() async throws {
        let progress = Watched<[Int64]>([])
        let transport = RecordingTransport { _, hop in
            hop.progress?(TransferProgress(receivedBytes: 7, expectedReceivedBytes: 7))
            return .text("7 bytes")
        }
        let provider = Provider<OpenTarget>(transport: transport.layered(Named(name: "a")))
        _ = try await provider.request(OpenTarget(), options: CallOptions { progress.append($0.receivedBytes) })
        #expect(progress.value.last == 7)
    }

    @Test func errorOfALayerHasTheShapeOfThoseOfATransport() async throws {
        let layer = InterceptingLayer { _, _, _ in throw Broken() }
        let provider = Provider<OpenTarget>(transport: ScriptedTransport(steps: []).layered(layer))
        let error = try await #require(throws: TernError.self) { try await provider.request(OpenTarget()) }
        #expect(error.code == .transportFailed)
        #expect(error.underlying is Broken)
        #expect(error.attempts == 0)
    }
}

/// A layer of a closure.
private struct InterceptingLayer: TransportLayer {
    let body: @Sendable (Request, Hop, any Transport) async throws -> Response

    func send(_ request: Request, hop: Hop, next: any Transport) async throws -> Response {
        try await body(request, hop, next)
    }
}
