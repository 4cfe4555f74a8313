import Foundation
import Tern
import TernCache
import TernTesting
import TestDoubles
import TestRounds
import Testing

/// Calls that read and change one resource, in many orders.
@Suite(.timeLimit(.minutes(20)))
struct CacheExplorationTests {
    /// Has a number, which PUT increases. A request takes a millisecond, and its response another one.
    private static func server(_ clock: any Clock<Duration>) -> RecordingTransport {
        let number = Watched(0)
        return RecordingTransport { request in
            try await clock.sleep(for: .milliseconds(1))
            let number = number.update { number in
                if request.method == .put { number += 1 }
                return number
            }
            try await clock.sleep(for: .milliseconds(1))
            return request.method == .put ? Response(statusCode: 204) : .fresh("\(number)")
        }
    }

    /// The planted bug: a response is stored even if the resource has changed since its request was sent.
    private struct CarelessCache: TransportLayer {
        let stored = Watched<Response?>(nil)

        func send(_ request: Request, hop: Hop, next: any Transport) async throws -> Response {
            if request.method == .get, let response = stored.value { return response }
            let response = try await next.send(request, hop: hop)
            stored.update { $0 = request.method == .get ? response : nil }
            return response
        }
    }

    /// Reads and writes at the same time. A read that begins after a write must not find what was there before.
    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    private static func run(_ transport: any Transport, on scheduler: VirtualScheduler) async throws {
        let provider = Provider<OpenTarget>(transport: transport, clock: scheduler.clock)
        let written = Watched(0)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<3 {
                group.addTask {
                    for _ in 0..<4 {
                        let oldest = written.value
                        let read = Int(try await provider.request(OpenTarget()).string()) ?? -1
                        guard read >= oldest else { throw Violation("\(read) after \(oldest)") }
                        try await scheduler.clock.sleep(for: .milliseconds(1))
                    }
                }
            }
            group.addTask {
                for _ in 0..<2 {
                    _ = try await provider.request(OpenTarget(method: .put))
                    written.update { $0 += 1 }
                }
            }
            try await group.waitForAll()
        }
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test func noReadFindsWhatWasThereBeforeAWrite() async throws {
        let failure = try await VirtualScheduler.firstFailure(seeds: Rounds.seeds(500)) { scheduler in
            let cache = HTTPCache(now: { .arrival + scheduler.now })
            try await Self.run(Self.server(scheduler.clock).cached(by: cache), on: scheduler)
        }
        #expect(failure == nil, "\(failure as Any)")
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test func explorationFindsACarelessCache() async throws {
        let failure = try await VirtualScheduler.firstFailure(seeds: 0..<100) { scheduler in
            try await Self.run(Self.server(scheduler.clock).layered(CarelessCache()), on: scheduler)
        }
        #expect(failure != nil)
    }
}
