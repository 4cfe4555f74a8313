import Foundation
import TernTesting

/// A server of fixed responses in a child process, so that CPU time and threads of this process belong only to the
/// client, and the kernel doesn't place the server's thread beside the client's.
///
/// The child is the same executable with `--serve`. It ends when its standard input closes, which happens at the latest
/// when this process ends for any reason.
///
/// - `GET /item`, with or without a query: 1 KiB of JSON.
///
/// And on Linux:
///
/// - `GET /bytes/N`: a body of N bytes.
/// - `GET /slow/MS`: an empty response after MS milliseconds.
/// - `POST /sink`: discards the body, and responds with its size in bytes as text.
final class LiveServer: Sendable {
    static let argument = "--serve"

    let url: URL
    private let input: FileHandle

    init() throws {
        let process = Process()
        let (input, output) = (Pipe(), Pipe())
        process.executableURL = Bundle.main.executableURL
        process.arguments = [Self.argument]
        process.standardInput = input
        process.standardOutput = output
        try process.run()
        let line = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
        guard let port = UInt16(line.dropLast()), let url = URL(string: "http://127.0.0.1:\(port)") else {
            throw ServerError(call: "start of the server", number: 0)
        }
        self.url = url
        self.input = input.fileHandleForWriting
    }

    /// The work of the child process: prints its port, and serves until standard input closes.
    static func serve() throws {
        #if os(Linux)
            var loop = try ServerLoop()
            try loop.run()
        #else
            let body = Data("{\"text\":\"\(String(repeating: "x", count: 1_013))\"}".utf8)
            let server = try LoopbackServer(recordsRequests: false) { _ in .json(body) }
            try FileHandle.standardOutput.write(contentsOf: Data("\(server.port)\n".utf8))
            _ = try FileHandle.standardInput.readToEnd()
        #endif
    }

    func stop() {
        try? input.close()
    }
}
