#if canImport(Security) && canImport(ImageIO)
    import Foundation
    import Tern
    import TernTesting

    /// Challenges of a server with Basic authentication.
    extension AppleCheck {
        static func checkCredentials() async throws {
            let status = try await status { challenge in
                challenge.method == .basic && challenge.realm == "test" && challenge.previousFailures == 0
                    ? .credentials(user: "guest", password: "hunter2") : .standard
            }
            try CheckFailure.require(status == 200, "The status is \(status), not 200.")
        }

        static func checkUnansweredChallenge() async throws {
            let server = try server()
            let status = try await URLSessionTransport().response(to: Request(url: server.url)).statusCode
            try CheckFailure.require(status == 401, "The status is \(status), not 401.")
        }

        static func checkRefusedChallenge() async throws {
            do {
                let status = try await status { _ in .refuse(reason: "not here") }
                throw CheckFailure("The call succeeded with status \(status).")
            } catch let error as TernError {
                try CheckFailure.require(
                    error.code == .missingCredentials && error.reason == "not here",
                    "The error isn't missingCredentials with the reason: \(error)"
                )
            }
        }

        static func checkCancelledChallenge() async throws {
            let server = try server()
            let (events, continuation) = AsyncStream.makeStream(of: String.self)
            let call = Task {
                try await response(of: server) { _ in
                    continuation.yield("called")
                    let (never, end) = AsyncStream.makeStream(of: Void.self)
                    for await _ in never { end.finish() }
                    continuation.yield("ended")
                    return .standard
                }
            }
            var iterator = events.makeAsyncIterator()
            let first = await iterator.next()
            call.cancel()
            let second = await iterator.next()
            try CheckFailure.require(first == "called" && second == "ended", "The handler has other events.")
            let result = await call.result
            try CheckFailure.require((try? result.get()) == nil, "The cancelled call succeeded.")
        }

        // MARK: - Private

        private typealias Challenge = URLSessionTransport.Challenge
        private typealias ChallengeResponse = URLSessionTransport.ChallengeResponse

        private static func server() throws -> LoopbackServer {
            try LoopbackServer { request in
                request.headers["Authorization"] == "Basic Z3Vlc3Q6aHVudGVyMg=="
                    ? .text("welcome") : .status(401, headers: ["WWW-Authenticate": "Basic realm=\"test\""])
            }
        }

        private static func status(
            _ handler: @escaping @Sendable (Challenge) async -> ChallengeResponse
        ) async throws -> Int {
            try await response(of: try server(), handler).statusCode
        }

        private static func response(
            of server: LoopbackServer,
            _ handler: @escaping @Sendable (Challenge) async -> ChallengeResponse
        ) async throws -> Response {
            var options = URLSessionTransport.Options()
            options.onChallenge = handler
            let transport = try URLSessionTransport(TransportConfiguration(), options: options)
            return try await transport.response(to: Request(url: server.url))
        }
    }
#endif
