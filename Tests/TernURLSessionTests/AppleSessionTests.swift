#if !canImport(FoundationNetworking)
    import Foundation
    import TernTesting
    import Testing

    import Tern
    @testable import TernHTTP
    @testable import TernURLSession

    /// The settings of Apple's session. They run on an Apple platform only.
    @Suite(.timeLimit(.minutes(20)))
    struct AppleSessionTests {
        private func session(
            _ change: (inout TransportConfiguration) throws -> Void
        ) throws -> URLSessionConfiguration {
            var configuration = TransportConfiguration()
            try change(&configuration)
            return try URLSessionTransport.sessionConfiguration(for: configuration)
        }

        private func proxy(_ url: String) throws -> TransportConfiguration.Proxy {
            .url(try #require(URL(string: url)))
        }

        @Test func proxiesAreApplied() throws {
            #expect(try session { _ in }.connectionProxyDictionary == nil)
            #expect(try session { $0.proxy = .none }.connectionProxyDictionary?.isEmpty == true)
            let http = try session { $0.proxy = try proxy("http://user:pass@proxy.example:3128") }
            #expect(http.connectionProxyDictionary?["HTTPSPort"] as? Int == 3_128)
            if #available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *) {
                #expect(try session { $0.proxy = try proxy("https://proxy.example") }.connectionProxyDictionary == nil)
            }
        }

        @Test func cookiesAreKeptInMemoryOnly() throws {
            #expect(try session { _ in }.httpCookieStorage == nil)
            let session = try session { $0.cookies = .inMemory }
            #expect(session.httpCookieStorage != nil && session.httpCookieStorage !== HTTPCookieStorage.shared)
        }

        @Test func optionsReplaceSettings() {
            let session = URLSessionTransport.defaultConfiguration
            var options = URLSessionTransport.Options()
            options.waitsForConnectivity = true
            options.allowsCellularAccess = false
            options.allowsExpensiveNetworkAccess = false
            options.allowsConstrainedNetworkAccess = false
            options.cache = URLCache(memoryCapacity: 1_000_000, diskCapacity: 0, diskPath: nil)
            options.apply(to: session)
            #expect(session.waitsForConnectivity && !session.allowsCellularAccess)
            #expect(!session.allowsExpensiveNetworkAccess && !session.allowsConstrainedNetworkAccess)
            #expect(session.urlCache === options.cache)
        }

        private static let realm = HTTPHeaders(["WWW-Authenticate": "Basic realm=\"test\""])

        private func server() throws -> LoopbackServer {
            try LoopbackServer { request in
                request.headers["Authorization"] == "Basic Z3Vlc3Q6aHVudGVyMg=="
                    ? .text("welcome") : .status(401, headers: Self.realm)
            }
        }

        @Test func credentialsOfTheHandlerAreSent() async throws {
            let server = try server()
            var options = URLSessionTransport.Options()
            options.onChallenge = { challenge in
                challenge.method == .basic && challenge.realm == "test" && challenge.previousFailures == 0
                    ? .credentials(user: "guest", password: "hunter2") : .standard
            }
            let transport = try URLSessionTransport(TransportConfiguration(), options: options)
            #expect(try await transport.response(to: Request(url: server.url)).statusCode == 200)
        }

        @Test func challengeWithoutAHandlerIsTheResponse() async throws {
            let server = try server()
            #expect(try await URLSessionTransport().response(to: Request(url: server.url)).statusCode == 401)
        }

        @Test func refusalOfTheHandlerIsTheErrorOfTheCall() async throws {
            let server = try server()
            var options = URLSessionTransport.Options()
            options.onChallenge = { _ in .refuse(reason: "not here") }
            let transport = try URLSessionTransport(TransportConfiguration(), options: options)
            let error = await #expect(throws: TernError.self) {
                try await transport.response(to: Request(url: server.url))
            }
            #expect(error?.code == .missingCredentials)
            #expect(error?.reason == "not here")
        }

        @Test func handlerIsCancelledWithItsRequest() async throws {
            let server = try server()
            let (events, continuation) = AsyncStream.makeStream(of: String.self)
            var options = URLSessionTransport.Options()
            options.onChallenge = { _ in
                continuation.yield("called")
                let (never, end) = AsyncStream.makeStream(of: Void.self)
                for await _ in never { end.finish() }
                continuation.yield("ended")
                return .standard
            }
            let transport = try URLSessionTransport(TransportConfiguration(), options: options)
            let call = Task { try await transport.response(to: Request(url: server.url)) }
            var iterator = events.makeAsyncIterator()
            #expect(await iterator.next() == "called")
            call.cancel()
            #expect(await iterator.next() == "ended")
            await #expect(throws: (any Error).self) { try await call.value }
        }

        /// A server that never responds must leave no writer behind: cancelling ends the source of the body.
        @Test func cancelledUploadEndsTheSourceOfItsBody() async throws {
            let gate = SampleGate()
            let server = try LoopbackServer { _ in .text("late").held(by: gate) }
            let (events, continuation) = AsyncStream.makeStream(of: String.self)
            let body = RequestBody.stream { () -> AsyncStream<Data> in
                AsyncStream { pieces in
                    pieces.onTermination = { _ in continuation.yield("ended") }
                    pieces.yield(Data(count: 64 * 1024))
                    continuation.yield("begun")
                }
            }
            var request = Request(url: server.url, method: .post)
            request.body = body
            let call = Task { [request] in try await URLSessionTransport().response(to: request) }
            var iterator = events.makeAsyncIterator()
            #expect(await iterator.next() == "begun")
            call.cancel()
            #expect(await iterator.next() == "ended")
            await #expect(throws: (any Error).self) { try await call.value }
            try await server.waitForOpenConnections(atMost: 0)
            // The server would count a request whose body looks complete.
            #expect(server.requestCount == 0)
            gate.release()
        }
    }
#endif
