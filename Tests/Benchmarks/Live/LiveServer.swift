import Foundation
import Tern
import TernTesting

/// A server of fixed responses in a child process, so that CPU time and threads of this process belong only to the
/// client, and the kernel doesn't place the server's thread beside the client's.
///
/// The child is the same executable with `--serve`. It ends when its standard input closes, which happens at the latest
/// when this process ends for any reason.
///
/// - `GET /item`, with or without a query: 1 KiB of JSON.
/// - `GET /bytes/N`: a body of N bytes.
/// - `GET /events/N`: N server-sent events, and a connection that stays open.
/// - `GET /slow/MS`: an empty response after MS milliseconds.
/// - `POST /sink`: discards the body, and responds with its size in bytes as text.
final class LiveServer: Sendable {
    struct StartFailure: Error {}

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
            throw StartFailure()
        }
        self.url = url
        self.input = input.fileHandleForWriting
    }

    func stop() {
        try? input.close()
    }

    /// The work of the child process: prints its port, and serves until standard input closes.
    static func serve() throws {
        let item = message("application/json", "{\"text\":\"\(String(repeating: "x", count: 1_013))\"}")
        let server = try LoopbackServer(
            immediateHandler: { request, bodyBytes in
                if request.requestTarget == "/item" || request.requestTarget.hasPrefix("/item?") { return item }
                return request.requestTarget == "/sink" ? message("text/plain", "\(bodyBytes)") : nil
            },
            handler: { try await response(to: $0) }
        )
        try FileHandle.standardOutput.write(contentsOf: Data("\(server.port)\n".utf8))
        _ = try FileHandle.standardInput.readToEnd()
    }

    // MARK: - Private

    /// As many fields as common servers send.
    private static func message(_ mediaType: String, _ body: String) -> Data {
        let head = """
            HTTP/1.1 200 OK\r\nServer: fixed\r\nDate: Thu, 22 Jan 2026 12:13:51 GMT\r\nContent-Type: \(mediaType)\r\n\
            Content-Length: \(body.utf8.count)\r\nConnection: keep-alive\r\n\r\n
            """
        return Data((head + body).utf8)
    }

    private static func response(to request: RecordedRequest) async throws -> SampleResponse {
        let path = request.path.split(separator: "/")
        guard path.count == 2, let number = Int(path[1]) else { return .status(404) }
        switch path[0] {
        case "bytes":
            return SampleResponse(headers: ["Content-Length": "\(number)"]).writing { writer in
                // Two tasks, so that a piece is always ready when the server's thread has sent another.
                async let first: Void = write(number, from: 0, to: writer)
                try await write(number, from: filler.count, to: writer)
                try await first
            }
        case "events":
            return .events((0..<number).map { ServerSentEvent(data: "\($0)") }).stayingOpen(until: SampleGate())
        case "slow":
            try await Task.sleep(for: .milliseconds(number))
            return .text("")
        default:
            return .status(404)
        }
    }

    /// Writes every second piece of a body.
    private static func write(_ bodyBytes: Int, from start: Int, to writer: LoopbackWriter) async throws {
        for start in stride(from: start, to: bodyBytes, by: 2 * filler.count) {
            try await writer.send(filler.prefix(bodyBytes - start))
        }
    }

    private static let filler = Data(repeating: UInt8(ascii: "x"), count: 1 << 19)
}
