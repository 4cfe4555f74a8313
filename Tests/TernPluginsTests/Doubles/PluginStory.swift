import Foundation
import Tern
import TernTesting
import TestDoubles
import TestRounds

/// Concurrent calls with every kind of end, for the interleavings of a plugin: responses, errors, a timeout, retries,
/// an inner plugin that throws, and cancellations at the time of the response.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
enum PluginStory {
    private struct Thrown: Error {}

    /// Throws before the first attempt of some calls is sent.
    private struct ThrowingPlugin: Plugin {
        func intercept(_ request: Request, context: RequestContext, next: Next) async throws -> Response {
            if request.url.path == "/throws" { throw Thrown() }
            return try await next(request)
        }
    }

    static let paths = ["/ok", "/ok", "/error", "/timeout", "/throws", "/cancelled", "/cancelled"]

    /// Makes the calls with the plugin before a plugin that retries, and waits for their ends.
    ///
    /// - Returns: The codes of the errors by path.
    @discardableResult
    static func run(_ plugin: some Plugin, isBeforeRetries: Bool = true, _ scheduler: VirtualScheduler) async
        -> [String]
    {
        let retry = RetryingPlugin(attempts: 2)
        let plugins: [any Plugin] =
            isBeforeRetries ? [plugin, retry, ThrowingPlugin()] : [retry, plugin, ThrowingPlugin()]
        let provider = Provider<OpenTarget>.stub(plugins: plugins, clock: scheduler.clock, journal: nil) { target in
            switch target.path {
            case "/error": .status(500).delayed(by: .seconds(1))
            case "/timeout": .status(200).delayed(by: .seconds(100))
            default: .status(200).delayed(by: .seconds(1))
            }
        }
        let calls = paths.map { path in
            Task {
                do throws(TernError) {
                    _ = try await provider.request(OpenTarget(path: path, timeout: .seconds(2)))
                    return "\(path) ok"
                } catch {
                    return "\(path) \(error.code)"
                }
            }
        }
        try? await scheduler.clock.sleep(for: .seconds(1))
        for (call, path) in zip(calls, paths) where path == "/cancelled" { call.cancel() }
        var ends: [String] = []
        for call in calls { ends.append(await call.value) }
        return ends
    }

    /// The first failure of the story in 500 orders, or a part of them.
    static func firstFailure(
        _ body: @escaping @Sendable (VirtualScheduler) async throws -> Void
    ) async throws -> VirtualScheduler.ExplorationFailure? {
        try await VirtualScheduler.firstFailure(seeds: Rounds.seeds(500), body)
    }
}
