#if os(Linux)
    import Foundation
    import TernTesting
    import Testing

    @testable import Tern

    @Suite(.timeLimit(.minutes(5)))
    struct CurlUploadTests {
        @Test(arguments: ["", "HTTP/1.1 200 OK\r\nContent-Le"])
        func serverThatClosesWhileTheBodysStreamWaitsIsNoticed(answer: String) async throws {
            let gate = SampleGate()
            let server = try LoopbackServer(
                headHandler: { _ in
                    try await gate.pass()
                    return .answer(.verbatim(Data(answer.utf8)))
                },
                handler: { _ in .status(204) }
            )
            let (pieces, source) = AsyncStream<Data>.makeStream()
            source.yield(Data("first".utf8))
            let transport = try CurlTransport()
            var urlRequest = URLRequest(url: server.url)
            urlRequest.httpMethod = "POST"
            var request = TransportRequest(urlRequest: urlRequest)
            request.bodySource = .stream { pieces }

            let exchange = Task { [request] in try await transport.send(request) }
            await gate.arrivals(atLeast: 1)
            gate.release()

            let error = await #expect(throws: TernError.self) { try await exchange.value }
            #expect(error?.code == .connectionLost)
            source.finish()
        }
    }
#endif
