import Foundation
import Tern
import Testing

@testable import TernTesting

/// A body that can't continue, and whose cancellation waits long for a thread.
@Suite(.timeLimit(.minutes(5)))
struct LateCancellationTests {
    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test func bodyIsDrivenUntilItIsCancelled() async throws {
        let scheduler = VirtualScheduler()
        let core = scheduler.core
        let (cancellations, cancelled) = AsyncStream.makeStream(of: Int.self)
        let (ends, ended) = AsyncStream.makeStream(of: String.self)
        let id = core.newID()
        var driver = SchedulerCore.Driver(what: "the end of the body") { ended.yield("\(String(describing: $0))") }
        driver.cancel = { cancelled.yield(core.beginExternalWait("the cancellation", isCancellation: true)) }

        // No job is ready, so the body is cancelled.
        core.add(.end, id: id, driver)
        let wait = try #require(await cancellations.first { _ in true })
        core.failDrivers(after: .seconds(30))
        #expect(core.state.withLock { $0.drivers.count } == 1)

        core.end(id)
        core.endExternalWait(wait)
        let end = try #require(await ends.first { _ in true })
        #expect(end.contains("No work can continue at 0.0 seconds"))
        #expect(core.state.withLock { $0.drivers.isEmpty })
        #expect(scheduler.now == .zero)
    }
}
