import Foundation
import Tern

/// The speed at which a stream of server-sent events is read, from a stub in pieces of 64 KiB.
enum EventThroughput {
    static func report(scale: Double) -> Report {
        Report("Server-sent events with 100 bytes of data, in pieces of 64 KiB") {
            let data = String(repeating: "x", count: 100)
            let plain = ServerSentEvent(data: data)
            let named = ServerSentEvent(data: data, event: "price", id: "123456")
            return [
                try await line("data", "data: \(plain.data)\n\n", scale),
                try await line("data and CR LF", "data: \(plain.data)\r\n\r\n", scale),
                try await line("event, id and data", "event: \(named.event)\nid: 123456\ndata: \(data)\n\n", scale),
                try await lines(data, scale),
            ]
        }
    }

    private static func line(_ name: String, _ text: String, _ scale: Double) async throws -> String {
        let count = max(1, Int(600_000 * scale))
        let provider = StreamComparisons.streaming(Data(text.utf8), times: count, type: "text/event-stream")
        return try await figure(name, bytes: count * text.utf8.count) {
            var received = 0
            let stream = try await provider.stream(.search(query: "tern", page: 1))
            for try await event in stream.events() { received += event.data.utf8.count }
            try WrongBody.check(received, expected: count * 100)
            return count
        }
    }

    private static func lines(_ text: String, _ scale: Double) async throws -> String {
        let count = max(1, Int(600_000 * scale))
        let provider = StreamComparisons.streaming(Data("\(text)\n".utf8), times: count, type: "text/plain")
        return try await figure("lines of text", bytes: count * (text.utf8.count + 1)) {
            var received = 0
            let stream = try await provider.stream(.search(query: "tern", page: 1))
            for try await line in stream.lines() { received += line.utf8.count }
            try WrongBody.check(received, expected: count * 100)
            return count
        }
    }

    /// The median of five rounds, in CPU time of this process.
    private static func figure(_ name: String, bytes: Int, _ read: () async throws -> Int) async throws -> String {
        var seconds: [Double] = []
        var count = 0
        for _ in 0..<5 {
            let start = ProcessStatus.cpuSeconds
            count = try await read()
            seconds.append(ProcessStatus.cpuSeconds - start)
        }
        let time = median(seconds)
        let (speed, each) = (Double(bytes) / time / 1e6, time / Double(count) * 1e9)
        return name.padding(toLength: 20, withPad: " ", startingAt: 0)
            + String(format: "%5.0f MB/s, %4.0f ns each", speed, each)
    }
}
