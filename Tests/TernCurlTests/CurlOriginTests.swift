#if os(Linux)
    import Foundation
    import TernTesting
    import Testing

    @testable import TernHTTP
    @testable import TernCurl
    @testable import TernConformance

    @Suite(.timeLimit(.minutes(20)))
    struct CurlOriginTests {
        /// libcurl refuses URLs above 8 MB before it starts a transfer.
        @Test(.enabled(if: HTTP2TLS.isAvailable)) func requestsThatLibcurlRefusesLeaveTheConnectionLimit() async throws
        {
            // Given
            let server = try HTTP2Server(tls: true, settings: [.maxConcurrentStreams: 1]) { _ in
                [.hold] + .respond("ok")
            }
            var configuration = TransportConfiguration()
            server.configure(&configuration)
            let transport = try CurlTransport(configuration)
            let long = try server.request("/" + String(repeating: "x", count: 8_000_000))
            for _ in 0..<8 { await #expect(throws: TernError.self) { try await transport.send(long) } }

            // When
            try await withThrowingTaskGroup { group in
                for _ in 0..<8 {
                    let request = try server.request("/short")
                    group.addTask { _ = try await transport.send(request) }
                }
                for count in 1...8 {
                    try await server.waitForRequests(atLeast: count)
                    server.release()
                }
                try await group.waitForAll()
            }

            // Then
            #expect(server.record.mostOpenConnections <= CurlOrigin.maximumHTTP2Connections)
        }
    }
#endif
