#if os(Linux)
    import TestDoubles
    import Foundation
    import TernTesting
    import Testing

    import Tern

    /// The Accept-Encoding field of the engine, and its decoding of bodies.
    @Suite(.timeLimit(.minutes(20)))
    struct CurlDecodingTests {
        private func server(_ body: EncodedBody) throws -> LoopbackServer {
            try LoopbackServer { _ in .data(body.bytes, headers: ["Content-Encoding": body.coding]) }
        }

        private func request(_ server: LoopbackServer, fields: [String: String] = [:]) -> Request {
            Request(url: server.url, headers: HTTPHeaders(fields))
        }

        @Test func sendsTheCodingsThatItDecodes() async throws {
            let server = try LoopbackServer { _ in .status(204) }
            let transport = try CurlTransport()
            _ = try await transport.response(to: request(server))
            _ = try await transport.response(to: request(server, fields: ["X-A": "b"]))
            for request in server.requests {
                #expect(request.headers.values(for: "Accept-Encoding") == ["gzip, deflate, br"])
            }
        }

        @Test(arguments: [("Accept-Encoding", "gzip"), ("accept-encoding", ""), ("Range", "bytes=0-39")])
        func doesNotDecodeAfterAnAcceptEncodingOrRangeField(name: String, value: String) async throws {
            let body = EncodedBody.samples[0]
            let server = try server(body)
            let transport = try CurlTransport()
            let response = try await transport.response(to: request(server, fields: [name: value]))
            #expect(response.data == body.bytes)
            #expect(server.requests.first?.headers["Accept-Encoding"] == (name == "Range" ? nil : value))
            // The next request on the same handle is decoded as usual.
            let next = try await transport.response(to: request(server))
            #expect(next.data == Data(body.text.utf8))
            #expect(server.requests.last?.headers["Accept-Encoding"] == "gzip, deflate, br")
        }

        @Test(arguments: ["collected", "file", "stream"])
        func keepsTheCodingIfAskedFor(delivery: String) async throws {
            let body = EncodedBody.samples[0]
            let server = try server(body)
            let folder = TemporaryFolder()
            let provider = Provider<OpenTarget>(transport: try CurlTransport())
            let target = OpenTarget(baseURL: server.url)
            let options = CallOptions(decoding: .none)

            let data =
                switch delivery {
                case "collected": try await provider.request(target, options: options).data
                case "file":
                    try Data(
                        contentsOf: #require(
                            await provider.download(target, to: .directory(folder.url), options: options).fileURL
                        )
                    )
                default:
                    try await provider.stream(target, options: options).reduce(into: Data()) { $0.append($1) }
                }

            #expect(data == body.bytes)
            #expect(server.requests.map { $0.headers["Accept-Encoding"] } == [nil])
        }

        @Test func decodesNoRedirect() async throws {
            let server = try LoopbackServer(routes: [
                "GET /": .data(
                    Data("no gzip".utf8),
                    status: 302,
                    headers: ["Content-Encoding": "gzip", "Location": "/b"]
                ),
                "GET /b": .text("plain"),
            ])
            #expect(try await CurlTransport().response(to: request(server)).data == Data("plain".utf8))
        }

        @Test func collectsABodyThatIsMuchLargerWhenDecoded() async throws {
            let server = try server(.zeros)
            let transport = try CurlTransport()
            var request = request(server)
            request.delivery = .collected(limit: EncodedBody.zeroCount)
            #expect(try await transport.response(to: request).data.count == EncodedBody.zeroCount)
            request.delivery = .collected(limit: EncodedBody.zeroCount - 1)
            let larger = request
            let error = await #expect(throws: TernError.self) { try await transport.response(to: larger) }
            #expect(error?.code == .bodyTooLarge)
        }

        @Test func doesNotDecodeAheadOfAReader() async throws {
            let server = try server(.zeros)
            let transport = try CurlTransport()
            let (received, isFull) = (Locked<Int64>(0), SampleGate())
            var request = request(server)
            request.delivery = .streamed
            let response = try await transport.response(to: request) { progress in
                received.withLock { $0 = progress.receivedBytes }
                if progress.receivedBytes > 256 * 1024 { isFull.release() }
            }
            let stream = try #require(response.stream)
            try await isFull.pass()
            // Another exchange gives the engine enough time.
            var other = self.request(server)
            other.delivery = .collected(limit: EncodedBody.zeroCount)
            #expect(try await transport.response(to: other).data.count == EncodedBody.zeroCount)
            #expect(received.withLock { $0 } < 1 << 20)
            var count = 0
            for try await piece in stream { count += piece.count }
            #expect(count == EncodedBody.zeroCount)
            #expect(stream.metrics?.receivedBodyBytes == Int64(EncodedBody.zeros.bytes.count))
        }

        @Test func streamsTheDataBeforeAnEarlyEnd() async throws {
            let body = EncodedBody.zeros
            let server = try LoopbackServer { _ in
                .data(body.bytes.dropLast(), headers: ["Content-Encoding": body.coding])
            }
            var request = request(server)
            request.delivery = .streamed
            let stream = try #require(try await CurlTransport().response(to: request).stream)
            var count = 0
            let error = await #expect(throws: TernError.self) {
                for try await piece in stream { count += piece.count }
            }
            #expect(error?.code == .malformedResponse)
            #expect(count > 90_000_000)
        }

        @Test func endsAHeldBodyWhoseReaderIsReleased() async throws {
            let server = try server(.zeros)
            var transport: CurlTransport? = try CurlTransport()
            var request = request(server)
            request.delivery = .streamed
            var response = try await transport?.response(to: request)
            #expect(response?.statusCode == 200)
            (transport, response) = (nil, nil)
            try await server.waitForOpenConnections(atMost: 0)
        }
    }
#endif
