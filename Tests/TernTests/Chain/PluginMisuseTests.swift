import Foundation
import Tern
import TernPlugins
import TernTesting
import TestDoubles
import Testing

/// Plugins that use `next` in unusual ways, or return and throw what isn't theirs. The journal shows that no request is
/// lost, and that the events of a call are in order.
@Suite(.timeLimit(.minutes(20)))
struct PluginMisuseTests {
    /// Live or stubbed: a call has to behave in the same way.
    enum Place: CaseIterable {
        case live, stub
    }

    private let journal = Journal()

    /// - Parameter status: The statuses of the responses, by attempt. The last one is repeated.
    private func provider(
        _ place: Place = .live,
        status: [Int] = [200],
        _ plugins: any Plugin...
    ) -> Provider<OpenTarget> {
        let count = Watched(0)
        let next: @Sendable () -> Int = {
            count.update { count in
                count += 1
                return status[min(count, status.count) - 1]
            }
        }
        return Provider<OpenTarget>(
            endpointClosure: { Endpoint($0).responding(.text("ok", status: next())) },
            stubClosure: place == .stub ? Provider.immediatelyStub : Provider.neverStub,
            transport: RecordingTransport { _ in .text("ok", status: next()) },
            plugins: plugins
        ).recorded(in: journal)
    }

    private static func result(
        _ work: () async throws(TernError) -> Response
    ) async -> Result<Response, TernError> {
        do { return .success(try await work()) } catch { return .failure(error) }
    }

    /// The events without the bytes that arrive, each with the number of its attempt.
    private var events: [String] {
        journal.events.map { "\($0.attempt) \("\($0)".split(separator: " https").first ?? "")" }
            .filter { !$0.contains("received") && !$0.contains("began") }
    }

    // MARK: - Twice at once

    @Test(arguments: Place.allCases) func twoAttemptsAtOnceAreBothSentAndCounted(place: Place) async throws {
        let twice = InterceptingPlugin { request, _, next in
            async let first = next(request)
            async let second = next(request)
            return try await (first, second).1
        }

        let response = try await provider(place, twice).request(OpenTarget())

        #expect(response.attempts == 2)
        #expect(journal.requests.count == 2)
        #expect(Set(events.dropLast()) == ["1 sent GET", "1 responded 200", "2 sent GET", "2 responded 200"])
        #expect(events.last == "1 ended 200")
        #expect(journal.findings().isEmpty)
    }

    /// The attempt that loses is cancelled, and ends before its call.
    @Test func attemptThatLosesIsCancelledBeforeTheCallEnds() async throws {
        let transport = RecordingTransport()
        let racing = InterceptingPlugin { request, _, next in
            try await withThrowingTaskGroup(of: Response.self) { group in
                for _ in 0..<2 { group.addTask { try await next(request) } }
                let first = try await group.next()
                group.cancelAll()
                return try #require(first)
            }
        }
        let provider = Provider<OpenTarget>(transport: transport, plugins: [racing]).recorded(in: journal)
        let call = Task { try await provider.request(OpenTarget()) }
        await transport.waitForRequests(atLeast: 2)

        transport.respond(1)
        let response = try await call.value

        #expect(response.attempts == 2)
        #expect(transport.cancelled == [0])
        #expect(events.suffix(2).first?.hasSuffix("failed cancelled") == true)
        #expect(events.last == "1 ended 200")
    }

    @Test func errorOfOneOfTwoAttemptsEndsBoth() async throws {
        let transport = RecordingTransport()
        let twice = InterceptingPlugin { request, _, next in
            async let first = next(request)
            async let second = next(request)
            return try await (first, second).0
        }
        let provider = Provider<OpenTarget>(transport: transport, plugins: [twice]).recorded(in: journal)
        let call = Task { try await provider.request(OpenTarget()) }
        await transport.waitForRequests(atLeast: 2)

        // Both, since `async let` waits for the first one before it looks at the second one.
        for index in 0..<2 { transport.fail(index, with: URLError(.timedOut)) }
        let error = await #expect(throws: TernError.self) { try await call.value }

        #expect(error?.code == .timedOut)
        #expect(error?.attempts == 2)
        #expect(events.filter { $0.hasSuffix("failed timedOut") }.count == 2)
        #expect(events.last == "1 ended timedOut")
    }

