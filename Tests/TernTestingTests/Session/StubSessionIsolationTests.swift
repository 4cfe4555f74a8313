import Foundation
import Tern
import Testing

@testable import TernTesting

@Suite(.timeLimit(.minutes(20)))
struct StubSessionIsolationTests {
    private let url = URL(string: "https://api.example.com/")!

    @Test func concurrentSessionsEachReturnTheirOwnResponse() async throws {
        let url = url
        let wrong = try await withThrowingTaskGroup(of: Bool.self) { group in
            for number in 0..<200 {
                group.addTask {
                    let stub = StubSession { _ in .text("\(number)") }
                    return try await stub.session.data(from: url).0 != Data("\(number)".utf8)
                }
            }
            return try await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }

        #expect(wrong == 0)
    }

    @Test func heldRequestsOfManySessionsEachReceiveTheirOwnResponse() async throws {
        let gate = SampleGate()
        let stubs = (0..<64).map { number in StubSession { .text("\(number) \($0.url)").held(by: gate) } }

        let wrong = try await withThrowingTaskGroup(of: Bool.self) { group in
            for number in 0..<1_280 {
                let stub = stubs[number % 64]
                let url = url.appendingPathComponent("\(number)")
                group.addTask {
                    try await stub.session.data(from: url).0 != Data("\(number % 64) \(url)".utf8)
                }
            }
            await gate.waitForArrivals(atLeast: 1_280)
            gate.release()
            return try await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }

        #expect(wrong == 0)
    }

    @Test func protocolClassesAreReused() async throws {
        let before = StubProtocolClasses.count

        for number in 0..<2_000 {
            let source = SourcePosition()
            let entry = ResponderTable.Entry.others(.responder { _ in .text("\(number)") }, at: source)
            let core = StubSessionCore([entry], journal: nil, source: source)
            _ = StubSessionLease(core).configuration
        }

        // Other tests use protocol classes at the same time.
        #expect(StubProtocolClasses.count - before < 1_500)
    }

    @Test func protocolClassesOfDifferentNumbersDiffer() {
        let classes = (1...2_000).map { ObjectIdentifier(StubProtocolClasses.protocolClass($0)) }

        #expect(Set(classes).count == 2_000)
        #expect(classes[999] == ObjectIdentifier(StubProtocolClasses.protocolClass(1_000)))
    }

    @Test func sessionAndItsClosureAreReleased() async throws {
        final class Held: Sendable {
            let isReleased: SampleGate
            init(_ isReleased: SampleGate) { self.isReleased = isReleased }
            deinit { isReleased.release() }
        }
        let isReleased = SampleGate()
        weak var session: URLSession?
        func use() async throws {
            let held = Held(isReleased)
            let stub = StubSession { [held] _ in withExtendedLifetime(held) { .text("a") } }
            session = stub.session
            _ = try await stub.session.data(from: url)
            let never = stub.session.dataTask(with: url)
            never.cancel()
        }

        try await use()
        try await isReleased.pass()

        #if canImport(FoundationNetworking)
            // The session holds the closure.
            #expect(session == nil)
        #endif
    }
}
