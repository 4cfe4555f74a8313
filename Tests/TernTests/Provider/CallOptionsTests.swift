import Foundation
import Tern
import TernTesting
import TestDoubles
import Testing

@Suite(.timeLimit(.minutes(20)))
struct CallOptionsTests {
    private enum Trace: RequestAttributeKey {
        static var defaultValue: String? { nil }
    }

    private struct User: Decodable, Sendable, Equatable {
        var id: Int
    }

    private let transport = RecordingTransport { _ in .text(#"{"id":7}"#) }
    private let target = OpenTarget(headers: ["A": "1", "B": "2"], timeout: .seconds(60))

    @Test func headersAreAddedToThoseOfTheEndpoint() async throws {
        let provider = Provider<OpenTarget>(transport: transport)

        _ = try await provider.request(target, options: CallOptions(headers: ["b": "3", "C": "4"]))
        _ = try await provider.request(target)

        #expect(transport.requests.map(\.headers) == [["A": "1", "b": "3", "C": "4"], ["A": "1", "B": "2"]])
    }

    @Test func invalidFieldIsRefused() async throws {
        let provider = Provider<OpenTarget>(transport: transport)
        let options = CallOptions(headers: HTTPHeaders([.init(name: "X-A", value: "a\r\nX-B: b")]))

        #expect(await failure { try await provider.request(target, options: options) }?.code == .invalidField)

        #expect(transport.requests.isEmpty)
    }

    @Test(arguments: [Duration.seconds(5), .seconds(90)]) func timeoutOverridesThatOfTheTarget(timeout: Duration)
        async throws
    {
        let clock = ManualClock()
        let provider = Provider<OpenTarget>(stubClosure: Provider.delayedStub(.seconds(1_000)), clock: clock)
        let call = Task {
            await #expect(throws: TernError.self) {
                try await provider.request(target, options: CallOptions(timeout: timeout))
            }
        }
        await clock.waitForSleepers(atLeast: 2)

        clock.advance(by: timeout - .milliseconds(1))
        #expect(!call.isCancelled)
        clock.advance(by: .milliseconds(1))

        #expect(await call.value?.code == .timedOut)
    }

    @Test func useOfACacheReachesTheTransport() async throws {
        let provider = Provider<OpenTarget>(transport: transport)
        #expect(CallOptions().cacheUse == .standard)
        #expect(CallOptions().cacheKey == nil)

        _ = try await provider.request(target, options: CallOptions(cacheUse: .onlyStored, cacheKey: "/a"))
        _ = try await provider.request(target)

        #expect(transport.requests.map(\.attributes.cacheUse) == [.onlyStored, .standard])
        #expect(transport.requests.map(\.attributes.cacheKey) == ["/a", nil])
    }

    @Test func partOfACacheReachesTheCaller() async throws {
        let transport = RecordingTransport { _ in
            var response = Response(statusCode: 200)
            #expect(response.cache == nil)
            response.cache = .hit(age: .seconds(5))
            return response
        }
        let provider = Provider<OpenTarget>(transport: transport)
        #expect(try await provider.request(target).cache == .hit(age: .seconds(5)))
        #expect(try await provider.stream(target).response.cache == .hit(age: .seconds(5)))
    }

    @Test func attributesReachPluginsAndTheTransport() async throws {
        let seen = Watched<[String?]>([])
        let spy = InterceptingPlugin { request, context, next in
            seen.append(context[Trace.self])
            seen.append(request.attributes[Trace.self])
            return try await next(request)
        }
        let provider = Provider<OpenTarget>(transport: transport, plugins: [spy])
        var options = CallOptions()
        options.attributes[Trace.self] = "t1"

        _ = try await provider.request(target, options: options)
        _ = try await provider.request(target)

        #expect(seen.value == ["t1", "t1", nil, nil])
        #expect(transport.requests.map { $0.attributes[Trace.self] } == ["t1", nil])
    }

    @Test func everyKindOfCallTakesOptions() async throws {
        let provider = Provider<OpenTarget>(transport: transport)
        let call = Call<OpenTarget, User>(target)
        let progress = Watched(0)
        let options = CallOptions(progress: { _ in progress.update { $0 += 1 } }, headers: ["X-Call": "1"])

        #expect(try await provider.value(call, options: options) == User(id: 7))
        let (value, response) = try await provider.valueAndResponse(call, options: options)
        #expect(value == User(id: 7))
        #expect(response.statusCode == 200)
        #expect(try await provider.request(target, as: User.self, options: options) == User(id: 7))
        _ = try await provider.value(Call<OpenTarget, NoContent>(target), options: options)
        let result = await withCheckedContinuation { continuation in
            provider.value(call, options: options, callbackQueue: DispatchQueue(label: "calls")) {
                continuation.resume(returning: $0)
            }
        }
        #expect(try result.get() == User(id: 7))

        #expect(transport.requests.map { $0.headers["X-Call"] } == Array(repeating: "1", count: 5))
    }

    @Test func textsShowNoValue() {
        var options = CallOptions(headers: ["Authorization": "Bearer hunter2"])
        options.attributes[Trace.self] = "hunter2"

        #expect(leaks(of: "hunter2", in: textForms(of: options)) == [])
    }
}
