#if os(Linux)
    import Foundation
    import TernTesting
    import Testing

    @testable import Tern

    /// Answers that are made to harm who takes them.
    @Suite(.timeLimit(.minutes(1)))
    struct CurlAnswerTests {
        private func failure(of answer: String) async throws -> TernError? {
            let server = try LoopbackServer { _ in .verbatim(Data(answer.utf8)) }
            let request = TransportRequest(urlRequest: URLRequest(url: server.url), maximumBodyBytes: .max)
            let transport = try CurlTransport()
            return await #expect(throws: TernError.self) { try await transport.send(request) }
        }

        @Test func announcedLengthBeyondAllMemoryIsNoTrap() async throws {
            let error = try await failure(of: "HTTP/1.1 200 OK\r\nContent-Length: \(Int.max)\r\n\r\nshort")
            #expect(error?.code == .connectionLost)
        }
    }
#endif
