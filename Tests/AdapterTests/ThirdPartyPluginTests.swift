import Foundation
import Tern
import TernTesting
import Testing

/// A plugin of another package has everything that the ready plugins have.
@Suite(.timeLimit(.minutes(20)))
struct ThirdPartyPluginTests {
    // MARK: - Values of a call

    @Test func valuesOfACallLastFromOneAttemptToTheNext() async throws {
        let quota = QuotaPlugin(maximum: 2)
        let provider = Provider<Things>.stub(plugins: [Repeating(count: 3), quota]) { _ in .status(503) }
        for _ in 0..<2 {
            // Each call begins with the default value.
            let error = await #expect(throws: TernError.self) { try await provider.request(.open) }
            #expect(error?.code == .overloaded)
            #expect(error?.attempts == 2)
        }
    }

    @Test func valuesAreThoseOfTheKey() async throws {
        enum Other: RequestAttributeKey { static let defaultValue = "none" }
        let values = Hooks(prepare: { request, context in
            context[Other.self] += ", \(context.attempt)"
            request.headers["X-Values"] = "\(context[QuotaPlugin.Sent.self]) \(context[Other.self])"
        })
        let provider = Provider<Things>.stub(plugins: [Repeating(count: 2), QuotaPlugin(maximum: 9), values]) { _ in
            .status(503)
        }
        let error = await #expect(throws: TernError.self) { try await provider.request(.open) }
        #expect(error?.request?.headers["X-Values"] == "2 none, 1, 2")
        #expect(RequestContext(target: Things.open)[Other.self] == "none")
    }

    @Test func attemptsAtTheSameTimeShareTheValues() async throws {
        let seen = Seen()
        let counting = Hooks(
            prepare: { _, context in context.update(QuotaPlugin.Sent.self) { $0 += 1 } },
            didReceive: { _, context in seen.add(context[QuotaPlugin.Sent.self]) }
        )
        let provider = Provider<Things>.stub(plugins: [Hedging(count: 50), counting]) { _ in .status(200) }
        _ = try await provider.request(.open)
        #expect(seen.values.max() == 50)
        #expect(seen.values.count == 50)
    }

    // MARK: - Credentials

    @Test(arguments: [false, true]) func onlyItsOriginsReceiveAnAuthorization(isTrusted: Bool) async throws {
        let moved = try #require(URL(string: "https://other.example.org/things"))
        let origins = [Things.open.baseURL] + (isTrusted ? [moved] : [])
        let signing = SigningPlugin(token: "opensesame", origins: origins)
        let moving = Hooks(prepare: { request, _ in request.url = moved })
        let echo = EchoTransport()
        let direct = Provider<Things>(transport: echo, plugins: [signing])
        #expect(try await direct.request(.open).string() == "Signature opensesame")
        let changed = Provider<Things>(transport: echo, plugins: [signing, moving])
        #expect(try await changed.request(.open).string() == (isTrusted ? "Signature opensesame" : ""))
        let earlier = Provider<Things>(transport: echo, plugins: [moving, signing])
        #expect(try await earlier.request(.open).string() == (isTrusted ? "Signature opensesame" : ""))
    }
}

// MARK: - Plugins that use public API only

/// Sends at most so many requests in one call.
private struct QuotaPlugin: Plugin {
    enum Sent: RequestAttributeKey { static let defaultValue = 0 }

    let maximum: Int

    func intercept(_ request: Request, context: RequestContext, next: Next) async throws -> Response {
        let count = context.update(Sent.self) { count in
            count += 1
            return count
        }
        guard count <= maximum else { throw TernError(.overloaded, reason: "The call has sent \(maximum) requests.") }
        return try await next(request)
    }
}

/// Repeats a failed request.
private struct Repeating: Plugin {
    let count: Int

    func intercept(_ request: Request, context: RequestContext, next: Next) async throws -> Response {
        for _ in 1..<count {
            do {
                return try await next(request)
            } catch let error as TernError where error.code == .unacceptableStatus {}
        }
        return try await next(request)
    }
}

/// Sends a request several times at the same time.
private struct Hedging: Plugin {
    let count: Int

    func intercept(_ request: Request, context: RequestContext, next: Next) async throws -> Response {
        try await withThrowingTaskGroup(of: Response.self) { group in
            for _ in 0..<count { group.addTask { try await next(request) } }
            var last: Response?
            for try await response in group { last = response }
            return try #require(last)
        }
    }
}

/// Adds credentials, and sends only the requests of its origins with them.
private struct SigningPlugin: Plugin {
    let token: String
    let origins: [URL]

    func intercept(_ request: Request, context: RequestContext, next: Next) async throws -> Response {
        var request = request
        context.authorize(&request, with: "Signature \(token)", for: origins)
        return try await next(request)
    }
}

/// Responds with the `Authorization` field of the request.
private struct EchoTransport: Transport {
    func send(_ request: Request, hop: Hop) async throws -> Response {
        Response(statusCode: 200, data: Data((request.headers["Authorization"] ?? "").utf8))
    }
}

private enum Things: TargetType {
    case open

    var baseURL: URL { URL(string: "https://api.example.com") ?? URL(filePath: "/") }
    var path: String { "things" }
}

private final class Seen: @unchecked Sendable {
    // Used only under the lock.
    private let lock = NSLock()
    private var list: [Int] = []

    var values: [Int] { lock.withLock { list } }

    func add(_ value: Int) { lock.withLock { list.append(value) } }
}
