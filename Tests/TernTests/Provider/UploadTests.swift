import Foundation
import Tern
import TernConformance
import TernTesting
import TestDoubles
import Testing

/// Uploads that end before their server has received them.
@Suite(.timeLimit(.minutes(20)))
struct UploadTests {
    private let folder = TemporaryFolder()

    /// More than the buffers of the engine and of both sockets.
    private static let size = 48 << 20

    /// The engines that read a file while they send it. On Linux, `URLSession` sends it from memory.
    private static var readingEngines: [Engine] {
        #if os(Linux)
            [.curl]
        #else
            Engine.allCases
        #endif
    }

    /// A server that reads the body of a request when the gate is released.
    private func server(_ gate: SampleGate) throws -> LoopbackServer {
        try LoopbackServer(
            options: .init(maximumBodyBytes: 2 * Self.size),
            headHandler: { _ in
                try await gate.pass()
                return .readBody
            },
            handler: { .text("\($0.body.count)") }
        )
    }

    /// A file that takes no space on the disk.
    private func largeFile() throws -> URL {
        let file = try folder.file("large", Data())
        try FileHandle(forWritingTo: file).truncate(atOffset: UInt64(Self.size))
        return file
    }

    private func target(_ server: LoopbackServer, _ task: HTTPTask) -> LiveTarget {
        LiveTarget(server.url, "/", method: .put, task: task)
    }

    @Test(arguments: readingEngines)
    func fileThatIsDeletedWhileItIsSentIsSentCompletely(on engine: Engine) async throws {
        let (gate, file) = (SampleGate(), try largeFile())
        let server = try server(gate)
        let provider = try engine.provider()
        let target = target(server, .file(file))
        let call = Task { try await provider.request(target).string() }
        await gate.waitForArrivals(atLeast: 1)
        // The head may arrive before the file is opened.
        try await server.waitForReceivedBytes(atLeast: 4_096)

        try FileManager.default.removeItem(at: file)
        gate.release()

        #expect(try await call.value == "\(Self.size)")
    }

    @Test(arguments: readingEngines) func cancellationWhileAFormIsSentClosesTheConnection(on engine: Engine)
        async throws
    {
        let (gate, file) = (SampleGate(), try largeFile())
        let server = try server(gate)
        let provider = try engine.provider()
        let target = target(server, .multipart([.file(file, name: "a")]))
        let call = Task { try await provider.request(target) }
        await gate.waitForArrivals(atLeast: 1)

        call.cancel()

        #expect(await failure { try await call.value }?.code == .cancelled)
        gate.release()
        try await server.waitForOpenConnections(atMost: 0)
        #expect(server.requestCount == 0)
    }
}
