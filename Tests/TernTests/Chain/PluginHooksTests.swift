import Foundation
import Tern
import TernTesting
import TestDoubles
import Testing

/// The hooks of a plugin that also implements `intercept`.
@Suite(.timeLimit(.minutes(20)))
struct PluginHooksTests {
    private struct Expired: Error {}

    /// Retries.
    private struct Renewals: Plugin {
        let attempts: Int
        let log: Watched<[String]>

        func intercept(_ request: Request, context: RequestContext, next: Next) async throws -> Response {
            for _ in 1..<attempts {
                do { return try await next(request) } catch {
                    log.append("failed \((error as? TernError)?.code.rawValue ?? "")")
                }
            }
            return try await next(request)
        }
    }

    /// A plugin that retries, and one that sets a new token each time, and records its hooks.
    private static func renewing(
        attempts: Int = 3,
        refusedAttempt: Int? = nil,
        log: Watched<[String]>
    ) -> [any Plugin] {
        let hooks = Hooks(
            prepare: { request, context in
                log.append("prepare \(context.attempt)")
                if context.attempt == refusedAttempt { throw Expired() }
                request.headers["X-Token"] = "\(context.attempt)"
            },
            willSend: { request, _ in log.append("willSend \(request.headers["X-Token"] ?? "none")") },
            didReceive: { result, _ in
                switch result {
                case .success(let response): log.append("didReceive \(response.statusCode)")
                case .failure(let error): log.append("didReceive \(error.code)")
                }
            }
        )
        return [Renewals(attempts: attempts, log: log), hooks]
    }

    private let log = Watched<[String]>([])

    private func transport(accepting token: String) -> RecordingTransport {
        RecordingTransport { request in
            request.headers["X-Token"] == token ? .text("ok") : .text("no", status: 401)
        }
    }

    @Test func pluginThatRetriesPreparesEachAttempt() async throws {
        let transport = transport(accepting: "3")
        let provider = Provider<OpenTarget>(transport: transport, plugins: Self.renewing(log: log))

        let response = try await provider.request(OpenTarget())

        #expect(response.statusCode == 200)
        #expect(transport.requests.map { $0.headers["X-Token"] } == ["1", "2", "3"])
        #expect(
            log.value == [
                "prepare 1", "willSend 1", "didReceive unacceptableStatus", "failed unacceptableStatus",
                "prepare 2", "willSend 2", "didReceive unacceptableStatus", "failed unacceptableStatus",
                "prepare 3", "willSend 3", "didReceive 200",
            ]
        )
    }

    @Test func twoPluginsThatRetryPrepareEachOfTheirAttempts() async throws {
        let (outer, inner) = (Watched<[String]>([]), Watched<[String]>([]))
        let transport = transport(accepting: "4")
        let provider = Provider<OpenTarget>(
            transport: transport,
            plugins: Self.renewing(attempts: 2, log: outer) + Self.renewing(attempts: 2, log: inner)
        )

        _ = try await provider.request(OpenTarget())

        #expect(transport.requests.map { $0.headers["X-Token"] } == ["1", "2", "3", "4"])
        #expect(outer.value.filter { $0.hasPrefix("prepare") } == ["prepare 1", "prepare 3"])
        #expect(inner.value.filter { $0.hasPrefix("prepare") } == ["prepare 1", "prepare 2", "prepare 3", "prepare 4"])
    }

    @Test func failedPreparationIsRetriedLikeAFailedAttempt() async throws {
        let transport = transport(accepting: "3")
        let provider = Provider<OpenTarget>(
            transport: transport,
            plugins: Self.renewing(refusedAttempt: 2, log: log)
        )

        let response = try await provider.request(OpenTarget())

        #expect(response.statusCode == 200)
        #expect(transport.requests.map { $0.headers["X-Token"] } == ["1", "3"])
        #expect(log.value.contains("failed pluginFailed"))
        #expect(log.value.filter { $0.hasPrefix("willSend") }.count == 2)
        #expect(log.value.filter { $0.hasPrefix("didReceive") }.count == 2)
    }

    @Test func hooksAreBalancedInACallThatIsCancelled() async throws {
        let gate = SampleGate()
        let provider = Provider<OpenTarget>(
            endpointClosure: { Endpoint($0).responding(.text("late").held(by: gate)) },
            stubClosure: Provider.immediatelyStub,
            plugins: [RecordingPlugin("A", log)] + Self.renewing(attempts: 1, log: log)
        )
        let call = Task { await #expect(throws: TernError.self) { try await provider.request(OpenTarget()) } }
        await gate.waitForArrivals(atLeast: 1)

        call.cancel()

        #expect(await call.value?.code == .cancelled)
        #expect(
            log.value == [
                "A prepare 1", "A willSend 1", "prepare 1", "willSend 1", "didReceive cancelled",
                "A didReceive cancelled 1",
            ]
        )
    }
}
