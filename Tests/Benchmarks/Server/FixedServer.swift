#if os(Linux)
    import Foundation

    /// A server of fixed answers in another process, so that the CPU time of this one is the client's alone.
    ///
    /// The process is this executable again, with `--serve`. It ends when its standard input closes, which happens at the
    /// latest with the end of this process, whatever ends it.
    ///
    /// - `GET /item`: 1 KiB of JSON.
    /// - `GET /bytes/N`: a body of N bytes.
    /// - `GET /slow/MS`: an empty answer after so many milliseconds.
    /// - `POST /sink`: discards the body, and answers its size in bytes as text.
    final class FixedServer: Sendable {
        static let argument = "--serve"

        let url: URL
        private let input: FileHandle

        init() throws {
            let process = Process()
            let (input, output) = (Pipe(), Pipe())
            process.executableURL = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
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

        /// What the other process does.
        static func serve() throws {
            var loop = try ServerLoop()
            try loop.run()
        }

        func stop() {
            try? input.close()
        }
    }
#endif
