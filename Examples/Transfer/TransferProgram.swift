import Foundation
import Tern
import TernTesting

@main
struct TransferProgram {
    static func main() async {
        do {
            let options = try Options(CommandLine.arguments.dropFirst())
            guard !options.wantsHelp else { return say(Options.usage + "\n") }
            try await interruptible { try await run(options) }
        } catch let error as Options.UsageError {
            fail("\(error.message)\n\n\(Options.usage)", code: 64)
        } catch let error as TernError where error.code == .cancelled {
            fail("\nInterrupted. Run the same command again to continue.", code: 130)
        } catch {
            fail("\n\(error)", code: 1)
        }
    }

    private static func run(_ options: Options) async throws {
        let (updates, continuation) = AsyncStream<ProgressDisplay.Update>.makeStream()
        let client = TransferClient(provider: Provider<Transfers>()) { continuation.yield($0) }
        async let display: Void = show(updates)
        do {
            defer { continuation.finish() }
            try await transfer(options, with: client)
        }
        await display
    }

    private static func transfer(_ options: Options, with client: TransferClient) async throws {
        if let upload = options.upload, let url = options.urls.first {
            let status = try await client.upload(upload, to: url)
            return say("\nUploaded \(upload.lastPathComponent): status \(status)\n")
        }
        guard options.urls.isEmpty else {
            let files = try await client.download(options.urls, to: options.directory, digest: options.digest)
            return say("\n" + files.map { "Complete: \($0.path)\n" }.joined())
        }
        let server = try LoopbackServer.slow(port: options.port, bytesPerSecond: options.bytesPerSecond)
        defer { server.stop() }
        let urls = SlowServer.names.map { server.url.appending(path: $0) }
        let files = try await client.download(urls, to: options.directory)
        let digests = try files.map { "Complete: \($0.path), SHA-256 \(try ByteDigest.text(ofFile: $0))\n" }
        say("\n" + digests.joined())
        let status = try await client.upload(files[0], to: server.url.appending(path: "inbox"))
        say("\nUploaded \(files[0].lastPathComponent): status \(status)\n")
    }

    private static func show(_ updates: AsyncStream<ProgressDisplay.Update>) async {
        var display = ProgressDisplay(isTerminal: isatty(STDOUT_FILENO) == 1)
        for await update in updates {
            if let text = display.text(after: update) { say(text) }
        }
    }

    /// Cancels the work on Control-C.
    private static func interruptible(_ work: @escaping @Sendable () async throws -> Void) async throws {
        let task = Task { try await work() }
        let sources = [SIGINT, SIGTERM].map { number in
            signal(number, SIG_IGN)  // Otherwise the signal would end the program before the source handles it.
            let source = DispatchSource.makeSignalSource(signal: number)
            source.setEventHandler { task.cancel() }
            source.activate()
            return source
        }
        defer { withExtendedLifetime(sources) {} }
        try await task.value
    }

    /// Writes a text immediately. `print` would buffer the output.
    private static func say(_ text: String) {
        FileHandle.standardOutput.write(Data(text.utf8))
    }

    private static func fail(_ message: String, code: Int32) -> Never {
        FileHandle.standardError.write(Data("\(message)\n".utf8))
        exit(code)
    }
}
