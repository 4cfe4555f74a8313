import Foundation
import Tern
import TestDoubles
import Testing

@Suite(.timeLimit(.minutes(20)))
struct RetryingPluginTests {
    private let log = Watched<[String]>([])

    /// Fails a number of times, and then responds.
    private func transport(failures: Int) -> RecordingTransport {
        let count = Watched(0)
        return RecordingTransport { _ in
            let number = count.update {
                $0 += 1
                return $0
            }
            return number > failures ? .text("ok") : .text("busy", status: 503)
        }
    }

    @Test func innerPluginsRunPerAttemptAndOuterPluginsPerCall() async throws {
        let provider = Provider<OpenTarget>(
            transport: transport(failures: 2),
            plugins: [RecordingPlugin("A", log), RetryingPlugin(), RecordingPlugin("C", log)]
        )

        let response = try await provider.request(OpenTarget())

        #expect(response.statusCode == 200)
        #expect(
            log.value == [
                "A prepare 1", "A willSend 1",
                "C prepare 1", "C willSend 1", "C didReceive unacceptableStatus 1",
                "C prepare 2", "C willSend 2", "C didReceive unacceptableStatus 2",
                "C prepare 3", "C willSend 3", "C didReceive 200 3",
                "A didReceive 200 1",
            ]
        )
    }

    @Test func nestedRetriesCountEveryAttemptOnce() async throws {
        let transport = transport(failures: 5)
        let provider = Provider<OpenTarget>(
            transport: transport,
            plugins: [
                RetryingPlugin(attempts: 2), RecordingPlugin("B", log), RetryingPlugin(attempts: 3),
                RecordingPlugin("D", log),
            ]
        )

        _ = try await provider.request(OpenTarget())

        #expect(transport.requests.count == 6)
        #expect(log.value.filter { $0.hasPrefix("D prepare") }.map(\.last) == ["1", "2", "3", "4", "5", "6"])
        #expect(log.value.filter { $0.hasPrefix("B prepare") }.map(\.last) == ["1", "4"])
    }

    @Test func lastErrorCountsTheAttempts() async throws {
        let provider = Provider<OpenTarget>(transport: transport(failures: 9), plugins: [RetryingPlugin()])

        let error = try await #require(throws: TernError.self) { try await provider.request(OpenTarget()) }

        #expect(error.code == .unacceptableStatus)
        #expect(error.attempts == 3)
        #expect(error.response?.attempts == 3)
        #expect(error.description.contains("after 3 attempts"))
    }

    @Test func errorOfTheRetryingPluginCountsTheAttempts() async throws {
        struct GaveUp: Error {}
        let provider = Provider<OpenTarget>(
            transport: transport(failures: 9),
            plugins: [
                InterceptingPlugin { request, _, next in
                    _ = try? await next(request)
                    _ = try? await next(request)
                    throw GaveUp()
                }
            ]
        )

        let error = try await #require(throws: TernError.self) { try await provider.request(OpenTarget()) }

        #expect(error.code == .pluginFailed)
        #expect(error.attempts == 2)
    }

    /// A plugin refuses the second attempt, or breaks its request.
    @Test(arguments: [true, false]) func unsentSecondAttemptDoesNotCount(isRefused: Bool) async throws {
        let breaking = Hooks(prepare: { request, context in
            guard context.attempt > 1 else { return }
            if isRefused { throw TernError(.invalidField, reason: "Refused.") }
            request.method = "GET\r\n"
        })
        let provider = Provider<OpenTarget>(
            transport: transport(failures: 9),
            plugins: [RetryingPlugin(attempts: 2), breaking]
        )

        let error = try await #require(throws: TernError.self) { try await provider.request(OpenTarget()) }

        #expect(error.code == .invalidField)
        #expect(error.attempts == 1)
    }

    @Test func decodingErrorsCountTheAttempts() async throws {
        let provider = Provider<OpenTarget>(transport: transport(failures: 1), plugins: [RetryingPlugin()])

        let error = try await #require(throws: TernError.self) {
            try await provider.request(OpenTarget(), as: User.self)
        }

        #expect(error.code == .decodingFailed)
        #expect(error.attempts == 2)
    }

    @Test func attemptsThatRunAtTheSameTimeHaveDifferentNumbers() async throws {
        let racing = InterceptingPlugin { request, _, next in
            try await withThrowingTaskGroup(of: Response.self) { group in
                for _ in 0..<20 { group.addTask { try await next(request) } }
                var last: Response?
                for try await response in group { last = response }
                return try #require(last)
            }
        }
        let provider = Provider<OpenTarget>(
            transport: transport(failures: 0),
            plugins: [racing, RecordingPlugin("B", log)]
        )

        _ = try await provider.request(OpenTarget())

        let numbers = log.value.filter { $0.hasPrefix("B prepare") }.compactMap { $0.split(separator: " ").last }
        #expect(Set(numbers) == Set((1...20).map { Substring("\($0)") }))
        #expect(numbers.count == 20)
    }

    /// An attempt that a plugin ends before the request is sent.
    @Test(arguments: [false, true]) func attemptThatIsNotSentDoesNotCount(fails: Bool) async throws {
        let isFirst = Watched(true)
        let gate = InterceptingPlugin { request, _, next in
            let isFirst = isFirst.update { isFirst in
                defer { isFirst = false }
                return isFirst
            }
            if isFirst { throw TernError(.timedOut) }
            return try await next(request)
        }
        let provider = Provider<OpenTarget>(
            transport: transport(failures: fails ? 9 : 0),
            plugins: [RetryingPlugin(attempts: 2), gate]
        )

        if fails {
            let error = await #expect(throws: TernError.self) { try await provider.request(OpenTarget()) }
            #expect(error?.attempts == 1)
        } else {
            #expect(try await provider.request(OpenTarget()).attempts == 1)
        }
    }
}
