#if os(Linux)
    import Foundation
    import Tern
    import TernMoya
    import TestDoubles
    import Testing

    @testable import TernConformance
    @testable import TernCurl

    /// Concurrent calls of each kind of client share HTTP/2 connections.
    @Suite(.timeLimit(.minutes(20)))
    struct SharedConnectionTests {
        struct Client: Sendable, CustomTestStringConvertible {
            let testDescription: String
            let body: @Sendable (CurlTransport, URL) async throws -> Data
        }

        private struct MoyaPath: TernMoya.TargetType {
            let baseURL: URL
            let path = ""
            let method = TernMoya.HTTPMethod.get
            let task = TernMoya.Task.requestPlain
            let headers: [String: String]? = nil
        }

        /// A plugin that asks for the head, so that the body is read as a stream.
        private struct HeadReader: Tern.Plugin {
            nonisolated(nonsending) func intercept(
                _ request: Tern.Request,
                context: RequestContext,
                next: Next
            ) async throws -> Tern.Response {
                try await next(request) { _ in }
            }
        }

        private static func body(
            _ transport: CurlTransport,
            _ url: URL,
            _ plugins: [any Tern.Plugin] = []
        ) async throws -> Data {
            let provider = Tern.Provider<OpenTarget>(transport: transport, plugins: plugins)
            return try await provider.request(OpenTarget(baseURL: url)).data
        }

        static let clients = [
            Client(testDescription: "Provider") { try await body($0, $1) },
            Client(testDescription: "plugin that asks for the head") { try await body($0, $1, [HeadReader()]) },
            Client(testDescription: "MoyaProvider") { transport, url in
                let provider = MoyaProvider<MoyaPath>(session: Session(transport: transport))
                return try await withCheckedThrowingContinuation { continuation in
                    provider.request(MoyaPath(baseURL: url), callbackQueue: .global()) { result in
                        continuation.resume(with: result.map(\.data))
                    }
                }
            },
        ]

        @Test(.enabled(if: HTTP2TLS.isAvailable), arguments: clients)
        func callsAtOnceShareConnections(client: Client) async throws {
            let server = try HTTP2Server(tls: true) { _ in [.hold] + .respond("ok") }
            var configuration = TransportConfiguration()
            server.configure(&configuration)
            let transport = try CurlTransport(configuration)
            let url = try server.request("/").url

            try await withThrowingTaskGroup(of: Data.self) { group in
                for _ in 0..<40 { group.addTask { try await client.body(transport, url) } }
                try await server.waitForRequests(atLeast: 40)
                server.release()
                for try await body in group { #expect(body == Data("ok".utf8)) }
            }

            #expect(server.record.acceptedConnections <= CurlOrigin.maximumHTTP2Connections)
        }
    }
#endif
