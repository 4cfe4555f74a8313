#if os(Linux)
    import Foundation
    import TernTesting
    import Testing

    import Tern

    /// Responses from a server that tries to harm the client.
    @Suite(.timeLimit(.minutes(20)))
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

        /// A response of several hundred thousand bytes. A type, so that the output of the run doesn't contain them.
        enum Oversized: CaseIterable {
            case manyFields, longField, manyInformationalHeads, manyTrailers

            var response: String {
                let line = "X-A: \(String(repeating: "a", count: 1_000))\r\n"
                let lines = String(repeating: line, count: 400)
                return switch self {
                case .manyFields: "HTTP/1.1 200 OK\r\n" + lines
                case .longField: "HTTP/1.1 200 OK\r\nX-A: \(String(repeating: "a", count: 400_000))\r\n\r\n"
                case .manyInformationalHeads:
                    String(repeating: "HTTP/1.1 103 Early Hints\r\n\(line)\r\n", count: 400)
                case .manyTrailers:
                    "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\(lines)\r\n"
                }
            }
        }

        @Test(arguments: Oversized.allCases) func oversizedHeadsAndTrailersAreRefused(part: Oversized) async throws {
            let error = try await failure(of: part.response)
            #expect(error?.code == .malformedResponse)
            #expect(error?.reason.contains(/head|trailers/) == true)
        }
    }
#endif
