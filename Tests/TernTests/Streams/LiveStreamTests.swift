import Foundation
import Tern
import TernTesting
import TestDoubles
import Testing

/// Streams over sockets: the ends of their connections.
@Suite(.timeLimit(.minutes(20)))
struct LiveStreamTests {
    private struct Number: Decodable { let id: Int }

    enum Reading: CaseIterable { case chunks, lines, jsonLines, events, values, source }

    /// Reads the first element, and leaves the loop.
    private func readOne(_ reading: Reading, of target: LiveTarget, from provider: Provider<LiveTarget>) async throws {
        if reading == .source {
            for try await _ in provider.events(target) { return }
        }
        if reading == .values {
            for try await _ in try await provider.values(Call<LiveTarget, Number>(target)) { return }
        }
        // The stream outlives its loop.
        let stream = try await provider.stream(target)
        defer { withExtendedLifetime(stream) {} }
        switch reading {
        case .chunks: for try await _ in stream { break }
        case .lines: for try await _ in stream.lines() { break }
        case .jsonLines: for try await _ in stream.jsonLines(as: Number.self) { break }
        default: for try await _ in stream.events() { break }
        }
    }

    @Test(arguments: Engine.allCases, Reading.allCases)
    func leavingTheLoopClosesTheConnection(on engine: Engine, _ reading: Reading) async throws {
        let type = reading == .jsonLines ? "application/x-ndjson" : "text/event-stream"
        let text = reading == .jsonLines ? "{\"id\":1}\n" : "data: {\"id\":1}\n\n"
        let server = try LoopbackServer { _ in .data(Data(text.utf8), contentType: type).stalling() }
        let provider = try engine.provider()

        try await readOne(reading, of: LiveTarget(server, "/"), from: provider)

        try await server.waitForOpenConnections(atMost: 0)
        withExtendedLifetime(provider) {}
    }

    enum Phase: CaseIterable { case beforeTheHead, beforeTheFirstEvent, betweenEvents }

    @Test(arguments: Engine.allCases, Phase.allCases)
    func cancellationClosesTheConnectionInEveryPhase(on engine: Engine, _ phase: Phase) async throws {
        let gate = SampleGate()
        let event = ServerSentEvent(data: "a")
        let server = try LoopbackServer { _ in
            switch phase {
            case .beforeTheHead: .events([event]).held(by: gate)
            case .beforeTheFirstEvent: .events([]).stayingOpen(until: gate)
            case .betweenEvents: .events([event]).stayingOpen(until: gate)
            }
        }
        let provider = try engine.provider()
        let hasRead = SampleGate()
        let reader = Task {
            for try await _ in provider.events(LiveTarget(server, "/")) { hasRead.release() }
        }

        await gate.waitForArrivals(atLeast: 1)
        if phase == .betweenEvents { try await hasRead.pass() }
        reader.cancel()

        #expect(await failure { try await reader.value }?.code == .cancelled)
        try await server.waitForOpenConnections(atMost: 0)
    }

    /// The parts of a stream, each of which the server sends only after the client has the value of the one before it.
    @Test(
        .timeLimit(.minutes(20)),
        arguments: Engine.allCases,
        [
            ("application/x-ndjson", ["{\"id\":1}\n", "{\"id\":2}\r", "\n{\"id\":3}\n"]),
            ("text/event-stream", ["data: {\"id\":1}\n\n", "data: {\"id\":2}\r\r", "\ndata: {\"id\":3}\n\n"]),
            ("application/json-seq", ["\u{1E}{\"id\":1}\n", "\u{1E}{\n\"id\":\n2}\r\n", "\u{1E}{\"id\":3} \n\u{1E}"]),
        ]
    )
    func valueIsDeliveredBeforeTheNextPartArrives(on engine: Engine, stream: (type: String, parts: [String]))
        async throws
    {
        let gates = stream.parts.map { _ in SampleGate() }
        let server = try LoopbackServer { _ in
            .status(200, headers: ["Content-Type": stream.type]).writing { writer in
                for (part, gate) in zip(stream.parts, gates) {
                    try await writer.send(part)
                    try await gate.pass()
                }
            }
        }
        let provider = try engine.provider()
        var ids: [Int] = []

        for try await number in try await provider.values(Call<LiveTarget, Number>(LiveTarget(server, "/"))) {
            gates[ids.count].release()
            ids.append(number.id)
        }

        #expect(ids == [1, 2, 3])
    }

    /// A line that is longer than any number of bytes.
    @Test(arguments: Engine.allCases, [Reading.lines, .jsonLines, .events, .values, .source])
    func lineWithoutAnEndIsAnErrorAndClosesTheConnection(on engine: Engine, _ reading: Reading) async throws {
        let type = reading == .lines || reading == .jsonLines ? "application/x-ndjson" : "text/event-stream"
        let server = try LoopbackServer { _ in
            .status(200, headers: ["Content-Type": type]).writing { writer in
                let piece = Data(repeating: 0x61, count: 64 * 1024)
                while true { try await writer.send(piece) }
            }
        }
        let provider = try engine.provider()

        let error = await #expect(throws: TernError.self) {
            try await readOne(reading, of: LiveTarget(server, "/"), from: provider)
        }

        #expect(error?.code == .bodyTooLarge)
        #expect(error?.reason == "Line 1 is longer than the limit of 1048576 bytes.")
        #expect(error?.target is LiveTarget)
        try await server.waitForOpenConnections(atMost: 0)
        #expect(server.requests.count == 1)
        // The client can't hold more than the server could send. `URLSession` on Linux holds at most 64 MiB.
        #expect(server.sentBytes < 96 << 20)
    }

    @Test(arguments: Engine.allCases) func eventsContinueAfterALostConnection(on engine: Engine) async throws {
        let server = try LoopbackServer { request in
            switch request.headers["Last-Event-ID"] {
            case nil:
                let events = ["1", "2"].map { ServerSentEvent(data: $0, id: $0, retry: .zero) }
                return .events(events, every: .milliseconds(1)).breakingOff(after: 40)
            case "1": return .events([ServerSentEvent(data: "2", id: "2")])
            case "2": return .verbatim(Data())
            default: return .status(500)
            }
        }
        let provider = try engine.provider()
        var data: [String] = []
        let policy = Reconnection(maximumFailures: 1)

        let error = await #expect(throws: TernError.self) {
            for try await event in provider.events(LiveTarget(server, "/"), reconnecting: policy) {
                data.append(event.data)
            }
        }

        #expect(data == ["1", "2"])
        #expect(error?.code == .connectionLost)
    }

    @Test(arguments: Engine.allCases) func serverThatSendsNothingMoreIsATimeout(on engine: Engine) async throws {
        let (clock, gate) = (ManualClock(), SampleGate())
        let server = try LoopbackServer { _ in .events([ServerSentEvent(data: "a")]).stayingOpen(until: gate) }
        let provider = Provider<LiveTarget>(transport: try engine.transport(), clock: clock)
        let stream = try await provider.stream(LiveTarget(server, "/", timeout: .seconds(30)))
        let hasRead = SampleGate()
        let reader = Task { for try await _ in stream.events() { hasRead.release() } }

        try await hasRead.pass()
        await clock.waitForSleepers(atLeast: 1)
        clock.advance(by: .seconds(30))

        #expect(await failure { try await reader.value }?.code == .timedOut)
        try await server.waitForOpenConnections(atMost: 0)
    }
}
