#if os(Linux)
    import Foundation
    import TernTesting
    import Testing

    import Tern
    @testable import TernCurl
    @testable import TernHTTP

    @Suite(.timeLimit(.minutes(20)))
    struct CurlPreparedRequestTests {
        @Test(arguments: ["", " ", " \t ", ";", " a"])
        func sendsFieldsWithAnyValue(value: String) async throws {
            let server = try LoopbackServer { _ in .status(204) }
            var request = Request(url: server.url)
            request.headers["X-A"] = value

            _ = try await CurlTransport().response(to: request)

            // Blanks around a value are not part of it (RFC 9110, section 5.5).
            let expected = value.trimmingCharacters(in: .whitespaces)
            #expect(server.requests.first?.headers.values(for: "X-A") == [expected])
        }

        /// The cancel command has no effect if it comes before the start command.
        @Test func cancelledRequestIsNotSent() async throws {
            // Given
            // Loads libcurl.
            try #require(CurlLibrary.isAvailable)
            let server = try LoopbackServer { _ in .status(204) }
            let configuration = TransportConfiguration()
            let settings = try CurlSettings(configuration)
            let commandQueue = try #require(CurlCommandQueue())
            let prepared = CurlPreparedRequest(1, Request(url: server.url), Hop(), configuration)
            prepared.cancel()

            // When
            await #expect(throws: CancellationError.self) {
                _ = try await withCheckedThrowingContinuation { continuation in
                    commandQueue.post(.start(prepared, Box(continuation)))
                    commandQueue.post(.stop)
                    let loop = CurlLoop(CurlContext(settings, commandQueue, CurlWatch()))
                    loop.run()
                }
            }

            // Then
            #expect(server.requests.isEmpty)
        }

        /// Newer versions of libcurl would write `%2F`.
        @Test(arguments: [
            ("http://a.example/b%2fc?d=%e9#e%2ff", "/b%2fc?d=%e9"), ("http://a.example?%2e", "/?%2e"),
            ("http://a.example/%aF", "/%aF"), ("http://a.example/%2F%E9", nil), ("http://a.example/abc?def", nil),
            ("http://a.example#%2f", "/"),
        ])
        func targetsWithSmallLettersInEncodingsAreSetSeparately(url: String, target: String?) throws {
            let request = Request(url: try #require(URL(string: url)))
            let prepared = CurlPreparedRequest(1, request, Hop(), TransportConfiguration())

            #expect(prepared.targetWithSmallEncoding == target)
        }

        /// libcurl before 7.80 has no callback before it sends a request.
        @Test(arguments: [HTTPMethod.get, .post], [true, false])
        func everyRequestConnectsAnewIfLibcurlDoesNotAskBeforeSending(method: HTTPMethod, asks: Bool) throws {
            #expect(CurlSlot.mustConnectAnew(for: Hop(), asksBeforeSending: asks) == !asks)
        }
    }
#endif
