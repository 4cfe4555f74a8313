import Foundation
import Tern
import TernTesting

/// The server of a ticker. After a restart it listens on the same port.
final class Exchange: Sendable {
    /// The reconnection time that the server sets.
    nonisolated static let reconnectionTime = Duration.milliseconds(50)

    private let interval: Duration
    private let server: StubState<LoopbackServer>
    let url: URL

    /// - Parameter interval: The time between two prices.
    init(interval: Duration) throws {
        self.interval = interval
        let server = try Self.server(interval: interval)
        url = server.url
        self.server = StubState(server)
    }

    func stop() {
        server.value.stop()
    }

    func restart() throws {
        stop()
        let next = try Self.server(port: url.port ?? 0, interval: interval)
        server.update { $0 = next }
    }

    private static func server(port: Int = 0, interval: Duration) throws -> LoopbackServer {
        try LoopbackServer(port: port) { request in
            // A client that connects again receives the prices after its last received price.
            let last = request.headers["Last-Event-ID"].flatMap(Int.init).map { min(max(0, $0), 1_000_000) } ?? 0
            let symbol = String(request.path.split(separator: "/").last ?? "")
            return .events(try events(of: symbol, after: last), every: interval)
        }
    }

    /// The next hundred prices. Then the response ends, and the client connects again.
    private nonisolated static func events(of symbol: String, after last: Int) throws -> [ServerSentEvent] {
        try (last + 1...last + 100).map { number in
            let price = Price(number: number, symbol: symbol, cents: 1_000 + number * 37 % 100)
            let data = String(decoding: try JSONEncoder().encode(price), as: UTF8.self)
            return ServerSentEvent(data: data, event: "price", id: "\(number)", retry: reconnectionTime)
        }
    }
}
