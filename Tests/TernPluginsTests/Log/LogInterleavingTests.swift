import Foundation
import Tern
import TernPlugins
import TernTestSupport
import TernTesting
import TestDoubles
import TestRounds
import Testing

/// Entries of concurrent calls, in many orders. Each call has one entry before and one after it, with its own URL and time.
@Suite(.timeLimit(.minutes(20)))
struct LogInterleavingTests {
    /// Keeps the start of the last call in a property.
    private final class SharedStart: Plugin {
        private let last = Watched("")
        private let sink: @Sendable (String) -> Void

        init(_ sink: @escaping @Sendable (String) -> Void) { self.sink = sink }

        func intercept(_ request: Request, context: RequestContext, next: Next) async throws -> Response {
            last.update { $0 = "#\(context.id) GET \(request.url.absoluteString)" }
            sink("#\(context.id) > GET \(request.url.absoluteString)")
            let response = try await next(request)
            let path = String(last.value.split(separator: " ").last ?? "")
            sink("#\(context.id) < 200 GET \(path), 6 bytes, 1.00 s")
            return response
        }
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    private static func entriesBelongToTheirCalls(
        _ scheduler: VirtualScheduler,
        _ plugin: (@escaping @Sendable (String) -> Void) -> any Plugin
    ) async throws {
        let log = Watched<[String]>([])
        let clock = scheduler.clock
        let provider = Provider<OpenTarget>(
            stubClosure: Provider.delayedStub(.seconds(1)),
            plugins: [plugin { log.append($0) }],
            clock: clock
        )
        try await withThrowingTaskGroup(of: Void.self) { group in
            for index in 1...4 {
                group.addTask {
                    try await clock.sleep(for: .milliseconds(500 * (index / 2)))
                    _ = try await provider.request(OpenTarget(path: "/\(index)"))
                }
            }
            try await group.waitForAll()
        }
        let texts = log.value
        for id in 1...4 {
            let own = texts.filter { $0.hasPrefix("#\(id) ") }
            guard own.count == 2, let path = own[0].split(separator: "/").last,
                own[0] == "#\(id) > GET https://api.example.com/\(path)",
                own[1] == "#\(id) < 200 GET https://api.example.com/\(path), 6 bytes, 1.00 s"
            else { throw Violation("\(texts)") }
        }
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test func entriesBelongToTheirCallsInAnyOrder() async throws {
        try await VirtualScheduler.explore(seeds: Rounds.seeds(500)) { scheduler in
            try await Self.entriesBelongToTheirCalls(scheduler) { sink in
                LogPlugin(.fields) { entry in sink(String(entry.text.prefix { !$0.isNewline })) }
            }
        }
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test func startInASharedPropertyIsFound() async throws {
        let failure = try await VirtualScheduler.firstFailure(seeds: 0..<500) { scheduler in
            try await Self.entriesBelongToTheirCalls(scheduler) { SharedStart($0) }
        }
        #expect(try #require(failure).divergence == nil)
    }
}