    // MARK: - Never

    @Test(arguments: Place.allCases) func callWithoutNextSendsAndCountsNothing(place: Place) async throws {
        let responding = InterceptingPlugin { _, _, _ in Response(statusCode: 404) }

        // Validation is inside of the plugins, so the status of a plugin's own response isn't checked.
        let response = try await provider(place, responding).request(OpenTarget())

        #expect(response.statusCode == 404)
        #expect(response.attempts == 0)
        #expect(response.target is OpenTarget)
        #expect(events == ["1 ended 404"])
    }

    @Test func pluginThatWaitsForEverEndsWithTheCancellation() async throws {
        let clock = ManualClock()
        let waiting = InterceptingPlugin { request, context, next in
            try await context.clock.sleep(for: .seconds(1_000_000))
            return try await next(request)
        }
        let provider = Provider<OpenTarget>(transport: RecordingTransport(), plugins: [waiting], clock: clock)
            .recorded(in: journal)
        let call = Task { try await provider.request(OpenTarget()) }
        await clock.waitForSleepers(atLeast: 1)

        call.cancel()
        let error = await #expect(throws: TernError.self) { try await call.value }

        #expect(error?.code == .cancelled)
        #expect(error?.attempts == 0)
        #expect(events == ["1 cancelled", "1 ended cancelled"])
        #expect(await journal.settledFindings().isEmpty)
    }

    // MARK: - After an error

    @Test(arguments: Place.allCases) func nextCanBeCalledAfterItHasThrown(place: Place) async throws {
        let again = InterceptingPlugin { request, _, next in
            await #expect(throws: TernError.self) { try await next(request) }
            return try await next(request)
        }

        let response = try await provider(place, status: [503, 200], again).request(OpenTarget())

        #expect(response.attempts == 2)
        #expect(events == ["1 sent GET", "1 responded 503", "2 sent GET", "2 responded 200", "1 ended 200"])
    }

    /// A task of the plugin calls `next` only after the plugin has thrown or returned, and so after the end of the call.
    @Test(arguments: [(Place.live, true), (.live, false), (.stub, true), (.stub, false)])
    func nextAfterTheEndOfTheCallIsAnAttemptOfItsOwn(place: Place, throwing: Bool) async throws {
        let hasEnded = Watched(false)
        let late = Watched<[Response?]>([])
        let keeping = InterceptingPlugin { request, _, next in
            Task {
                await hasEnded.value { $0 }
                late.append(try? await next(request))
            }
            if throwing { throw Broken() }
            return try await next(request)
        }
        let result = await Self.result { () throws(TernError) in
            try await provider(place, keeping).request(OpenTarget())
        }

        hasEnded.update { $0 = true }
        let response = try #require(await late.entries(atLeast: 1)[0])

        // The late attempt has changed neither the result nor its count.
        switch result {
        case .success(let response):
            #expect(!throwing)
            #expect(response.attempts == 1)
        case .failure(let error):
            #expect(throwing)
            #expect(error.code == .pluginFailed)
            #expect(error.underlying is Broken)
            #expect(error.attempts == 0)
        }
        #expect(response.statusCode == 200)
        #expect(response.attempts == (throwing ? 1 : 2))
        let early = throwing ? ["1 ended pluginFailed"] : ["1 sent GET", "1 responded 200", "1 ended 200"]
        let number = throwing ? 1 : 2
        #expect(events == early + ["\(number) sent GET", "\(number) responded 200"])
        #expect(journal.findings().isEmpty)
    }

    @Test func lateAttemptReportsNoProgress() async throws {
        let (hasEnded, late, updates) = (Watched(false), Watched<[Int]>([]), Watched(0))
        let keeping = InterceptingPlugin { request, _, next in
            Task {
                await hasEnded.value { $0 }
                late.append(try await next(request).statusCode)
            }
            return Response(statusCode: 204)
        }
        let options = CallOptions { _ in updates.update { $0 += 1 } }
        _ = try await provider(.stub, keeping).response(to: OpenTarget(), options: options)

        hasEnded.update { $0 = true }

        #expect(await late.entries(atLeast: 1) == [200])
        #expect(updates.value == 0)
    }

    // MARK: - Responses and errors of others

