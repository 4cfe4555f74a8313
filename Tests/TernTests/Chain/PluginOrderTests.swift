import Foundation
import Tern
import TernTesting
import TestDoubles
import Testing

@Suite(.timeLimit(.minutes(20)))
struct PluginOrderTests {
    private struct Refused: Error {}

    private let log = Watched<[String]>([])

    private func provider(
        returning sample: SampleResponse = .text("ok"),
        _ plugins: any Plugin...
    ) -> Provider<OpenTarget> {
        Provider(returning: sample, plugins: plugins)
    }

    @Test func pluginsWrapEachOtherInTheirOrder() async throws {
        let provider = provider(RecordingPlugin("A", log), RecordingPlugin("B", log), RecordingPlugin("C", log))

        _ = try await provider.request(OpenTarget())

        #expect(
            log.value == [
                "A prepare 1", "A willSend 1", "B prepare 1", "B willSend 1", "C prepare 1", "C willSend 1",
                "C didReceive 200 1", "B didReceive 200 1", "A didReceive 200 1",
            ]
        )
    }

    @Test func liveCallsRunTheSamePluginsInTheSameOrder() async throws {
        let plugins = [RecordingPlugin("A", log), RecordingPlugin("B", log)]
        let live = Provider<OpenTarget>(transport: RecordingTransport { _ in .text("ok") }, plugins: plugins)
        let stubbed = Provider<OpenTarget>(returning: .text("ok"), plugins: plugins)

        _ = try await live.request(OpenTarget())
        let liveLog = log.value
        _ = try await stubbed.request(OpenTarget())

        #expect(liveLog.count == 6)
        #expect(Array(log.value.dropFirst(6)) == liveLog)
    }

    @Test func eachPluginReceivesTheRequestOfThePreviousOne() async throws {
        func appending(_ text: String) -> InterceptingPlugin {
            InterceptingPlugin { request, _, next in
                var request = request
                let path = request.headers["X-Path"] ?? ""
                request.headers["X-Path"] = path + text
                return try await next(request)
            }
        }
        let transport = RecordingTransport { _ in .text("ok") }
        let provider = Provider<OpenTarget>(transport: transport, plugins: [appending("a"), appending("b")])

        let response = try await provider.request(OpenTarget())

        #expect(transport.requests.map { $0.headers["X-Path"] } == ["ab"])
        #expect(response.request?.headers["X-Path"] == "ab")
    }

    @Test func pluginsReceiveAnUnacceptableStatusAsAnErrorWithTheResponse() async throws {
        let seen = Watched<[Int?]>([])
        let spy = InterceptingPlugin { request, _, next in
            do {
                return try await next(request)
            } catch {
                seen.append((error as? TernError)?.response?.statusCode)
                throw error
            }
        }
        let provider = provider(returning: .text("no", status: 503), RecordingPlugin("A", log), spy, spy)

        #expect(await failure { try await provider.request(OpenTarget()) }?.code == .unacceptableStatus)

        #expect(seen.value == [503, 503])
        #expect(log.value == ["A prepare 1", "A willSend 1", "A didReceive unacceptableStatus 1"])
    }

    @Test func anErrorInPrepareNamesThePluginAndEndsTheCallUnsent() async throws {
        let log = log
        let refusing = Hooks(
            prepare: { _, _ in throw Refused() },
            willSend: { _, _ in log.append("refusing willSend") },
            didReceive: { _, _ in log.append("refusing didReceive") }
        )
        let transport = RecordingTransport { _ in .text("never") }
        let provider = Provider<OpenTarget>(
            transport: transport,
            plugins: [RecordingPlugin("A", log), refusing, RecordingPlugin("C", log)]
        )

        let error = try await #require(throws: TernError.self) { try await provider.request(OpenTarget()) }

        #expect(error.code == .pluginFailed)
        #expect(error.underlying is Refused)
        #expect(error.description.contains("Hooks"))
        #expect(error.attempts == 0)
        #expect(error.target is OpenTarget)
        #expect(error.request?.url.absoluteString == "https://api.example.com/things")
        #expect(log.value == ["A prepare 1", "A willSend 1", "A didReceive pluginFailed 1"])
        #expect(transport.requests.isEmpty)
    }

    @Test func pluginCanReplaceTheResponse() async throws {
        let replacing = InterceptingPlugin { request, _, next in
            let response = try await next(request)
            return Response(statusCode: 203, data: Data("[\(try response.string())]".utf8), request: response.request)
        }
        let provider = provider(RecordingPlugin("A", log), replacing)

        let response = try await provider.request(OpenTarget())

        #expect(response.statusCode == 203)
        #expect(try response.string() == "[ok]")
        #expect(response.target is OpenTarget)
        #expect(log.value.last == "A didReceive 203 1")
    }

    @Test func pluginCanRespondWithoutTheTransport() async throws {
        let transport = RecordingTransport { _ in .text("never") }
        let responding = InterceptingPlugin { _, _, _ in Response(statusCode: 200, data: Data("cached".utf8)) }
        let provider = Provider<OpenTarget>(
            transport: transport,
            plugins: [RecordingPlugin("A", log), responding, RecordingPlugin("C", log)]
        )

        let response = try await provider.request(OpenTarget())
        let error = try await #require(throws: TernError.self) {
            try await provider.request(OpenTarget(), as: User.self)
        }

        #expect(try response.string() == "cached")
        #expect(response.target is OpenTarget)
        #expect(transport.requests.isEmpty)
        #expect(Array(log.value.prefix(3)) == ["A prepare 1", "A willSend 1", "A didReceive 200 1"])
        #expect(error.code == .decodingFailed)
        #expect(error.target is OpenTarget)
        #expect(error.attempts == 0)
    }

    @Test func pluginCanReplaceAnErrorWithAResponse() async throws {
        let recovering = InterceptingPlugin { request, _, next in
            do {
                return try await next(request)
            } catch let error as TernError where error.code == .unacceptableStatus {
                return try #require(error.response)
            }
        }

        let response = try await provider(returning: .status(404), recovering).request(OpenTarget())

        #expect(response.statusCode == 404)
    }

    @Test(arguments: [CancellationError(), URLError(.cancelled)] as [any Error])
    func cancellationThrownByAPluginIsACancelledCall(thrown: any Error) async throws {
        let provider = provider(InterceptingPlugin { _, _, _ in throw thrown })

        let error = try await #require(throws: TernError.self) { try await provider.request(OpenTarget()) }

        #expect(error.code == .cancelled)
        #expect(error.target is OpenTarget)
        #expect(error.attempts == 0)
    }

    @Test func otherErrorsOfAPluginArePluginFailed() async throws {
        let context = EncodingError.Context(codingPath: [], debugDescription: "")
        let thrown: [any Error] = [
            Refused(), URLError(.notConnectedToInternet), EncodingError.invalidValue(1, context),
            NSError(domain: NSURLErrorDomain, code: NSURLErrorTimedOut),
        ]

        for each in thrown {
            let provider = provider(InterceptingPlugin { _, _, _ in throw each })
            let error = try await #require(throws: TernError.self) { try await provider.request(OpenTarget()) }
            #expect(error.code == .pluginFailed)
            #expect(error.underlying != nil)
            #expect(error.description.contains("InterceptingPlugin"))
        }
    }

    @Test func errorAfterTheResponseCountsTheAttempt() async throws {
        let late = InterceptingPlugin { request, _, next in
            _ = try await next(request)
            throw Refused()
        }

        let error = try await #require(throws: TernError.self) { try await provider(late).request(OpenTarget()) }

        #expect(error.code == .pluginFailed)
        #expect(error.attempts == 1)
    }

    @Test func callsHaveDifferentNumbers() async throws {
        let ids = Watched<[Int]>([])
        let spy = InterceptingPlugin { request, context, next in
            ids.append(context.id)
            return try await next(request)
        }
        let provider = provider(spy, spy)

        for _ in 1...3 { _ = try await provider.request(OpenTarget()) }

        #expect(ids.value[0] == ids.value[1])
        #expect(Set(ids.value).count == 3)
    }

    @Test func aPluginWaitsOnTheProvidersClock() async throws {
        let clock = ManualClock()
        let waiting = InterceptingPlugin { request, context, next in
            try await context.clock.sleep(for: .seconds(3_600))
            return try await next(request)
        }
        let provider = Provider<OpenTarget>(stubClosure: Provider.immediatelyStub, plugins: [waiting], clock: clock)
        let call = Task { try await provider.request(OpenTarget()) }

        await clock.waitForSleepers(atLeast: 1)
        clock.advance(by: .seconds(3_600))

        #expect(try await call.value.statusCode == 200)
    }

    @Test func callCancelledBeforeItsStartReachesNoPlugin() async throws {
        let log = log
        let provider = provider(RecordingPlugin("A", log))
        let call = Task { () throws(TernError) in
            withUnsafeCurrentTask { $0?.cancel() }
            return try await provider.request(OpenTarget())
        }

        let error = try await #require(throws: TernError.self) { try await call.value }

        #expect(error.code == .cancelled)
        #expect(error.target is OpenTarget)
        #expect(error.attempts == 0)
        #expect(log.value.isEmpty)
    }
}
