import Foundation
import Tern
import TernPlugins
import TernTesting
import TestDoubles
import Testing

/// Server-sent events over several connections.
@Suite(.timeLimit(.minutes(20)))
struct EventSourceTests {
    private let clock = ManualClock()
    private let journal = Journal()

    private func provider(_ sample: @escaping @autoclosure @Sendable () -> SampleResponse) -> Provider<OpenTarget> {
        .stub(clock: clock, journal: journal) { _ in sample() }
    }

    private func event(_ data: String, id: String? = nil, retry: Duration? = nil) -> SampleResponse {
        .events([ServerSentEvent(data: data, id: id, retry: retry)])
    }

    /// The data of all events, and the error at the end.
    private func run(_ source: StreamElements<ServerSentEvent>) -> Task<(data: [String], error: TernError?), Never> {
        Task {
            var data: [String] = []
            do throws(TernError) {
                for try await event in source { data.append(event.data) }
                return (data, nil)
            } catch {
                return (data, error)
            }
        }
    }

    /// Advances the clock by each wait, which must have exactly this duration.
    private func pass(_ waits: Duration...) async {
        for wait in waits {
            await clock.waitForSleepers(atLeast: 1)
            clock.advance(by: wait - .nanoseconds(1))
            #expect(clock.sleeperCount == 1, "\(wait)")
            clock.advance(by: .nanoseconds(1))
        }
    }

    @Test func eventsContinueOnTheNextConnection() async throws {
        let provider = provider(.inOrder(event("a", id: "1"), event("b"), event("c", id: ""), event("d"), .status(204)))
        let events = run(provider.events(OpenTarget()))

        await pass(.seconds(3), .seconds(3), .seconds(3), .seconds(3))

        let result = await events.value
        #expect(result.data == ["a", "b", "c", "d"])
        #expect(result.error == nil)
        #expect(journal.requests.map { $0.headers["Last-Event-ID"] } == [nil, "1", "1", nil, nil])
        #expect(journal.requests.allSatisfy { $0.headers["Accept"] == "text/event-stream" })
        #expect(journal.requests.allSatisfy { $0.headers["Cache-Control"] == "no-store" })
    }

    /// A field's value neither begins nor ends with white space.
    @Test func idIsSentWithoutWhiteSpaceAround() async throws {
        let provider = provider(.inOrder(event("a", id: "\t1 2 "), event("b", id: " \t "), .status(204)))
        let events = run(provider.events(OpenTarget()))

        await pass(.seconds(3), .seconds(3))

        #expect(await events.value.data == ["a", "b"])
        #expect(journal.requests.map { $0.headers["Last-Event-ID"] } == [nil, "1 2", nil])
    }

    @Test func fieldsOfTheTargetAndTheOptionsStay() async throws {
        let target = OpenTarget(headers: ["Accept": "text/event-stream, */*"])
        let options = CallOptions(headers: ["Cache-Control": "max-age=0", "Last-Event-ID": "7"])
        let result = await run(provider(.status(204)).events(target, options: options)).value

        #expect(result.error == nil)
        #expect(journal.requests.first?.headers["Accept"] == "text/event-stream, */*")
        #expect(journal.requests.first?.headers["Cache-Control"] == "max-age=0")
        #expect(journal.requests.first?.headers["Last-Event-ID"] == "7")
    }

    @Test func serverSetsTheReconnectionTime() async throws {
        let provider = provider(.inOrder(event("a", retry: .milliseconds(700)), event("b"), .status(204)))
        let events = run(provider.events(OpenTarget()))

        await pass(.milliseconds(700), .milliseconds(700))

        #expect(await events.value.data == ["a", "b"])
    }

    @Test(arguments: [Duration.zero, .milliseconds(20)])
    func reconnectionTimeOfTheServerHasAFloor(retry: Duration) async throws {
        let provider = provider(.inOrder(event("a", retry: retry), event("b", retry: retry), .status(204)))
        let events = run(provider.events(OpenTarget()))

        await pass(.milliseconds(500), .milliseconds(500))

        #expect(await events.value.data == ["a", "b"])
    }

    /// The floor is for the server's time. The policy's own delay may be shorter.
    @Test func policySetsTheFloor() async throws {
        let responses = { @Sendable [self] in
            SampleResponse.inOrder(event("a"), event("b", retry: .milliseconds(5)), event("c"), .status(204))
        }
        var policy = Reconnection(delay: .milliseconds(10))
        let usual = run(provider(responses()).events(OpenTarget(), reconnecting: policy))
        await pass(.milliseconds(10), .milliseconds(500), .milliseconds(500))
        #expect(await usual.value.data == ["a", "b", "c"])

        policy.minimumServerDelay = .milliseconds(2)
        let own = run(provider(responses()).events(OpenTarget(), reconnecting: policy))
        await pass(.milliseconds(10), .milliseconds(5), .milliseconds(5))
        #expect(await own.value.data == ["a", "b", "c"])
    }