    /// A plugin that keeps responses in memory can return that of an earlier call.
    @Test(arguments: Place.allCases) func responseOfAnotherRequestHasTheTargetOfItsOwnCall(place: Place) async throws {
        let kept = Watched<[Response]>([])
        let keeping = InterceptingPlugin { request, _, next in
            if let response = kept.value.first { return response }
            let response = try await next(request)
            kept.append(response)
            return response
        }
        let provider = provider(place, keeping)
        _ = try await provider.request(OpenTarget(path: "/first"))

        let response = try await provider.request(OpenTarget(path: "/second"))
        let error = await #expect(throws: TernError.self) {
            try await provider.request(OpenTarget(path: "/second"), as: User.self)
        }

        #expect((response.target as? OpenTarget)?.path == "/second")
        // The request, and the URL, say where the body comes from.
        #expect(response.request?.url.path == "/first")
        #expect(response.attempts == 0)
        #expect(error?.code == .decodingFailed)
        #expect((error?.target as? OpenTarget)?.path == "/second")
        #expect(journal.requests.count == 1)
    }

    /// The plugin asks for a stream, although the caller wants a value.
    @Test(arguments: Place.allCases) func responseWithAStreamIsNotDecodedAsAnEmptyBody(place: Place) async throws {
        let streaming = InterceptingPlugin { request, _, next in
            var request = request
            request.delivery = .streamed
            return try await next(request)
        }

        let error = await #expect(throws: TernError.self) {
            try await provider(place, streaming).value(Call<OpenTarget, String>(OpenTarget()))
        }

        #expect(error?.code == .decodingFailed)
        #expect(error?.reason.contains("stream") == true, "\(error?.reason ?? "")")
    }

    @Test func responseInMemoryCanBeReadAsAStream() async throws {
        let responding = InterceptingPlugin { _, _, _ in Response(statusCode: 200, data: Data("a\nb".utf8)) }

        let stream = try await provider(.live, responding).stream(OpenTarget())

        var lines: [String] = []
        for try await line in stream.lines() { lines.append(line) }
        #expect(lines == ["a", "b"])
    }

    /// Errors of a transport mean nothing if a plugin throws them: no request is sent again.
    @Test(arguments: Place.allCases) func lossThrownByAPluginIsAnErrorOfThePlugin(place: Place) async throws {
        let failing = InterceptingPlugin { request, _, next in
            _ = try await next(request)
            throw ConnectionLoss(TernError(.connectionLost), mayBeProcessed: false, isConnectionReused: true)
        }

        let error = await #expect(throws: TernError.self) { try await provider(place, failing).request(OpenTarget()) }

        #expect(error?.code == .pluginFailed)
        #expect(error?.underlying is ConnectionLoss)
        #expect(error?.attempts == 1)
        #expect(events == ["1 sent GET", "1 responded 200", "1 ended pluginFailed"])
    }

    /// An outer plugin receives the error of an inner one as a `TernError`.
    @Test func foreignErrorOfAnInnerPluginReachesAnOuterOneAsATernError() async throws {
        let seen = Watched<[TernError.Code?]>([])
        let watching = InterceptingPlugin { request, _, next in
            do { return try await next(request) } catch {
                seen.append((error as? TernError)?.code)
                throw error
            }
        }
        let broken = InterceptingPlugin { _, _, _ in throw Broken() }

        let error = await #expect(throws: TernError.self) {
            try await provider(.live, watching, broken).request(OpenTarget())
        }

        #expect(seen.value == [.pluginFailed])
        #expect(error?.underlying is Broken)
        #expect(error?.request?.url.path == "/things")
    }

    /// The error of a call that a plugin makes itself has the target and the request of that call.
    @Test func errorOfAnotherCallReachesTheCallerUnchanged() async throws {
        let other = Provider<OpenTarget>(returning: .status(401))
        let signing = InterceptingPlugin { request, _, next in
            _ = try await other.request(OpenTarget(path: "/token"))
            return try await next(request)
        }

        let error = await #expect(throws: TernError.self) { try await provider(.live, signing).request(OpenTarget()) }

        #expect(error?.code == .unacceptableStatus)
        #expect(error?.request?.url.path == "/token")
        #expect((error?.target as? OpenTarget)?.path == "/token")
        #expect(events == ["1 ended unacceptableStatus"])
    }
}
