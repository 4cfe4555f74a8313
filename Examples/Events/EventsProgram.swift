import Foundation
import Tern

@main
struct EventsProgram {
    private static let usage = """
        Usage: events [--url URL]

        Shows a ticker of prices from server-sent events. Without an option, the prices come from a server inside this
        program, over a socket on 127.0.0.1. The server stops after the third price and restarts: the ticker continues.

          --url URL   Show all server-sent events at this URL, until the program is interrupted.
          --help      Show this text.

        Exit codes: 0 the ticker has ended, 1 an error has ended it, 64 unknown option.
        """

    static func main() async {
        do {
            switch Array(CommandLine.arguments.dropFirst()) {
            case []: try await runOffline()
            case ["--help"]: print(usage)
            case let arguments where arguments.first == "--url" && arguments.count == 2:
                guard let url = URL(string: arguments[1]) else { return fail(usage, code: 64) }
                try await follow(url)
            default: fail(usage, code: 64)
            }
        } catch {
            fail("\(error)", code: 1)
        }
    }

    /// Shows six prices, and restarts the server after the third one.
    static func runOffline(show: @escaping @Sendable (String) -> Void = say) async throws {
        let exchange = try Exchange(interval: .milliseconds(20))
        defer { exchange.stop() }
        let url = exchange.url
        let ticker = Ticker(market: Provider<Market>(endpointClosure: { Endpoint($0, baseURL: url) }))
        try await ticker.run(symbol: "TRN", count: 6) { wait in
            show(
                "Connecting again in \(wait.delay), "
                    + "after \(wait.error.map { "\($0.code)" } ?? "the end of the response")"
            )
        } show: { price in
            show("\(price.symbol) \(price.number): \(price.cents) cents")
            if price.number == 3 { try exchange.restart() }
        }
    }

    /// Shows the events of any server.
    private static func follow(_ url: URL) async throws {
        let provider = Provider<EventsURL>()
        let policy = Reconnection { wait in say("Connecting again in \(wait.delay)") }
        for try await event in provider.events(EventsURL(baseURL: url), reconnecting: policy) {
            say("\(event.event): \(event.data)")
        }
    }

    /// Writes a line immediately. `print` would buffer the output for a pipe.
    @Sendable private nonisolated static func say(_ line: String) {
        FileHandle.standardOutput.write(Data("\(line)\n".utf8))
    }

    private static func fail(_ message: String, code: Int32) {
        FileHandle.standardError.write(Data("\(message)\n".utf8))
        exit(code)
    }
}

/// The events at one URL.
private struct EventsURL: RoutedTarget {
    let baseURL: URL
    var route: HTTPRoute { .get() }
}
