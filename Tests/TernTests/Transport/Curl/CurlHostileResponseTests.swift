#if os(Linux)
    import Foundation
    import TernTesting
    import Testing

    @testable import Tern

    /// Responses from a server that tries to harm the client.
    @Suite(.timeLimit(.minutes(5)))
    struct CurlHostileResponseTests {
        private func failure(of response: String) async throws -> TernError? {
            let server = try LoopbackServer { _ in .verbatim(Data(response.utf8)) }
            var request = Request(url: server.url)
            request.delivery = .collected(limit: .max)
            let transport = try CurlTransport()
            return await #expect(throws: TernError.self) { try await transport.response(to: request) }
        }

        @Test func hugeContentLengthDoesNotTrap() async throws {
            let error = try await failure(of: "HTTP/1.1 200 OK\r\nContent-Length: \(Int.max)\r\n\r\nshort")
            #expect(error?.code == .connectionLost)
        }

        @Test(arguments: [
            "HTTP/1.1 200 OK\r\n" + Self.repeated("X-A: \(Self.repeated("a", 1_000))\r\n", 400),
            "HTTP/1.1 200 OK\r\nX-A: \(Self.repeated("a", 400_000))\r\n\r\n",
            Self.repeated("HTTP/1.1 103 Early Hints\r\nX-A: \(Self.repeated("a", 1_000))\r\n\r\n", 400),
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n"
                + Self.repeated("X-A: \(Self.repeated("a", 1_000))\r\n", 400) + "\r\n",
        ])
        func oversizedHeadsAndTrailersAreRefused(response: String) async throws {
            let error = try await failure(of: response)
            #expect(error?.code == .malformedResponse)
            #expect(error?.reason.contains(/head|trailers/) == true)
        }

        private static func repeated(_ text: String, _ count: Int) -> String {
            String(repeating: text, count: count)
        }
    }
#endif
