import Foundation
import TestDoubles
import Testing

@testable import TernHTTP

@Suite(.timeLimit(.minutes(20)))
struct WaitQueueTests {
    @Test func callsLeaveInTheOrderOfTheirTickets() {
        var queue = WaitQueue<String>()
        let tickets = [queue.append("a"), queue.append("b"), queue.append("c")]

        #expect(tickets == tickets.sorted())
        #expect(queue.first == tickets[0])
        #expect(queue.remove(tickets[1]) == (true, "b"))
        #expect(queue.remove(tickets[1]) == (false, nil))
        #expect(queue.remove(tickets[0]).waiter == "a")
        #expect(queue.first == tickets[2])
        #expect(queue.count == 1)
        #expect(queue.remove(tickets[2]).waiter == "c")
        #expect(queue.isEmpty && queue.first == nil)
    }

    @Test func aCallIsResumedOnce() {
        var queue = WaitQueue<String>()
        let ticket = queue.append()
        #expect(queue.resume(ticket) == nil)
        queue.suspend(ticket, "a")
        #expect(queue.resume(ticket) == "a")
        #expect(queue.resume(ticket) == nil)
        #expect(queue.contains(ticket))
        #expect(queue.remove(ticket) == (true, nil))
        queue.suspend(ticket, "a")
        #expect(queue.resume(ticket) == nil)
    }

    private func places(_ queue: WaitQueue<Int>) -> Int {
        (Mirror(reflecting: queue).descendant("places") as? [Any])?.count ?? .max
    }

    @Test func cancelledCallsBehindTheHeadFreeTheirPlaces() throws {
        var queue = WaitQueue<Int>()
        let head = queue.append(0)
        let tickets = (0..<100_000).map { queue.append($0) }
        for (index, ticket) in tickets.enumerated() where index % 1_000 != 0 {
            queue.remove(ticket)
        }
        #expect(queue.count == 101)
        #expect(places(queue) < 500)
        for number in 0..<100_000 {
            queue.remove(queue.append(number))
            if places(queue) >= 500 { break }
        }
        #expect(places(queue) < 500)
        #expect(queue.remove(tickets[5_000]) == (true, 5_000))
        #expect(queue.first == head)
        queue.remove(head)
        #expect(queue.first == tickets[0])
    }

    /// Compared with an array, in a fixed but mixed order.
    @Test func longQueuesKeepTheirOrder() {
        var queue = WaitQueue<Int>(firstTicket: 100)
        var expected: [Int] = []
        var state: UInt64 = 7
        for _ in 0..<20_000 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            switch state >> 62 {
            case 0, 1: expected.append(queue.append())
            case 2:
                if !expected.isEmpty { queue.remove(expected.removeFirst()) }
            default:
                if !expected.isEmpty { queue.remove(expected.remove(at: Int(state >> 33) % expected.count)) }
            }
            #expect(queue.first == expected.first)
            #expect(queue.count == expected.count)
        }
    }
}
