import Testing

@testable import TernTesting

@Suite(.timeLimit(.minutes(5)))
struct HostConnectionsTests {
    private var hosts = HostConnections(limit: 2)

    @Test mutating func idleConnectionServesTheNext() {
        #expect(hosts.enter(1, to: "a") == .new)
        #expect(hosts.leave(1, keepsConnection: true) == nil)

        #expect(hosts.enter(2, to: "a") == .reused)
        #expect(hosts.enter(3, to: "a") == .new)
        #expect(hosts.enter(4, to: "b") == .new)
    }

    @Test mutating func requestsBeyondTheLimitAreAdmittedInOrder() {
        for id in 1...4 { _ = hosts.enter(id, to: "a") }
        #expect(hosts.admission(of: 3) == nil)

        #expect(hosts.leave(2, keepsConnection: true) == 3)
        #expect(hosts.leave(1, keepsConnection: false) == 4)

        #expect(hosts.admission(of: 3) == .reused)
        #expect(hosts.admission(of: 4) == .new)
    }

    @Test mutating func cancelledRequestInTheQueueIsSkipped() {
        for id in 1...4 { _ = hosts.enter(id, to: "a") }

        #expect(hosts.leave(3, keepsConnection: false) == nil)
        #expect(hosts.leave(1, keepsConnection: true) == 4)
    }

    @Test mutating func closedConnectionAllowsANewOne() {
        for id in 1...2 { _ = hosts.enter(id, to: "a") }
        #expect(hosts.leave(1, keepsConnection: false) == nil)

        #expect(hosts.enter(3, to: "a") == .new)
        #expect(hosts.enter(4, to: "a") == nil)
    }

    @Test mutating func leavingTwiceCountsOnce() {
        for id in 1...4 { _ = hosts.enter(id, to: "a") }

        #expect(hosts.leave(1, keepsConnection: true) == 3)
        #expect(hosts.leave(1, keepsConnection: true) == nil)
        #expect(hosts.admission(of: 4) == nil)
    }
}
