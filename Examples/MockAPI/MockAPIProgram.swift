import Foundation
import Tern
import TernTesting

@main
struct MockAPIProgram {
    static func main() async {
        do {
            let options = try Options(CommandLine.arguments.dropFirst())
            guard !options.wantsHelp else { return say(Options.usage) }
            let simulation = Simulation(
                latency: options.latency,
                failureShare: options.failureShare,
                seed: options.seed
            )
            let log: (@Sendable (String) -> Void)? = options.isVerbose ? { @Sendable line in say(line) } : nil
            let server = try LoopbackServer.bookshop(port: options.port, simulation: simulation, log: log)
            // The list is written at once, since the reader of a pipe may end after the first line.
            let list = Bookshop.list(of: server.routes).map { "\n  \($0)" }.joined()
            let seed = options.failureShare > 0 ? "\nRepeat this run with --seed \(options.seed)" : ""
            say("Serving \(server.routes.count) routes on \(server.url)\(list)\(seed)")
            await end(withInput: options.endsWithInput)
            server.stop()
        } catch let error as Options.UsageError {
            fail("\(error.message)\n\n\(Options.usage)", code: 64)
        } catch {
            fail("\(error)", code: 1)
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

    /// Writes a line immediately. `print` would buffer the output for a pipe.
    private nonisolated static func say(_ line: String) {
        FileHandle.standardOutput.write(Data("\(line)\n".utf8))
    }

    private static func fail(_ message: String, code: Int32) -> Never {
        FileHandle.standardError.write(Data("\(message)\n".utf8))
        exit(code)
    }
}

extension LoopbackServer {
    /// A local server with the bookshop's samples.
    ///
    /// - Parameter log: Receives one line for each request, without its query and fields, which may contain
    ///   credentials.
    static func bookshop(
        port: Int = 0,
        simulation: Simulation = Simulation(),
        log: (@Sendable (String) -> Void)? = nil
    ) throws -> LoopbackServer {
        // The program may run for a long time, and doesn't read the recorded requests.
        var options = LoopbackServer.Options(recordedRequests: 0)
        if let log {
            options.onResponse = { request, status, duration in
                let milliseconds = String(format: "%.1f", duration / .milliseconds(1))
                log("\(request.method) \(request.path) \(status) \(milliseconds) ms")
            }
        }
        return try LoopbackServer(serving: Bookshop.samples, port: port, options: options) { target in
            try await simulation.response(target.sample)
        }
    }
}

extension Bookshop {
    /// One line for each route, with the case that it serves.
    static func list(of routes: [String]) -> [String] {
        let width = routes.map(\.count).max() ?? 0
        return zip(routes, samples).map { route, target in
            route.padding(toLength: width, withPad: " ", startingAt: 0) + "  \(target)"
        }
    }
}
