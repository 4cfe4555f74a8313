import Foundation
import Tern
import TernTesting

@main
struct MockAPIProgram {
    static func main() async {
        do {
            let options = try Options(CommandLine.arguments.dropFirst())
            guard !options.wantsHelp else { return say(Options.usage) }
            let server = try LoopbackServer.bookshop(port: options.port)
            say("Serving \(Bookshop.samples.count) requests on \(server.url)")
            async let requests: Void = printRequests(of: server)
            await end(withInput: options.endsWithInput)
            server.stop()
            await requests
        } catch let error as Options.UsageError {
            fail("\(error.message)\n\n\(Options.usage)", code: 64)
        } catch {
            fail("\(error)", code: 1)
        }
    }

    /// Prints one line for each request, with credentials redacted. Returns when the server is stopped.
    private static func printRequests(of server: LoopbackServer) async {
        var count = 0
        while let requests = try? await server.waitForRequests(atLeast: count + 1) {
            for request in requests[count...] { say("\(request)") }
            count = requests.count
        }
    }

    /// Waits for a signal or, if requested, for the end of the standard input.
    private static func end(withInput: Bool) async {
        let (ends, continuation) = AsyncStream<Void>.makeStream()
        let signals = [SIGINT, SIGTERM].map { number in
            signal(number, SIG_IGN)  // Otherwise the signal would end the program before the source handles it.
            let source = DispatchSource.makeSignalSource(signal: number)
            source.setEventHandler { continuation.yield() }
            source.activate()
            return source
        }
        if withInput {
            Thread.detachNewThread {
                while !FileHandle.standardInput.availableData.isEmpty {}
                continuation.yield()
            }
        }
        for await _ in ends { break }
        withExtendedLifetime(signals) {}
    }

    /// Writes immediately; `print` would buffer the output for a pipe.
    private static func say(_ line: String) {
        FileHandle.standardOutput.write(Data("\(line)\n".utf8))
    }

    private static func fail(_ message: String, code: Int32) -> Never {
        FileHandle.standardError.write(Data("\(message)\n".utf8))
        exit(code)
    }
}

extension LoopbackServer {
    /// A local server with the bookshop's samples.
    static func bookshop(port: Int = 0) throws -> LoopbackServer {
        try LoopbackServer(serving: Bookshop.samples, port: port) { $0.sample }
    }
}
