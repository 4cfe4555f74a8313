import Foundation
import Tern
import TernTesting

extension TransportConformance {
    /// Many concurrent requests on HTTP/2.
    static let http2LoadCases: [Case] =
        HTTP2TLS.isAvailable
        ? burstCases.map { $0.needing(.http2, .tls) }
            + stallCases.map { $0.needing(.http2, .tls, .streamedResponses) } : []

    private static let burstCases = [(1_000, UInt32(100)), (200, 1)].map { count, streams in
        Case("opens few HTTP/2 connections for \(count) requests when each allows \(streams) at a time") { trial in
            let (server, transport) = try trial.serveHTTP2(settings: [.maxConcurrentStreams: streams]) {
                .respond($0.path)
            }
            try await trial.concurrently(count) { number in
                trial.expect("the body", try await transport.send(try server.request("/\(number)")).text, "/\(number)")
            }
            let most = server.record.mostOpenConnections
            trial.expect(most <= 4, "Expected at most 4 concurrent connections, got \(most).")
            trial.expect("the number of requests", server.record.requests.count, count)
        }
    }

    private static let stallCases = [
        Case("limits the bytes sent to stalled HTTP/2 streams, and reads other streams") { trial in
            let count = 8
            let (server, transport) = try trial.serveHTTP2 {
                $0.path == "/endless" ? [.head(200), .endlessData] : .respond("ok")
            }
            var streams: [BodyStream] = []
            for _ in 0..<count {
                let response = try await transport.send(try server.request("/endless").streamed())
                streams.append(try trial.require(response.stream, "No stream."))
            }
            for _ in 0..<100 { _ = try await transport.send(try server.request("/small")) }
            // The kernel buffers a few MiB for a connection. The window of a stream is 32 MiB.
            let sent = server.record.sentDataBytes / count
            trial.expect(sent < 16 << 20, "The server could send \(sent) bytes to each unread stream.")
            let other = try await transport.send(try server.request("/endless").streamed())
            var read = 0
            for try await piece in try trial.require(other.stream, "No stream.") {
                read += piece.count
                if read > 50 << 20 { break }
            }
            trial.expect(read > 50 << 20, "A stream received no data while other streams were stalled.")
            withExtendedLifetime(streams) {}
        }
    ]
}
