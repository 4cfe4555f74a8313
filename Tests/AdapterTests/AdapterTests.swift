import Tern
import TernConformance
import Testing

/// An adapter that uses only public API passes the conformance suite.
@Suite(.timeLimit(.minutes(5)))
struct AdapterTests {
    typealias Feature = TransportConformance.Feature

    /// The features that ``SocketTransport`` doesn't have, and why.
    private static let missing: [Feature: String] = [
        .tls: "Sockets alone have no TLS.",
        .http2: "The example is about HTTP/1.1.",
        .proxy: "The example connects to servers only.",
        .unixSockets: "The example connects by host and port only.",
        .cookies: "The example keeps no cookies.",
        .contentCoding: "Foundation has no decoder for gzip.",
    ]

    private static let offered = Feature.all.subtracting(missing.keys)
    private static let lanes = 0..<4

    /// A few cases at a time: the servers of hundreds would starve the other suites.
    @Test(arguments: lanes) func socketTransportConforms(lane: Int) async throws {
        let cases = TransportConformance.cases(offering: Self.offered)
        for index in stride(from: lane, to: cases.count, by: Self.lanes.count) {
            try Task.checkCancellation()
            do {
                try await cases[index].run { try SocketTransport($0) }
            } catch {
                // It names the case.
                Issue.record(error)
            }
        }
    }

    @Test func mostCasesRun() {
        #expect(TransportConformance.cases(offering: Self.offered).count > 450)
    }
}
