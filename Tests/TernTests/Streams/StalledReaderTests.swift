import Foundation
import Tern
import TernTesting
import TestDoubles
import Testing

/// A reader of a stream that takes one chunk, and then stops for good.
@Suite(.timeLimit(.minutes(20)))
struct StalledReaderTests {
    /// The end of a reader that holds its iterator.
    enum End: CaseIterable { case cancellation, releaseOfTheIterator }

    /// The engines with backpressure. `URLSessionStreamTests` has the limit of the other one.
    private static var engines: [Engine] {
        #if os(Linux)
            [.curl]
        #else
            [.urlSession]
        #endif
    }

    /// More than the buffers of the engine and of both sockets.
    private static let limit = 24 << 20

    /// A response without an end, which the server sends as fast as the client takes it.
    private static func endlessServer() throws -> LoopbackServer {
        try LoopbackServer { _ in
            .status(200).writing { writer in
                let piece = Data(repeating: 0x61, count: 64 << 10)
                while true { try await writer.send(piece) }
            }
        }
    }

    @Test(arguments: engines, End.allCases)
    func serverWaitsOtherCallsGoOnAndTheConnectionIsClosedAtTheEnd(on engine: Engine, _ end: End) async throws {
        let (endless, other) = (try Self.endlessServer(), try LoopbackServer { _ in .data(Data(count: 32 << 20)) })
        let provider = try engine.provider().configured { $0.maximumBodyBytes = 32 << 20 }
        let (hasStopped, mayEnd) = (SampleGate(), SampleGate())
        let reader = Task {
            var iterator = try await provider.stream(LiveTarget(endless, "/")).makeAsyncIterator()
            #expect(try await iterator.next()?.isEmpty == false)
            hasStopped.release()
            try? await mayEnd.pass()
            if end == .releaseOfTheIterator { return }
            while try await iterator.next() != nil {}
        }
        try await hasStopped.pass()
        try await endless.waitForSentBytes(atLeast: 512 << 10)

        // As many bytes as this over the same transport give the engine enough time to read the stream.
        for _ in 0..<4 {
            let response = try await provider.request(LiveTarget(other, "/"))
            #expect(response.data.count == 32 << 20)
        }

        // The client can't hold more than the server could send.
        #expect(endless.sentBytes < Self.limit)
        #expect(endless.openConnections == 1)
        switch end {
        case .cancellation:
            reader.cancel()
            #expect(await failure { try await reader.value }?.code == .cancelled)
        case .releaseOfTheIterator:
            mayEnd.release()
            try await reader.value
        }
        try await endless.waitForOpenConnections(atMost: 0)
        // The transport is still usable.
        #expect(try await provider.request(LiveTarget(other, "/")).statusCode == 200)
    }
}
