import Tern
import Testing

@testable import TernPlugins

/// The rules of the concurrency limit, without waiting.
@Suite(.timeLimit(.minutes(20)))
struct PermitQueueTests {
    @Test func permitPassesToTheNextCallInOrder() {
        var queue = PermitQueue<String>(maximum: 1, maximumQueued: 9)
        #expect(queue.request(.normal) == .granted)
        #expect(queue.request(.normal) == .queued(ticket: 1))
        #expect(queue.request(.normal) == .queued(ticket: 2))
        #expect(queue.suspend(1, "first") == .suspended)
        #expect(queue.suspend(2, "second") == .suspended)
        #expect(queue.release() == "first")
        #expect(queue.request(.high) == .queued(ticket: 3))
        #expect(queue.suspend(3, "urgent") == .suspended)
        #expect(queue.release() == "urgent")
        #expect(queue.release() == "second")
        #expect(queue.isInUse)
        #expect(queue.release() == nil)
        #expect(!queue.isInUse)
        #expect(queue.request(.low) == .granted)
    }

    @Test func prioritiesGoFirstAndKeepTheirOrder() {
        var queue = PermitQueue<Int>(maximum: 1, maximumQueued: 99)
        _ = queue.request(.normal)
        let priorities: [CallOptions.Priority] = [
            .low, .normal, .high, .normal, .low, .high, CallOptions.Priority(rawValue: .max),
        ]
        for priority in priorities {
            guard case .queued(let ticket) = queue.request(priority) else { continue }
            _ = queue.suspend(ticket, ticket)
        }
        #expect((0..<7).map { _ in queue.release() } == [7, 3, 6, 2, 4, 1, 5])
    }

    @Test func permitGrantedBeforeTheCallSuspendsIsKept() {
        var queue = PermitQueue<String>(maximum: 1, maximumQueued: 9)
        _ = queue.request(.normal)
        _ = queue.request(.normal)
        #expect(queue.release() == nil)
        #expect(queue.cancel(1) == nil)
        #expect(queue.suspend(1, "first") == .granted)
        #expect(queue.request(.normal) == .queued(ticket: 2))
    }

    @Test func cancelledCallLeavesAtOnceAndTakesNoPermit() {
        var queue = PermitQueue<String>(maximum: 1, maximumQueued: 1)
        _ = queue.request(.normal)
        _ = queue.request(.normal)
        #expect(queue.request(.high) == .refused)
        #expect(queue.suspend(1, "first") == .suspended)
        #expect(queue.cancel(1) == "first")
        #expect(queue.cancel(1) == nil)
        #expect(queue.suspend(1, "first") == .cancelled)
        #expect(queue.request(.normal) == .queued(ticket: 2))
        #expect(queue.cancel(2) == nil)
        #expect(queue.suspend(2, "second") == .cancelled)
        #expect(queue.release() == nil)
        #expect(queue.request(.normal) == .granted)
    }

    @Test(arguments: [Int.min, -1, 0]) func thereIsAlwaysOnePermit(maximum: Int) {
        var queue = PermitQueue<String>(maximum: maximum, maximumQueued: maximum)
        #expect(queue.request(.normal) == .granted)
        #expect(queue.request(.normal) == .refused)
    }
}