    @Test func delayDoublesWithoutAnEventUpToItsMaximum() async throws {
        let lost = SampleResponse.networkError(URLError(.networkConnectionLost))
        let provider = provider(
            .inOrder(
                lost,
                .networkError(URLError(.cannotConnectToHost)),
                .events([]),
                lost,
                event("a"),
                lost,
                .status(204)
            )
        )
        let waits = Locked<[Reconnection.Wait]>([])
        let policy = Reconnection(delay: .seconds(1), maximumDelay: .seconds(5)) { wait in
            waits.withLock { $0.append(wait) }
        }
        let events = run(provider.events(OpenTarget(), reconnecting: policy))

        await pass(.seconds(1), .seconds(2), .seconds(4), .seconds(5), .seconds(1), .seconds(1))

        #expect(await events.value.data == ["a"])
        #expect(waits.withLock { $0.map(\.failures) } == [1, 2, 3, 4, 0, 1])
        #expect(
            waits.withLock { $0.map(\.error?.code) }
                == [.connectionLost, .connectionRefused, nil, .connectionLost, nil, .connectionLost]
        )
    }

    @Test func eventsBeforeALossArriveOnce() async throws {
        let two = SampleResponse.events([ServerSentEvent(data: "a", id: "1"), ServerSentEvent(data: "b", id: "2")])
        // The second event isn't complete.
        let provider = provider(.inOrder(two.breakingOff(after: 29), event("b", id: "2"), .status(204)))
        let events = run(provider.events(OpenTarget()))

        await pass(.seconds(3), .seconds(3))

        #expect(await events.value.data == ["a", "b"])
        #expect(journal.requests.map { $0.headers["Last-Event-ID"] } == [nil, "1", "2"])
    }

    @Test func numberOfFailuresCanBeLimited() async throws {
        let provider = provider(.networkError(URLError(.notConnectedToInternet)))
        let events = run(provider.events(OpenTarget(), reconnecting: Reconnection(maximumFailures: 3)))

        await pass(.seconds(3), .seconds(6))

        let result = await events.value
        #expect(result.error?.code == .notConnected)
        #expect(result.error?.target is OpenTarget)
        #expect(journal.requests.count == 3)
    }

    // MARK: - Requests that aren't idempotent

    @Test(arguments: [HTTPMethod.post, .patch, "LOCK"]) func requestThatIsNotIdempotentIsSentOnce(
        method: HTTPMethod
    ) async throws {
        let target = OpenTarget(method: method)
        let ended = await run(provider(event("a")).events(target)).value
        #expect(ended.data == ["a"])
        #expect(ended.error == nil)

        let failed = await run(provider(.networkError(URLError(.networkConnectionLost))).events(target)).value
        #expect(failed.error?.code == .connectionLost)
        #expect(journal.requests.count == 2)
    }

    @Test(arguments: [HTTPMethod.put, .delete, .query, "REPORT"]) func idempotentRequestIsSentAgain(
        method: HTTPMethod
    ) async throws {
        let events = run(provider(.inOrder(event("a"), .status(204))).events(OpenTarget(method: method)))
        await pass(.seconds(3))
        #expect(await events.value.data == ["a"])
        #expect(journal.requests.count == 2)
    }

    @Test func policyCanRepeatAnyRequest() async throws {
        var policy = Reconnection()
        policy.repeatsNonIdempotentRequests = true
        let provider = provider(.inOrder(event("a"), .status(204)))
        let events = run(provider.events(OpenTarget(method: .post), reconnecting: policy))
        await pass(.seconds(3))
        #expect(await events.value.data == ["a"])
        #expect(journal.requests.count == 2)
    }

    /// The key is that of the options, or that of a plugin, which would make another one for each connection.
    @Test(arguments: [true, false]) func requestWithAnIdempotencyKeyIsSentAgainWithIt(isOfPlugin: Bool) async throws {
        let keys = Locked(["1", "2"])
        let plugin = RetryPlugin(.never, idempotencyKey: { keys.withLock { $0.removeFirst() } })
        let provider = Provider<OpenTarget>
            .stub(plugins: isOfPlugin ? [plugin] : [], clock: clock, journal: journal) { [self] _ in
                .inOrder(.networkError(URLError(.networkConnectionLost)), event("a"), .status(204))
            }
        let options = CallOptions(headers: isOfPlugin ? [:] : ["Idempotency-Key": "1"])
        let events = run(provider.events(OpenTarget(method: .post), options: options))
        await pass(.seconds(3), .seconds(3))
        #expect(await events.value.data == ["a"])
        #expect(journal.requests.map { $0.headers["Idempotency-Key"] } == ["1", "1", "1"])
    }

    // MARK: - Another request continues the stream

    private let listen = OpenTarget(path: "/listen")

    @Test(arguments: [true, false]) func streamOfAPostContinuesWithAnotherCase(endsWithALoss: Bool) async throws {
        let first = event("", id: "1")
        let provider = provider(
            .inOrder(
                endsWithALoss ? first.breakingOff(after: 14) : first,
                event("a", id: "2"),
                event("b"),
                .status(204)
            )
        )
        let events = run(provider.events(OpenTarget(method: .post), resumingWith: listen))

        await pass(.seconds(3), .seconds(3), .seconds(3))

        #expect(await events.value.data == ["", "a", "b"])
        #expect(journal.requests.map(\.method) == [.post, .get, .get, .get])
        #expect(journal.requests.map(\.path) == ["/things", "/listen", "/listen", "/listen"])
        #expect(journal.requests.map { $0.headers["Last-Event-ID"] } == [nil, "1", "2", "2"])
    }

    /// A POST whose response has no ID can't be continued, and isn't sent again.
    @Test func streamWithoutAnIDIsNotContinued() async throws {
        let post = OpenTarget(method: .post)
        let ended = await run(provider(event("a")).events(post, resumingWith: listen)).value
        #expect(ended.data == ["a"])
        #expect(ended.error == nil)

        let lost = SampleResponse.networkError(URLError(.networkConnectionLost))
        let failed = await run(provider(lost).events(post, resumingWith: listen)).value
        #expect(failed.error?.code == .connectionLost)
        #expect(journal.requests.map(\.method) == [.post, .post])
    }

    /// The other case follows the rules for its own method, and has no key of the first request.
    @Test func requestThatContinuesFollowsItsOwnMethod() async throws {
        let provider = provider(.inOrder(event("a", id: "1"), event("b", id: "2"), .status(204)))
        let key = OpenTarget(method: .post, headers: ["Idempotency-Key": "k"])
        let events = run(provider.events(key, resumingWith: OpenTarget(path: "/listen", method: .post)))

        await pass(.seconds(3))

        #expect(await events.value.data == ["a", "b"])
        #expect(journal.requests.map(\.path) == ["/things", "/listen"])
        #expect(journal.requests.map { $0.headers["Idempotency-Key"] } == ["k", nil])
    }

    @Test func policyCanForbidReconnection() async throws {
        let result = await run(provider(event("a")).events(OpenTarget(), reconnecting: .never)).value
        #expect(result.data == ["a"])
        #expect(result.error == nil)
        #expect(journal.requests.count == 1)
    }

    @Test(
        arguments: [
            (.status(500), .unacceptableStatus), (.json([1]), .unacceptableMediaType),
            (.networkError(URLError(.serverCertificateUntrusted)), .tlsFailed),
            (.events([ServerSentEvent(data: String(repeating: "a", count: 101))]), .bodyTooLarge),
        ] as [(SampleResponse, TernError.Code)]
    )
    func otherErrorsEndTheSequence(_ sample: SampleResponse, _ code: TernError.Code) async throws {
        let result = await run(provider(sample).events(OpenTarget(), limit: 100)).value
        #expect(result.error?.code == code)
        #expect(result.error?.target is OpenTarget)
        #expect(journal.requests.count == 1)
    }

    @Test func cancellationEndsTheWait() async throws {
        let events = run(provider(event("a")).events(OpenTarget()))

        await clock.waitForSleepers(atLeast: 1)
        events.cancel()

        let result = await events.value
        #expect(result.data == ["a"])
        #expect(result.error?.code == .cancelled)
        #expect(result.error?.target is OpenTarget)
        #expect(clock.sleeperCount == 0)
    }

    @Test func cancellationEndsTheConnection() async throws {
        let gate = SampleGate()
        let events = run(provider(.events([ServerSentEvent(data: "a")]).stayingOpen(until: gate)).events(OpenTarget()))

        await gate.waitForArrivals(atLeast: 1)
        events.cancel()

        #expect(await events.value.error?.code == .cancelled)
        #expect(journal.requests.count == 1)
    }

    @Test func nothingIsSentBeforeTheLoop() {
        _ = provider(event("a")).events(OpenTarget())
        #expect(journal.requests.isEmpty)
    }

    @Test func delayGrowsAlsoAfterAReconnectionTimeOfZero() async throws {
        let refused = SampleResponse.networkError(URLError(.cannotConnectToHost))
        let provider = provider(
            .inOrder(event("a", retry: .zero), event("b"), refused, refused, refused, .status(204))
        )
        let events = run(provider.events(OpenTarget()))

        await pass(.milliseconds(500), .milliseconds(500), .milliseconds(500), .seconds(1), .seconds(2))

        let result = await events.value
        #expect(result.data == ["a", "b"])
        #expect(result.error == nil)
    }
}
