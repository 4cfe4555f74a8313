import Foundation
import Tern
import TernPlugins
import TernTesting
import Testing

/// The plugins of the page about services.
@Suite(.timeLimit(.minutes(20)))
struct ServicesTests {
    private struct RPC: TargetType {
        let baseURL: URL
        var path = "/rpc"
        var method: HTTPMethod = .post
        var task: HTTPTask { .json(text: #"{"method":"session-get"}"#) }
    }

    @Test func transmissionGetsTheIDThatItWants() async throws {
        let field = "X-Transmission-Session-Id"
        let server = try LoopbackServer { request in
            request.headers[field] == "abc"
                ? .json(text: #"{"arguments":{},"result":"success"}"#) : .status(409, headers: [field: "abc"])
        }
        defer { server.stop() }
        let rpc = Provider<RPC>(plugins: [TransmissionSession(), TransmissionErrors()])

        _ = try await rpc.request(RPC(baseURL: server.url))
        _ = try await rpc.request(RPC(baseURL: server.url))

        #expect(server.requests.map(\.headers[field]) == [nil, "abc", "abc"])
        #expect(server.requests.map(\.body.count) == [24, 24, 24])
    }

    @Test func sessionOfMCPBeginsAnewAfterA404() async throws {
        let field = "Mcp-Session-Id"
        let server = try LoopbackServer { request in
            switch request.headers[field] {
            case nil: .json(text: "{}", headers: [field: "one"])
            default: request.path == "/ended" ? .status(404) : .json(text: "{}")
            }
        }
        defer { server.stop() }
        let rpc = Provider<RPC>(plugins: [MCPSession()])

        _ = try await rpc.request(RPC(baseURL: server.url))
        _ = try await rpc.request(RPC(baseURL: server.url))
        let ended = RPC(baseURL: server.url, path: "/ended")
        let error = await #expect(throws: TernError.self) { try await rpc.request(ended) }
        _ = try await rpc.request(RPC(baseURL: server.url))

        #expect(error?.response?.statusCode == 404)
        #expect(server.requests.map(\.headers[field]) == [nil, "one", "one", nil])
    }

    private struct Registry: TargetType {
        let baseURL: URL
        var path = "/v2/app/manifests/latest"
    }

    /// The token of the service at `/token` lets a client in that asks for the right scope.
    private static func registry(realm: String = "/token") throws -> LoopbackServer {
        try LoopbackServer { request in
            let origin = "http://\(request.headers["Host"] ?? "")"
            if request.path == "/token" {
                return request.query == "service=registry.example.com&scope=repository%3Aapp%3Apull"
                    ? .json(["token": "abc", "expires_in": 300]) : .status(400)
            }
            if request.headers["Authorization"] == "Bearer abc" { return .json(["schemaVersion": 2]) }
            let challenge =
                #"Bearer realm="\#(origin)\#(realm)",service="registry.example.com",scope="repository:app:pull""#
            return .status(401, headers: ["WWW-Authenticate": challenge])
        }
    }

    @Test func registryGetsATokenForTheScopeThatItNames() async throws {
        let server = try Self.registry()
        defer { server.stop() }
        let login = RegistryLogin(tokens: Provider<TokenService>(), realm: server.url.appending(path: "token"))

        let response = try await Provider<Registry>(plugins: [login]).request(Registry(baseURL: server.url))

        #expect(try response.decode([String: Int].self) == ["schemaVersion": 2])
        #expect(server.requests.map(\.path) == ["/v2/app/manifests/latest", "/token", "/v2/app/manifests/latest"])
        #expect(server.requests.map(\.headers["Authorization"]) == [nil, nil, "Bearer abc"])
    }

    @Test func realmThatTheAppDoesNotKnowReceivesNothing() async throws {
        let server = try Self.registry(realm: "/other")
        defer { server.stop() }
        let login = RegistryLogin(tokens: Provider<TokenService>(), realm: server.url.appending(path: "token"))
        let registry = Provider<Registry>(plugins: [login])

        let error = await #expect(throws: TernError.self) { try await registry.request(Registry(baseURL: server.url)) }

        #expect(error?.response?.statusCode == 401)
        #expect(server.requests.count == 1)
    }

    @Test func errorWithStatus200HasACodeOfItsOwn() async throws {
        let server = try LoopbackServer { _ in .json(text: #"{"arguments":{},"result":"method name not recognized"}"#) }
        defer { server.stop() }
        let rpc = Provider<RPC>(plugins: [TransmissionErrors()])

        let error = await #expect(throws: TernError.self) { try await rpc.request(RPC(baseURL: server.url)) }

        #expect(error?.code == .serviceRefused)
        #expect(error?.reason == "method name not recognized")
        #expect(error?.response?.statusCode == 200)
        #expect(error?.attempts == 1)
    }
}

actor SessionID {
    private(set) var value: String?

    func set(_ value: String?) { self.value = value }
}

struct TransmissionSession: Plugin {
    private let id = SessionID()

    func intercept(_ request: Request, context: RequestContext, next: Next) async throws -> Response {
        var request = request
        request.headers["X-Transmission-Session-Id"] = await id.value
        do {
            return try await next(request)
        } catch let error as TernError where error.response?.statusCode == 409 {
            guard let new = error.response?.headers["X-Transmission-Session-Id"] else { throw error }
            await id.set(new)
            request.headers["X-Transmission-Session-Id"] = new
            return try await next(request)
        }
    }
}

struct MCPSession: Plugin {
    private let id = SessionID()

    func intercept(_ request: Request, context: RequestContext, next: Next) async throws -> Response {
        var request = request
        request.headers["Mcp-Session-Id"] = await id.value
        do {
            let response = try await next(request)
            if let new = response.headers["Mcp-Session-Id"] { await id.set(new) }
            return response
        } catch let error as TernError where error.response?.statusCode == 404 {
            await id.set(nil)
            throw error
        }
    }
}

struct TokenService: RoutedTarget {
    let realm: URL
    let service: String?
    let scope: String?

    var baseURL: URL { realm }
    var route: HTTPRoute { .get().query(["service": service, "scope": scope]) }
}

struct RegistryLogin: Plugin {
    let tokens: any ProviderType<TokenService>
    let realm: URL

    func intercept(_ request: Request, context: RequestContext, next: Next) async throws -> Response {
        do {
            return try await next(request)
        } catch let error as TernError where error.response?.statusCode == 401 {
            let challenge = error.response?.challenges.first { $0.scheme == "bearer" }
            // Only the service that the app knows is asked: a server could name any.
            guard let challenge, challenge["realm"] == realm.absoluteString else { throw error }
            let service = TokenService(realm: realm, service: challenge["service"], scope: challenge["scope"])
            let token = try await tokens.request(service, as: String.self, at: "token")
            var request = request
            request.headers["Authorization"] = "Bearer \(token)"
            return try await next(request)
        }
    }
}

extension TernError.Code {
    static let serviceRefused = Self(rawValue: "serviceRefused")
}

struct TransmissionErrors: Plugin {
    private struct Outcome: Decodable {
        let result: String
    }

    func intercept(_ request: Request, context: RequestContext, next: Next) async throws -> Response {
        let response = try await next(request)
        let outcome = try response.decode(Outcome.self)
        guard outcome.result == "success" else {
            throw TernError(.serviceRefused, reason: outcome.result, request: request, response: response)
        }
        return response
    }
}
