import Foundation
import Tern
import TernPlugins
import TernTesting
import TestDoubles
import Testing

/// Work that ignores its cancellation for a minute: what ends it, as the guide says.
@Suite(.timeLimit(.minutes(20)))
struct StubbornWorkTests {
    enum Work: CaseIterable {
        case requestClosure, plugin, sourceOfToken, transport

        /// Whether the call fails. The response of an exchange that ignores its cancellation is returned.
        func isLimited(by limit: Limit) -> Bool {
            switch (self, limit) {
            case (.transport, .cancellation): false
            case (_, .cancellation), (.transport, _): true
            case (_, .timeout), (.requestClosure, .deadline): false
            case (.plugin, .deadline), (.sourceOfToken, .deadline): true
            }
        }
    }

    enum Limit: CaseIterable {
        case cancellation, timeout, deadline

        var code: TernError.Code { self == .cancellation ? .cancelled : .timedOut }
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    private static func wait(_ clock: VirtualClock) async {
        await Task { try? await clock.sleep(for: .seconds(60)) }.value
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test(arguments: Work.allCases, Limit.allCases)
    func callEndsWhenTheWorkDoes(work: Work, limit: Limit) async throws {
        let scheduler = VirtualScheduler()
        let (code, time) = try await scheduler.run {
            let clock = scheduler.clock
            let plugin = InterceptingPlugin { request, _, next in
                if work == .plugin { await Self.wait(clock) }
                return try await next(request)
            }
            let source = AuthorizationPlugin { _ in
                if work == .sourceOfToken { await Self.wait(clock) }
                return "token"
            }
            let provider = Provider<OpenTarget>(
                requestClosure: { endpoint, _ in
                    if work == .requestClosure { await Self.wait(clock) }
                    return try endpoint.request()
                },
                transport: RecordingTransport { _ in
                    if work == .transport { await Self.wait(clock) }
                    return Response(statusCode: 200)
                },
                plugins: (limit == .deadline ? [DeadlinePlugin(.seconds(5))] : []) + [plugin, source],
                clock: clock
            )
            let options = CallOptions(timeout: limit == .timeout ? .seconds(5) : nil)
            let call = Task { () -> TernError.Code? in
                do throws(TernError) {
                    _ = try await provider.request(OpenTarget(authorization: .bearer), options: options)
                    return nil
                } catch {
                    return error.code
                }
            }
            if limit == .cancellation {
                try await clock.sleep(for: .seconds(5))
                call.cancel()
            }
            return (await call.value, scheduler.now)
        }

        #expect(code == (work.isLimited(by: limit) ? limit.code : nil))
        #expect(time == .seconds(60))
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test(arguments: [true, false]) func callEndsWithTheTimerOfItsClock(isDeadline: Bool) async throws {
        struct StubbornClock: Clock {
            let clock: VirtualClock
            var now: VirtualClock.Instant { clock.now }
            var minimumResolution: Duration { clock.minimumResolution }

            func sleep(until deadline: VirtualClock.Instant, tolerance: Duration?) async throws {
                await Task { try? await clock.sleep(until: deadline) }.value
            }
        }
        let scheduler = VirtualScheduler()
        let (status, time) = try await scheduler.run {
            let provider = Provider<OpenTarget>(
                transport: RecordingTransport { _ in
                    try? await scheduler.clock.sleep(for: .seconds(1))
                    return Response(statusCode: 200)
                },
                plugins: isDeadline ? [DeadlinePlugin(.seconds(5))] : [],
                clock: StubbornClock(clock: scheduler.clock)
            )
            let options = CallOptions(timeout: isDeadline ? nil : .seconds(5))
            let status = try await provider.request(OpenTarget(), options: options).statusCode
            return (status, scheduler.now)
        }

        #expect(status == 200)
        #expect(time == .seconds(5))
    }
}
