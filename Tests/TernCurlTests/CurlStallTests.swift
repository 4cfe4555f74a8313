#if os(Linux)
    import TestDoubles
    import Foundation
    import TernTesting
    import Testing

    import Tern

    /// The timeout of a call holds in each phase in which a peer can stall.
    @Suite(.timeLimit(.minutes(20)))
    struct CurlStallTests {
        struct Stall: CustomTestStringConvertible, Sendable {
            let testDescription: String
            var beginning = ""
            var frames: [UInt8] = []
            var scheme = "http"
            var isProxy = false
        }

        static let stalls: [Stall] = [
            Stall(testDescription: "head, before its first byte"),
            Stall(testDescription: "head", beginning: "HTTP/1.1 200 OK\r\nA: b\r\n"),
            Stall(testDescription: "body", beginning: "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\npart"),
            Stall(
                testDescription: "chunk",
                beginning: "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n9\r\npart"
            ),
            Stall(
                testDescription: "trailers",
                beginning: "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0\r\nA: b"
            ),
            Stall(testDescription: "end of the connection", beginning: "HTTP/1.1 200 OK\r\n\r\npart"),
            Stall(testDescription: "handshake of TLS", scheme: "https"),
            Stall(testDescription: "CONNECT", scheme: "https", isProxy: true),
            Stall(
                testDescription: "body of a 407",
                beginning: "HTTP/1.1 407 No\r\nContent-Length: 9\r\n\r\npart",
                scheme: "https",
                isProxy: true
            ),
            Stall(
                testDescription: "handshake of TLS in a tunnel",
                beginning: "HTTP/1.1 200 OK\r\n\r\n",
                scheme: "https",
                isProxy: true
            ),
            Stall(testDescription: "HTTP/2 SETTINGS", frames: [0, 0, 0, 4]),
            Stall(testDescription: "HTTP/2 head", frames: [0, 0, 0, 4, 0, 0, 0, 0, 0]),
            Stall(
                testDescription: "HTTP/2 body",
                frames: [0, 0, 0, 4, 0, 0, 0, 0, 0, 0, 0, 1, 1, 4, 0, 0, 0, 1, 0x88]
            ),
        ]

        @Test(arguments: stalls) func timeoutHolds(stall: Stall) async throws {
            let server = try FloodServer(Data(stall.beginning.utf8) + Data(stall.frames))
            let address = try server.url
            var configuration = TransportConfiguration()
            configuration.proxy = stall.isProxy ? .url(address) : .none
            if !stall.frames.isEmpty { configuration.httpVersions = .http2 }
            let provider = Provider<OpenTarget>(transport: try CurlTransport(configuration))
            var url = try #require(URLComponents(url: address, resolvingAgainstBaseURL: false))
            url.scheme = stall.scheme
            if stall.isProxy { (url.host, url.port) = ("a.example", nil) }
            let target = OpenTarget(baseURL: try #require(url.url), timeout: .milliseconds(300))

            let error = await #expect(throws: TernError.self) { try await provider.request(target) }

            #expect([.timedOut, .proxyFailed].contains(error?.code), "\(error?.description ?? "")")
        }
    }
#endif
