import Foundation
import Tern
import TernTesting
import Testing

@testable import TernConformance

/// Tests of the suite itself: its cases have to fail on a wrong transport.
@Suite(.timeLimit(.minutes(20)))
struct TransportConformanceTests {
    /// Returns the same response to every request, without a network.
    private struct ConstantTransport: Transport {
        func send(_ request: Request, hop: Hop) async throws -> Response {
            Response(statusCode: 200)
        }
    }

    private struct HangingTransport: Transport {
        func send(_ request: Request, hop: Hop) async throws -> Response {
            // Ignores cancellation, like a broken engine.
            await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in }
            return Response(statusCode: 200)
        }
    }

    private struct Broken: Error {}

    @Test(arguments: TransportConformance.cases)
    func caseFailsOnATransportThatSendsNothing(_ item: TransportConformance.Case) async {
        // Cases that wait for an event that never happens end at their limit.
        let error = await #expect(throws: ConformanceFailure.self) {
            try await item.run(within: .milliseconds(300)) { _ in ConstantTransport() }
        }
        #expect(error?.violations.isEmpty == false)
    }

    @Test func failureNamesTheCaseAndItsViolations() async throws {
        let item = TransportConformance.Case("does it") { trial in
            trial.expect("the number", 1, 2)
            trial.expect(false, "It is false.")
            _ = try trial.require(Int?.none, "There is none.")
        }
        let error = await #expect(throws: ConformanceFailure.self) {
            try await item.run { _ in ConstantTransport() }
        }
        #expect(error?.name == "does it")
        #expect(
            error?.violations == [
                "Expected the number to be \"2\", got \"1\".", "It is false.", "The case ended with There is none..",
            ]
        )
        #expect(error?.description.contains("\"does it\"") == true)
    }

    @Test func transportThatHangsFails() async throws {
        let item = TransportConformance.Case("ends") { trial in
            let server = try LoopbackServer { _ in .status(200) }
            _ = try await trial.transport().send(try server.request())
        }
        let error = await #expect(throws: ConformanceFailure.self) {
            try await item.run(within: .milliseconds(20)) { _ in HangingTransport() }
        }
        #expect(error?.violations.first?.contains("did not end") == true)
    }

    @Test func transportThatCannotBeMadeFails() async throws {
        let item = try #require(TransportConformance.cases.first)
        let error = await #expect(throws: ConformanceFailure.self) { try await item.run { _ in throw Broken() } }
        #expect(error?.violations == ["The case ended with Broken()."])
    }

    @Test func unexpectedCodeIsAViolation() async throws {
        let item = TransportConformance.Case("fails") { trial in
            await trial.expectFailure(.timedOut) { throw URLError(.timedOut) }
            await trial.expectFailure(.timedOut) { throw TernError(.connectionLost, reason: "Lost.") }
            await trial.expectFailure(.timedOut) { 1 }
        }
        let error = await #expect(throws: ConformanceFailure.self) { try await item.run { _ in ConstantTransport() } }
        #expect(error?.violations.count == 2)
    }

    @Test func bombDecodesToItsNumberOfBytes() {
        let bomb = Compression.bomb(10_000_000)
        #expect(bomb.count < 80_000)
        #expect(bomb.starts(with: [0x1F, 0x8B, 8]))
    }
}
