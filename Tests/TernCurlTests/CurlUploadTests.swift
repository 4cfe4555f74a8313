#if os(Linux)
    import Foundation
    import TernTesting
    import Testing

    import Tern

    @Suite(.timeLimit(.minutes(20)))
    struct CurlUploadTests {
        @Test(arguments: ["", "HTTP/1.1 200 OK\r\nContent-Le"])
        func serverThatClosesWhileTheBodysStreamWaitsIsNoticed(response: String) async throws {
            let gate = SampleGate()
            let server = try LoopbackServer(
                headHandler: { _ in
                    try await gate.pass()
                    return .respond(.verbatim(Data(response.utf8)))
                },
                handler: { _ in .status(204) }
            )
            let (pieces, source) = AsyncStream<Data>.makeStream()
            source.yield(Data("first".utf8))
            let transport = try CurlTransport()
            var urlRequest = Request(url: server.url)
            urlRequest.method = "POST"
            var request = urlRequest
            request.body = .stream { pieces }

            let exchange = Task { [request] in try await transport.response(to: request) }
            await gate.waitForArrivals(atLeast: 1)
            gate.release()

            let error = await #expect(throws: TernError.self) { try await exchange.value }
            #expect(error?.code == .connectionLost)
            source.finish()
        }

        @Test func slowCancellationOfASourceDoesNotDelayOthers() async throws {
            let server = try LoopbackServer { _ in .text("fine") }
            let transport = try CurlTransport()
            let (isCancelling, hasResponse) = (SampleGate(), DispatchSemaphore(value: 0))
            let (pieces, source) = AsyncStream<Data>.makeStream()
            source.onTermination = { _ in
                isCancelling.release()
                // Without a limit: if the other request waits for this, the time limit of the suite ends the test.
                hasResponse.wait()
            }
            source.yield(Data("first".utf8))
            let plain = Request(url: server.url)
            var upload = plain
            upload.method = "POST"
            upload.body = .stream { pieces }

            let exchange = Task { [upload] in try await transport.response(to: upload) }
            try await server.waitForReceivedBytes(atLeast: 1)
            exchange.cancel()
            try await isCancelling.pass()

            #expect(try await transport.response(to: plain).statusCode == 200)
            hasResponse.signal()
            await #expect(throws: CancellationError.self) { try await exchange.value }
        }
    }
#endif
