import Foundation
import Tern
import TernTesting
import TernURLSession
import TestDoubles
import TestFidelity
import Testing

/// Streams over time from each double: a stubbed provider, a stubbed session, and a server with each engine.
@Suite(.timeLimit(.minutes(20)))
struct StreamHeightTests {
    private let events = ["a", "b", "c"].map { ServerSentEvent(data: $0, id: $0) }

    /// Calls `body` with a stream of the sample, which comes from the lane's double.
    private func withStream(
        of sample: SampleResponse,
        on lane: FidelityLane,
        _ body: (ResponseStream) async throws -> Void
    ) async throws {
        let server = try LoopbackServer { _ in sample }
        defer { server.stop() }
        let target = LiveTarget(server, "/events")
        let provider: Provider<LiveTarget>
        switch lane {
        case .stub:
            provider = Provider(returning: sample)
        case .session:
            let stub = StubSession(journal: nil) { _ in sample }
            provider = Provider(transport: try URLSessionTransport(configuration: stub.configuration))
        case .sockets(let engine):
            provider = try engine.provider()
        }
        try await body(try await provider.stream(target))
    }

    @Test(arguments: FidelityLane.allCases) func eventsArriveOneByOne(on lane: FidelityLane) async throws {
        let gate = SampleGate()
        let sample = SampleResponse.events(events).held(by: gate, after: events[0].bytes.count)
        try await withStream(of: sample, on: lane) { (stream: ResponseStream) async throws in
            var received: [ServerSentEvent] = []
            for try await event in stream.events() {
                received.append(event)
                // The others wait for the reader of the first one.
                gate.release()
            }

            #expect(received == events)
        }
    }

    @Test(arguments: FidelityLane.allCases) func bodyEndsWhenTheGateIsReleased(on lane: FidelityLane) async throws {
        let gate = SampleGate()
        let sample = SampleResponse.events(events).stayingOpen(until: gate)
        try await withStream(of: sample, on: lane) { (stream: ResponseStream) async throws in
            var iterator = stream.events().makeAsyncIterator()

            for event in events { #expect(try await iterator.next() == event) }
            async let release: Void = {
                await gate.waitForArrivals(atLeast: 1)
                gate.release()
            }()
            #expect(try await iterator.next() == nil)
            await release
        }
    }

    @Test(arguments: FidelityLane.allCases) func chunksArriveOverTime(on lane: FidelityLane) async throws {
        let sample = SampleResponse.chunked([Data("a\n".utf8), Data("b\n".utf8)], every: .milliseconds(1))
        try await withStream(of: sample, on: lane) { (stream: ResponseStream) async throws in
            var lines: [String] = []
            for try await line in stream.lines() { lines.append(line) }
            #expect(lines == ["a", "b"])
        }
    }

    @Test(arguments: FidelityLane.allCases) func lossComesAfterTheEventsBeforeIt(on lane: FidelityLane) async throws {
        let sample = SampleResponse.events(events, every: .milliseconds(1))
            .breakingOff(after: events[0].bytes.count + 3)
        try await withStream(of: sample, on: lane) { (stream: ResponseStream) async throws in
            var iterator = stream.events().makeAsyncIterator()

            let first = try await iterator.next()
            #expect(first == events[0])
            do throws(TernError) {
                _ = try await iterator.next()
                Issue.record("The loss is no error.")
            } catch {
                #expect(error.code == Self.codeOfLoss(on: lane))
            }
        }
    }

    /// FoundationNetworking has no code of its own for the loss of a connection in a chunked body.
    private static func codeOfLoss(on lane: FidelityLane) -> TernError.Code {
        #if canImport(FoundationNetworking)
            if lane == .sockets(.urlSession) { return .transportFailed }
        #endif
        return .connectionLost
    }
}
