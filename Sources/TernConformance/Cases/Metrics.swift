import Foundation
import Tern
import TernTesting

extension TransportConformance {
    private static func metrics(_ response: Response, _ trial: Trial) throws -> Response.Metrics {
        let metrics = try trial.require(response.metrics, "The response has no metrics.")
        let phases = [metrics.nameLookup, metrics.connect, metrics.tls, metrics.firstByte, metrics.total]
        for (before, after) in zip(phases.compactMap(\.self), phases.compactMap(\.self).dropFirst()) {
            trial.expect(before <= after, "A phase ends at \(before), after the next one at \(after).")
        }
        trial.expect(metrics.total > .zero, "The exchange took \(metrics.total).")
        trial.expect("remoteAddress", metrics.remoteAddress, "127.0.0.1")
        trial.expect("protocolName", metrics.protocolName, "http/1.1")
        trial.expect("the time of TLS", metrics.tls, nil)
        trial.expect(metrics.firstByte != nil, "There is no time of the first byte.")
        return metrics
    }

    static let metricsCases = [
        Case("measures an exchange on a new connection, and on a reused one", needs: [.metrics]) { trial in
            let (server, transport) = try trial.serve { _ in .data(.pattern(1000)) }
            for number in 0..<3 {
                let metrics = try metrics(try await transport.send(try server.request()), trial)
                trial.expect("remotePort", metrics.remotePort, server.port)
                trial.expect("isConnectionReused of exchange \(number)", metrics.isConnectionReused, number > 0)
                trial.expect((metrics.connect == nil) == (number > 0), "Connecting took \(metrics.connect as Any).")
                trial.expect("receivedBodyBytes", metrics.receivedBodyBytes, 1000)
                trial.expect("sentBodyBytes", metrics.sentBodyBytes, 0)
            }
        },
        Case("counts the bytes of a request body", needs: [.metrics]) { trial in
            let server = try LoopbackServer { _ in .status(204) }
            let request = try server.request("/", .post, body: .pattern(100_000))
            let metrics = try metrics(try await trial.send(request), trial)
            trial.expect("sentBodyBytes", metrics.sentBodyBytes, 100_000)
            trial.expect("receivedBodyBytes", metrics.receivedBodyBytes, 0)
        },
        Case("counts received bytes before they are decoded", needs: [.metrics, .contentCoding]) { trial in
            let server = try LoopbackServer { _ in .data(Compression.gzip, headers: ["Content-Encoding": "gzip"]) }
            let metrics = try metrics(try await trial.send(try server.request()), trial)
            trial.expect("receivedBodyBytes", metrics.receivedBodyBytes, Int64(Compression.gzip.count))
        },
        Case("measures the time until the first byte", needs: [.metrics]) { trial in
            let clock = ContinuousClock()
            let gate = SampleGate()
            let (server, transport) = try trial.serve { _ in .text("late").held(by: gate) }
            let request = try server.request()
            let waited = Locked(Duration.zero)
            let response = try await trial.value(of: { try await transport.send(request) }) {
                await gate.waitForArrivals(atLeast: 1)
                let arrival = clock.now
                let silent = try LoopbackServer { _ in .raw("").stalling() }
                _ = try? await transport.send(try silent.request().idle(for: 0.05))
                waited.withLock { $0 = clock.now - arrival }
                gate.release()
            }
            let metrics = try metrics(response, trial)
            let firstByte = metrics.firstByte ?? .zero
            trial.expect(firstByte >= waited.withLock { $0 }, "First byte after \(metrics.firstByte as Any).")
        },
        Case("measures a streamed response up to its head", needs: [.metrics, .streamedResponses]) { trial in
            let server = try LoopbackServer { _ in .unfinished }
            let response = try await trial.send(try server.request().streamed())
            _ = try metrics(response, trial)
        },
        Case("measures a download to a file", needs: [.metrics]) { trial in
            let server = try LoopbackServer { _ in .data(.pattern(100_000)) }
            let folder = try TemporaryFolder()
            let request = try server.request().delivered(to: folder.file)
            let metrics = try metrics(try await trial.send(request), trial)
            trial.expect("receivedBodyBytes", metrics.receivedBodyBytes, 100_000)
        },
    ]
}
