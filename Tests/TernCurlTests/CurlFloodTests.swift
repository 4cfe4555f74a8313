#if os(Linux)
    import TestDoubles
    import Foundation
    import TernTesting
    import Testing

    import Tern
    @testable import TernConformance

    /// A peer that sends without end neither defeats the timeout of its call, nor keeps other calls waiting.
    @Suite(.timeLimit(.minutes(20)))
    struct CurlFloodTests {
        struct Flood: CustomTestStringConvertible, Sendable {
            let testDescription: String
            let beginning: Data
            var unit: Data
            var isProxy = false
            var isHTTP2 = false

            init(_ description: String, _ beginning: String, _ unit: String, isProxy: Bool = false) {
                (testDescription, self.isProxy) = (description, isProxy)
                (self.beginning, self.unit) = (Data(beginning.utf8), Data(unit.utf8))
            }

            /// - Parameter unit: The frames after the server's SETTINGS.
            init(_ description: String, http2 beginning: [UInt8], _ unit: [UInt8]) {
                (testDescription, isHTTP2) = (description, true)
                (self.beginning, self.unit) = (Data([0, 0, 0, 4, 0, 0, 0, 0, 0] + beginning), Data(unit))
            }
        }

        private static let chunked = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
        private static let status200: [UInt8] = [0, 0, 1, 1, 4, 0, 0, 0, 1, 0x88]

        static let floods =
            [
                Flood(
                    "body of a 407",
                    "HTTP/1.1 407 No\r\nContent-Length: 9000000000000000000\r\n\r\n",
                    "x",
                    isProxy: true
                ),
                Flood("fields of a 407", "HTTP/1.1 407 No\r\n", "A: b\r\n", isProxy: true),
                Flood("chunks of one byte", chunked, "1\r\na\r\n"),
                Flood("chunk extensions", chunked, "1;\(String(repeating: "x", count: 4_000))\r\na\r\n"),
                Flood("trailers", chunked + "0\r\n", "A: b\r\n"),
                Flood("header fields", "HTTP/1.1 200 OK\r\n", "A: b\r\n"),
                Flood("informational responses", "", "HTTP/1.1 103 Early Hints\r\n\r\n"),
                Flood("WINDOW_UPDATE", http2: [], [0, 0, 4, 8, 0, 0, 0, 0, 0, 0, 0, 0, 1]),
                Flood("empty DATA", http2: status200, [0, 0, 0, 0, 0, 0, 0, 0, 1]),
                Flood("PING", http2: [], [0, 0, 8, 6, 0, 0, 0, 0, 0] + Array(repeating: 1, count: 8)),
                Flood("PRIORITY", http2: [], [0, 0, 5, 2, 0, 0, 0, 0, 1, 0, 0, 0, 3, 1]),
                Flood("unknown frames", http2: status200, [0, 0, 0, 200, 0, 0, 0, 0, 0]),
            ] + [emptyMembers]

        /// Members of gzip without content.
        private static var emptyMembers: Flood {
            var flood = Flood("empty members of gzip", "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\n\r\n", "")
            flood.unit = Data([0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0, 0])
            return flood
        }

        @Test(arguments: floods) func otherCallsGoOnAndTheTimeoutHolds(flood: Flood) async throws {
            let hostile = try FloodServer(flood.beginning, then: flood.unit)
            let address = try hostile.url
            let friendly = try LoopbackServer { _ in .text("ok") }
            let friendlyHTTP2 = try HTTP2Server { _ in .respond("ok") }
            let transport = try CurlTransport(
                configured {
                    if flood.isHTTP2 { $0.httpVersions = .http2 }
                    if flood.isProxy { $0.proxy = .url(address) }
                }
            )
            let provider = Provider<OpenTarget>(transport: transport)
            let place = flood.isProxy ? try #require(URL(string: "https://a.example")) : address
            let others = flood.isHTTP2 ? try friendlyHTTP2.request("/").url : friendly.url
            let start = ContinuousClock.now
            let flooded = Task {
                let target = OpenTarget(baseURL: place, timeout: .seconds(1))
                _ = await #expect(throws: TernError.self) { try await provider.request(target) }
            }

            for _ in 0..<20 where !flood.isProxy {
                #expect(try await provider.request(OpenTarget(baseURL: others)).string() == "ok")
            }
            await flooded.value

            // The call of the flood has a timeout of one second. Without other tests, no call takes longer than that.
            #expect(ContinuousClock.now - start < .seconds(15))
        }

        private func configured(_ change: (inout TransportConfiguration) -> Void) -> TransportConfiguration {
            var configuration = TransportConfiguration()
            change(&configuration)
            return configuration
        }
    }
#endif
