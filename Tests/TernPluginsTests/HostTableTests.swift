import Foundation
import Tern
import TestDoubles
import Testing

@testable import TernPlugins

@Suite(.timeLimit(.minutes(20)))
struct HostTableTests {
    private struct Use: HostState {
        var isInUse = false
        var count = 0
    }

    private func host(_ name: String) throws -> Origin {
        Origin(try #require(URL(string: "https://\(name).example.com")))
    }

    @Test func hostThatWasNotUsedForTheLongestTimeIsForgotten() throws {
        var table = HostTable<Use>(maximumCount: 2) { _ in Use() }
        for name in ["a", "b", "a", "c", "a"] { table.with(try host(name)) { $0.count += 1 } }

        #expect(table.count == 2)
        #expect(table.with(try host("a")) { $0.count } == 3)
        #expect(table.with(try host("b")) { $0.count } == 0)
    }

    @Test func hostInUseIsKept() throws {
        var table = HostTable<Use>(maximumCount: 0) { _ in Use() }
        for name in ["a", "b", "c"] { table.with(try host(name)) { $0 = Use(isInUse: true, count: 1) } }
        #expect(table.count == 3)
        for name in ["a", "b", "c"] { table.with(try host(name)) { $0.isInUse = false } }
        _ = table.with(try host("d")) { $0.count }
        #expect(table.count == 1)
    }

    @Test func ticketsOfANewStateAreLargerThanAllBefore() throws {
        let first = Watched<[Int]>([])
        var table = HostTable<Use>(maximumCount: 1) { ticket in
            first.append(ticket)
            return Use()
        }
        for _ in 0..<5 { table.with(try host("a")) { $0.count += 1 } }
        table.with(try host("b")) { $0.count += 1 }

        #expect(first.value[1] >= first.value[0] + 5)
    }
}
